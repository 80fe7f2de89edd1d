"""The table of a ladder by points, as tournaments count."""

from __future__ import annotations

from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.formats import scored
from saqqara_service.application.service import Service
from saqqara_service.models import LadderScore, TieBreakValue


async def listed(svc: Service, ladder_id: str) -> list[LadderScore]:
    """The bots by points and tie-breaks, best first; only finished blocks count."""
    await ladders.progress(svc, ladder_id)
    names = {one.bot_id: one.bot_name for one in await svc.entries.listed(ladder_id)}
    table = scored(list(names), await svc.ladders.schedule(ladder_id))
    return [
        LadderScore(
            place=score.place,
            bot_id=score.bot,
            bot_name=names[score.bot],
            points=score.points,
            meetings=score.meetings,
            byes=score.byes,
            tie_breaks=[
                TieBreakValue(name=name, value=value) for name, value in score.tie_breaks.items()
            ],
        )
        for score in table
    ]
