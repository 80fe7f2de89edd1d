"""Making, finding and reading matches, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.matches import lists, matches
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, JsonObject, Match, SeatView
from saqqara_service.rest.pages import Page


async def create(svc: Service, caller: Caller, body: inputs.CreateMatch) -> Match:
    """Make a match; unless told otherwise it starts by itself when every seat is taken."""
    return await matches.create(
        svc,
        caller,
        body.terms,
        seats=body.seats,
        open_to=body.open_to,
        key=body.key,
        start=body.start,
        start_at_ms=body.start_at_ms,
    )


async def page(svc: Service, query: inputs.MatchFilter) -> Page[Match]:
    """List matches as anybody may see them, newest first."""
    wanted = Wanted(query.status, query.bot_id, query.game, query.players, query.joinable)
    items, cursor = await lists.page(svc, wanted, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def get(svc: Service, caller: Caller | None, match_id: str) -> Match:
    """A match as the token, or else anybody, may see it; the `ETag` is its version."""
    return await matches.get(svc, match_id, caller)


async def join(svc: Service, caller: Caller, match_id: str, body: inputs.JoinMatch) -> Match:
    """Take a seat with the bot that the token speaks for."""
    return await matches.join(svc, caller, match_id, body.seat)


async def start(svc: Service, caller: Caller, match_id: str) -> Match:
    """Start a match whose seats are all taken."""
    return await matches.start(svc, caller, match_id)


async def view(svc: Service, caller: Caller | None, match_id: str) -> SeatView:
    """What the bot of the token may know of the match now; the public view for anybody else."""
    return await matches.view(svc, caller, match_id)


async def record(svc: Service, caller: Caller | None, match_id: str) -> JsonObject:
    """The record of a match that is over: seed, every chance outcome, every action, the scores.

    While the match is being played it is the public part: no seed, and nothing that is hidden.
    """
    return await matches.record(svc, match_id, caller)
