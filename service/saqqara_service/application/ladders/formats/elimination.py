"""Eliminations: whoever has lost one meeting, or two, is out."""

from __future__ import annotations

from dataclasses import replace

from saqqara_contest.tournaments import eliminations
from saqqara_contest.tournaments.eliminations import Bracket, most_meetings
from saqqara_contest.tournaments.scores import scores
from saqqara_service.application.ladders.formats.format import (
    BlockPlan,
    Entries,
    Format,
    Names,
    PlannedBlock,
    ScoreRow,
    history,
)
from saqqara_service.application.ladders.meetings import History
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderFormat, PairedBot, PairingKind, PairingReason
from saqqara_service.storage.ladders.rows import Progress, StoredTerms


class Elimination(Format):
    """Bots with equal numbers of losses meet until one is left."""

    in_rounds = True

    def __init__(self, lives: int) -> None:
        self._lives = lives

    async def plan(self, svc: Service, ladder: Progress, entries: Entries, count: int) -> BlockPlan:
        """The next round of those that are left; without tables the ladder is over."""
        past = await history(svc, ladder.terms, entries)
        before = self._bracket(past)
        now = eliminations.next_round(before, past.met, past.byes, ladder.terms.players)
        blocks = [
            PlannedBlock(
                bots,
                PairingReason(
                    kind=PairingKind.PLAYOFF if before.tied else PairingKind.ELIMINATION,
                    bots=[PairedBot(bot_id=bot, losses=before.losses[bot]) for bot in bots],
                    round=ladder.rounds_planned + 1,
                ),
            )
            for bots in now.tables
        ]
        return BlockPlan(blocks, now.byes, before, is_over=not blocks)

    def blocks_left(self, ladder: Progress) -> int:
        """As many as there can be until one bot is left: nobody knows how many there will be."""
        field = len(ladder.terms.field) or ladder.entered
        most = most_meetings(field, ladder.terms.players, self._lives)
        return 0 if ladder.status.is_over else max(0, most - ladder.blocks_planned)

    def is_planned_out(self, ladder: Progress) -> bool:
        """Not before one bot is left, and then the ladder is over."""
        return ladder.status.is_over

    def is_drawn(self, terms: StoredTerms) -> bool:
        """The first of the field meet the last."""
        return True

    def table(self, past: History) -> list[ScoreRow]:
        """By who went out last; who was entered and never drawn comes behind them."""
        now = self._bracket(past)
        behind = 1 + len(now.places)
        found = scores(past.bots, past.played.meetings, past.schedule.byes, ())
        points = {score.bot: score for score in found}
        rows = [
            ScoreRow(
                replace(points[bot], place=now.places.get(bot, behind)),
                losses=now.losses.get(bot, 0),
            )
            for bot in past.bots
        ]
        return sorted(rows, key=lambda row: (row.score.place, row.losses))

    def sentence(self, reason: PairingReason, names: Names) -> str:
        """The losses with which they met."""
        if reason.kind is PairingKind.PLAYOFF:
            return f"round {reason.round}: these bots tied and play again"
        losses = " and ".join(str(one.losses) for one in reason.bots)
        return f"round {reason.round}: bots with {losses} lost meetings"

    def _bracket(self, past: History) -> Bracket:
        """How it stands by what is over of the last round; the rounds before stay."""
        before, players = past.schedule.bracket, past.terms.players
        if before is None:
            return eliminations.drawn(past.terms.field)
        gone = {one.bot_id for one in past.entries if one.status is not EntryStatus.ACTIVE}
        last = max(one.pairing.round or 0 for one in past.schedule.planned.values())
        of_round = [one for one in past.played.meetings if one.round == last]
        return eliminations.after(before, of_round, gone, players, self._lives)


FORMATS = {
    LadderFormat.SINGLE_ELIMINATION: Elimination(1),
    LadderFormat.DOUBLE_ELIMINATION: Elimination(2),
}
