"""Ladders, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application import ladder_entries, ladder_scores, ladder_seasons, ladders
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Ladder, LadderEntry, LadderMatch, LadderScore, Standing
from saqqara_service.rest.pages import Page


async def create(svc: Service, caller: Caller, body: inputs.CreateLadder) -> Ladder:
    """Make a ladder; bots can be enrolled until it is started."""
    return await ladders.create(svc, caller, body.terms, body.key)


async def page(svc: Service, query: inputs.LadderFilter) -> Page[Ladder]:
    """List ladders, newest first."""
    items, cursor = await ladders.page(svc, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def get(svc: Service, ladder_id: str) -> Ladder:
    """A ladder and how far it is."""
    return await ladders.get(svc, ladder_id)


async def enrol(svc: Service, caller: Caller, ladder_id: str, body: inputs.Enrol) -> Ladder:
    """Enter a bot of the caller; entering it twice is entering it once."""
    return await ladder_entries.enrol(svc, caller, ladder_id, body.bot_id)


async def withdraw(svc: Service, caller: Caller, ladder_id: str, body: inputs.Withdraw) -> Ladder:
    """Take a bot of the caller out; matches under way are played on, and its results stay."""
    return await ladder_entries.withdraw(svc, caller, ladder_id, body.bot_id)


async def readmit(svc: Service, caller: Caller, ladder_id: str, body: inputs.Readmit) -> Ladder:
    """Let a benched bot of the caller get matches again."""
    return await ladder_entries.readmit(svc, caller, ladder_id, body.bot_id)


async def start(svc: Service, caller: Caller, ladder_id: str) -> Ladder:
    """Let the matches begin."""
    return await ladder_seasons.start(svc, caller, ladder_id)


async def pause(svc: Service, caller: Caller, ladder_id: str) -> Ladder:
    """Let no match begin until the ladder is resumed; those under way count."""
    return await ladder_seasons.pause(svc, caller, ladder_id)


async def resume(svc: Service, caller: Caller, ladder_id: str) -> Ladder:
    """Let a paused ladder go on."""
    return await ladder_seasons.resume(svc, caller, ladder_id)


async def extend(svc: Service, caller: Caller, ladder_id: str, body: inputs.ExtendLadder) -> Ladder:
    """Let a ladder have more blocks, a later end or more who are invited."""
    return await ladder_seasons.extend(
        svc,
        caller,
        ladder_id,
        blocks=body.blocks,
        rounds=body.rounds,
        end_at_ms=body.end_at_ms,
        invited=body.invited,
    )


async def cancel(svc: Service, caller: Caller, ladder_id: str) -> Ladder:
    """Call a ladder off for good; matches under way are played on and count."""
    return await ladder_seasons.cancel(svc, caller, ladder_id)


async def entries(svc: Service, ladder_id: str) -> Page[LadderEntry]:
    """Every bot of a ladder and whether it gets matches, in the order of enrolment."""
    return Page(items=await ladder_entries.listed(svc, ladder_id))


async def standings(svc: Service, ladder_id: str) -> Page[Standing]:
    """The bots from best to worst."""
    return Page(items=await ladders.standings(svc, ladder_id))


async def scores(svc: Service, ladder_id: str) -> Page[LadderScore]:
    """The bots by points and tie-breaks, best first, of the blocks that are over."""
    return Page(items=await ladder_scores.listed(svc, ladder_id))


async def schedule(svc: Service, ladder_id: str) -> Page[LadderMatch]:
    """Every match that was planned so far, in the order of the plan."""
    return Page(items=await ladders.schedule(svc, ladder_id))
