"""Ladders, who takes part in them, their schedules and their results."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Ladder, LadderMatch
from saqqara_service.models.pages import Page


async def create(svc: Service, caller: Caller, body: inputs.CreateLadder) -> Ladder:
    """Create a ladder; bots can be enrolled until it starts."""
    return await ladders.create(svc, caller, body.terms, body.key)


async def page(svc: Service, query: inputs.LadderFilter) -> Page[Ladder]:
    """Ladders, newest first."""
    items, cursor = await ladders.page(svc, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def schedule(
    svc: Service, ladder_id: str, query: inputs.LadderMatchFilter
) -> Page[LadderMatch]:
    """The matches planned so far in a ladder, in the order of the schedule."""
    wanted = ladders.WantedMatches(query.status, query.bot_id)
    items, cursor = await ladders.match_page(svc, ladder_id, query.first, query.after, wanted)
    return Page(items=items, cursor=cursor)
