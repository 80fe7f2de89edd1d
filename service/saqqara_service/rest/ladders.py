"""Ladders, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application import ladders
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Ladder, LadderMatch, Standing
from saqqara_service.rest.pages import Page


async def create(svc: Service, caller: Caller, body: inputs.CreateLadder) -> Ladder:
    """Make a ladder; bots can be enrolled until it is started."""
    return await ladders.create(
        svc,
        caller,
        body.name,
        body.game,
        body.options or {},
        time_control=body.time_control.control,
        blocks=body.blocks,
        concurrency=body.concurrency,
    )


async def page(svc: Service, query: inputs.LadderFilter) -> Page[Ladder]:
    """List ladders, newest first."""
    items, cursor = await ladders.page(svc, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def get(svc: Service, ladder_id: str) -> Ladder:
    """A ladder and how far it is."""
    return await ladders.get(svc, ladder_id)


async def enrol(svc: Service, caller: Caller, ladder_id: str, body: inputs.Enrol) -> Ladder:
    """Enter a bot of the caller; entering it twice is entering it once."""
    return await ladders.enrol(svc, caller, ladder_id, body.bot_id)


async def start(svc: Service, caller: Caller, ladder_id: str) -> Ladder:
    """Close enrolment and let the matches begin."""
    return await ladders.start(svc, caller, ladder_id)


async def standings(svc: Service, ladder_id: str) -> Page[Standing]:
    """The bots from best to worst."""
    return Page(items=await ladders.standings(svc, ladder_id))


async def schedule(svc: Service, ladder_id: str) -> Page[LadderMatch]:
    """Every match that was planned so far, in the order of the plan."""
    return Page(items=await ladders.schedule(svc, ladder_id))
