"""Swiss tournaments: in each round bots with equal points meet that have not met before."""

from __future__ import annotations

from saqqara_contest.tournaments.draws import by_lot
from saqqara_contest.tournaments.swiss import swiss_round
from saqqara_contest.tournaments.tie_breaks import IN_A_SWISS
from saqqara_service.application.ladders.formats.format import (
    BlockPlan,
    Entries,
    Format,
    Names,
    PlannedBlock,
    ScoreRow,
    history,
    of_points,
)
from saqqara_service.application.ladders.meetings import History
from saqqara_service.application.ladders.opponents import kept_apart
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderFormat, PairedBot, PairingKind, PairingReason
from saqqara_service.storage.ladders.rows import Progress


class Swiss(Format):
    """So many rounds for all; nobody goes out."""

    in_rounds = True

    async def plan(self, svc: Service, ladder: Progress, entries: Entries, count: int) -> BlockPlan:
        """The tables of a round by all that was played before, and who sits out."""
        number = ladder.rounds_planned + 1
        past = await history(svc, ladder.terms, entries)
        points = {row.score.bot: row.score.points for row in self.table(past)}
        active = [one.bot_id for one in entries if one.status is EntryStatus.ACTIVE]
        now = swiss_round(
            sorted(by_lot(ladder.seed, number, active), key=lambda bot: -points[bot]),
            points,
            past.met,
            past.byes,
            ladder.terms.players,
            apart=kept_apart(ladder.terms, entries),
        )
        blocks = [
            PlannedBlock(
                bots,
                PairingReason(
                    kind=PairingKind.SWISS,
                    bots=[PairedBot(bot_id=bot, points=points[bot]) for bot in bots],
                    round=number,
                    repeats=now.repeats,
                ),
            )
            for bots in now.tables
        ]
        return BlockPlan(blocks, now.byes)

    def blocks_left(self, ladder: Progress) -> int:
        """Those of the rounds to come, with the bots that are there now."""
        return self._rounds_left(ladder) * (ladder.entered // ladder.terms.players)

    def is_planned_out(self, ladder: Progress) -> bool:
        """Whether all rounds are planned; with too few bots now, others may still enter."""
        return self._rounds_left(ladder) <= 0

    def table(self, past: History) -> list[ScoreRow]:
        """Points and byes of all rounds that are over."""
        scores = of_points(past, past.bots, IN_A_SWISS, rounds=past.played.rounds)
        return [ScoreRow(score) for score in scores]

    def sentence(self, reason: PairingReason, names: Names) -> str:
        """The points with which they met."""
        points = " and ".join(f"{one.points:g}" for one in reason.bots)
        again = f"; {reason.repeats} pairs of the round met before" if reason.repeats else ""
        return f"round {reason.round}: {points} points{again}"

    def _rounds_left(self, ladder: Progress) -> int:
        return (ladder.terms.rounds or 0) - ladder.rounds_planned


FORMATS = {LadderFormat.SWISS: Swiss()}
