"""King of the hill: block after block, the best bot so far meets those with the fewest matches."""

# ruff: noqa: ARG002 - as in the folder that it is put into

from __future__ import annotations

from saqqara_service.application.ladders.formats.format import (
    BlockPlan,
    Entries,
    Format,
    Names,
    PlannedBlock,
    ScoreRow,
    of_points,
)
from saqqara_service.application.ladders.meetings import History
from saqqara_service.application.service import Service
from saqqara_service.models import LadderFormat, PairedBot, PairingKind, PairingReason
from saqqara_service.storage.ladders.rows import Progress


class Hill(Format):
    """One block at a time, since who is king follows from the one before."""

    in_rounds = True

    async def plan(self, svc: Service, ladder: Progress, entries: Entries, count: int) -> BlockPlan:
        """The king and those who come next."""
        terms = ladder.terms
        king, *others = await self.rows(svc, terms, entries)
        others.sort(key=lambda row: row.score.meetings)
        bots = [
            PairedBot(bot_id=row.score.bot, games=row.score.meetings)
            for row in (king, *others[: terms.players - 1])
        ]
        reason = PairingReason(kind=PairingKind.LOT, bots=bots)
        return BlockPlan([PlannedBlock(tuple(one.bot_id for one in bots), reason)], byes=())

    def table(self, past: History) -> list[ScoreRow]:
        """By points alone."""
        return [ScoreRow(score) for score in of_points(past, past.bots, ())]

    def sentence(self, reason: PairingReason, names: Names) -> str:
        """Who is king."""
        return f"{names[reason.bots[0].bot_id]} is king"


FORMATS = {LadderFormat["HILL"]: Hill()}
