"""Ladders, who takes part in them, their schedules and their results."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.api.pages import Page
from saqqara_service.application.ladders import entries, ladders, results, rulings, seasons
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Ladder, LadderMatch, LadderResult, LadderRuling


async def create(svc: Service, caller: Caller, body: inputs.CreateLadder) -> Ladder:
    """Make a ladder; bots can be enrolled until it is started."""
    return await ladders.create(svc, caller, body.terms, body.key)


async def page(svc: Service, query: inputs.LadderFilter) -> Page[Ladder]:
    """Ladders, newest first."""
    items, cursor = await ladders.page(svc, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def enrol(svc: Service, caller: Caller, ladder_id: str, body: inputs.Enrol) -> Ladder:
    """Enter a bot of the caller in a ladder; to enter it twice has no further effect."""
    return await entries.enrol(svc, caller, ladder_id, body.bot_id)


async def withdraw(svc: Service, caller: Caller, ladder_id: str, body: inputs.Withdraw) -> Ladder:
    """Withdraw a bot of the caller; its running matches continue, and its results stay."""
    return await entries.withdraw(svc, caller, ladder_id, body.bot_id)


async def readmit(svc: Service, caller: Caller, ladder_id: str, body: inputs.Readmit) -> Ladder:
    """Readmit a benched bot, so that it gets matches again.

    Its owner may do so three times in a season, the ladder's owner always.
    """
    return await entries.readmit(svc, caller, ladder_id, body.bot_id)


async def extend(svc: Service, caller: Caller, ladder_id: str, body: inputs.ExtendLadder) -> Ladder:
    """Give a ladder more blocks, a later end or more invited bots, or let no season follow it."""
    return await seasons.extend(
        svc,
        caller,
        ladder_id,
        blocks=body.blocks,
        rounds=body.rounds,
        end_at_ms=body.end_at_ms,
        invited=body.invited,
        is_last=body.last_season,
    )


async def annul(svc: Service, caller: Caller, ladder_id: str, body: inputs.Annul) -> LadderRuling:
    """Annul a match of a ladder, or all matches of a bot in it; its owner or an administrator may.

    Every table is then as if these matches had never been played.
    """
    return await rulings.annul(
        svc,
        caller,
        ladder_id,
        body.reason,
        match_id=body.match_id,
        bot_id=body.bot_id,
        version=body.version,
    )


async def restore(
    svc: Service, caller: Caller, ladder_id: str, body: inputs.Restore
) -> LadderRuling:
    """Revoke an annulment in a ladder: what it annulled counts again."""
    return await rulings.restore(svc, caller, ladder_id, body.number, body.reason)


async def ruling_page(
    svc: Service, ladder_id: str, query: inputs.LadderRulingFilter
) -> Page[LadderRuling]:
    """The rulings on a ladder in their order, each with its reason, its time and who ruled."""
    items, cursor = await rulings.page(svc, ladder_id, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def schedule(
    svc: Service, ladder_id: str, query: inputs.LadderMatchFilter
) -> Page[LadderMatch]:
    """The matches that are planned so far in a ladder, in the order of the plan."""
    wanted = ladders.WantedMatches(query.status, query.bot_id)
    items, cursor = await ladders.match_page(svc, ladder_id, query.first, query.after, wanted)
    return Page(items=items, cursor=cursor)


async def result_page(
    svc: Service, ladder_id: str, query: inputs.LadderResultFilter
) -> Page[LadderResult]:
    """The results of a ladder in order, each with the ratings before and after it."""
    items, cursor = await results.page(
        svc,
        ladder_id,
        query.first,
        query.after,
        bot_id=query.bot_id,
        since=query.since or 1,
        newest_first=query.newest_first,
    )
    return Page(items=items, cursor=cursor)
