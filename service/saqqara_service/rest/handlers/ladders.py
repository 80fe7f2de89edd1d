"""Ladders, by REST."""

from __future__ import annotations

from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from saqqara_service import inputs
from saqqara_service.application.feeds import ladder_progress
from saqqara_service.application.ladders import entries as ladder_entries
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.ladders import results as ladder_results
from saqqara_service.application.ladders import scores as ladder_scores
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    Ladder,
    LadderEntry,
    LadderLuck,
    LadderMatch,
    LadderResult,
    LadderScore,
    PairScore,
    Standing,
    TableRow,
)
from saqqara_service.rest.handlers.following import STREAM, streamed
from saqqara_service.rest.pages import Page


async def create(svc: Service, caller: Caller, body: inputs.CreateLadder) -> Ladder:
    """Make a ladder; bots can be enrolled until it is started."""
    return await ladders.create(svc, caller, body.terms, body.key)


async def page(svc: Service, query: inputs.LadderFilter) -> Page[Ladder]:
    """List ladders, newest first."""
    items, cursor = await ladders.page(svc, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def get(
    svc: Service, request: Request, caller: Caller | None, ladder_id: str
) -> Ladder | Response:
    """A ladder and how far it is.

    With `Accept: text/event-stream` it is told again whenever that changes, until it is over.
    """
    if STREAM not in request.headers.get("accept", ""):
        return await ladders.get(svc, ladder_id)
    told = svc.revocation.while_valid(caller, ladder_progress.changes(svc, ladder_id))
    return streamed(request, "ladders_get", told, _event)


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
    return await seasons.start(svc, caller, ladder_id)


async def pause(svc: Service, caller: Caller, ladder_id: str) -> Ladder:
    """Let no match begin until the ladder is resumed; those under way count."""
    return await seasons.pause(svc, caller, ladder_id)


async def resume(svc: Service, caller: Caller, ladder_id: str) -> Ladder:
    """Let a paused ladder go on."""
    return await seasons.resume(svc, caller, ladder_id)


async def extend(svc: Service, caller: Caller, ladder_id: str, body: inputs.ExtendLadder) -> Ladder:
    """Let a ladder have more blocks, a later end or more who are invited."""
    return await seasons.extend(
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
    return await seasons.cancel(svc, caller, ladder_id)


async def entries(svc: Service, ladder_id: str) -> Page[LadderEntry]:
    """Every bot of a ladder and whether it gets matches, in the order of enrolment."""
    return Page(items=await ladder_entries.listed(svc, ladder_id))


async def standings(svc: Service, ladder_id: str) -> Page[Standing]:
    """The bots from best to worst."""
    return Page(items=await ladders.standings(svc, ladder_id))


async def scores(svc: Service, ladder_id: str) -> Page[LadderScore]:
    """The bots by points and tie-breaks, best first, of the blocks that are over."""
    return Page(items=await ladder_scores.listed(svc, ladder_id))


async def schedule(
    svc: Service, ladder_id: str, query: inputs.LadderMatchFilter
) -> Page[LadderMatch]:
    """The matches that were planned so far, in the order of the plan."""
    items, cursor = await ladders.match_page(svc, ladder_id, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def results(
    svc: Service, ladder_id: str, query: inputs.LadderResultFilter
) -> Page[LadderResult]:
    """The results in their order, each with the ratings before and after it."""
    items, cursor = await ladder_results.page(
        svc, ladder_id, query.first, query.after, query.bot_id
    )
    return Page(items=items, cursor=cursor)


async def pairs(svc: Service, ladder_id: str) -> Page[PairScore]:
    """How every version of a bot did against every other that it met."""
    return Page(items=await ladder_results.pairs(svc, ladder_id))


async def table(svc: Service, ladder_id: str) -> Page[TableRow]:
    """The published table: strength by all rated results at once, with intervals."""
    return Page(items=await ladder_results.table(svc, ladder_id))


async def luck(svc: Service, ladder_id: str) -> LadderLuck:
    """How much of the results was skill, seat and chance."""
    return await ladder_results.luck_of(svc, ladder_id)


def _event(ladder: Ladder) -> ServerSentEvent:
    return ServerSentEvent(ladder.model_dump_json(by_alias=True))
