"""The contract of a format: who meets next, what its table counts, and its words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from saqqara_contest.tournaments.draws import by_lot
from saqqara_contest.tournaments.eliminations import Bracket
from saqqara_contest.tournaments.scores import EveryRound, Score, scores
from saqqara_contest.tournaments.tables import Table
from saqqara_contest.tournaments.tie_breaks import TieBreak
from saqqara_service.application.ladders.meetings import History
from saqqara_service.application.limits.meter import in_thread
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import EntryStatus, LadderEntry, PairingReason
from saqqara_service.storage.ladders.rows import Progress, StoredTerms

Entries = Sequence[LadderEntry]
Names = Mapping[str, str]
"""The names of bots by their ids."""


@dataclass(frozen=True, slots=True)
class PlannedBlock:
    """A block that is meant to be played, and why these bots meet."""

    bots: Table
    reason: PairingReason


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """What is meant to be played next, if the ladder is not over.

    With `byes`, even without any, it is a round; an elimination's has the bracket before it.
    """

    blocks: Sequence[PlannedBlock]
    byes: Sequence[str] | None = None
    bracket: Bracket | None = None
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A bot's place, and what its format shows of it beside points."""

    score: Score
    group: int | None = None
    to_win: float | None = None
    """How many points there were to win in its group, if it is in one."""
    losses: int | None = None
    streak: int | None = None


class Format(ABC):
    """A format of ladders; all it knows of a ladder is passed to it.

    What it needs of a ladder's terms is its row of `models.ladder_formats.RULES`.
    """

    in_rounds: ClassVar[bool] = False
    """Whether each round follows from the ones before, and is planned whole."""
    is_fixed: ClassVar[bool] = False
    """Whether all blocks follow from who takes part, so that others may be played before one."""

    @abstractmethod
    async def plan(self, svc: Service, ladder: Progress, entries: Entries, count: int) -> BlockPlan:
        """At most so many blocks, or a whole round where the format has rounds that follow."""

    @abstractmethod
    def table(self, past: History) -> list[ScoreRow]:
        """All bots by points, best first; blocks of which a match is left to play do not count."""

    @abstractmethod
    def sentence(self, reason: PairingReason, names: Names) -> str:
        """Why bots meet, for people."""

    def blocks_left(self, ladder: Progress) -> int:
        """How many blocks are still to be planned; at most so many where nobody knows."""
        return (ladder.terms.blocks or 0) - ladder.blocks_planned + ladder.blocks_dropped

    def is_planned_out(self, ladder: Progress) -> bool:
        """Whether no more blocks will be planned."""
        return self.blocks_left(ladder) <= 0

    def most_bots(self, players: int) -> int | None:
        """How many bots may take part where a match has so many seats; None: any number."""
        return None

    def is_drawn(self, terms: StoredTerms) -> bool:
        """Whether it matters who is first in the field, so that the ladder's seed draws it."""
        return terms.groups is not None

    def with_field(self, ladder: Progress, entries: Entries) -> StoredTerms:
        """The terms with who takes part, where nobody enters late; raises `WrongState`.

        A later stage draws nothing: the best of the stage before come first.
        """
        terms = ladder.terms
        field = tuple(one.bot_id for one in entries if one.status is EntryStatus.ACTIVE)
        most = self.most_bots(terms.players)
        if most is not None and len(field) > most:
            raise WrongState(
                f"A ladder of the format {terms.format} with {terms.players} seats can have at"
                f" most {most} bots."
            )
        if self.is_drawn(terms) and (terms.stage or 1) == 1:
            field = by_lot(ladder.seed, 0, field)
        return self.with_blocks(terms.model_copy(update={"field": field}), entries)

    def with_blocks(self, terms: StoredTerms, entries: Entries) -> StoredTerms:
        """The terms with the number of blocks, where it follows from the field and the rounds.

        Raises `WrongState` where they are too many.
        """
        return terms

    async def rows(self, svc: Service, terms: StoredTerms, entries: Entries) -> list[ScoreRow]:
        """The table as it is now."""
        return await in_thread(self.table, await history(svc, terms, entries))

    async def ranked(
        self, svc: Service, ladder: Progress, entries: Entries, drawn: Sequence[str] | None = None
    ) -> list[str]:
        """The bots, those first that go on first; among equals as `drawn`, or else by the seed."""
        found = await self.rows(svc, ladder.terms, entries)
        bots = [row.score.bot for row in found]
        return by_points(found, by_lot(ladder.seed, 0, bots) if drawn is None else drawn)


async def history(svc: Service, terms: StoredTerms, entries: Entries) -> History:
    """All that was played in a ladder, read whole."""
    rulings = await svc.rulings.of(terms.id)
    return History(terms, entries, await svc.ladders.schedule(terms.id), rulings)


def by_points(found: Sequence[ScoreRow], drawn: Sequence[str]) -> list[str]:
    """Bots by their places; of groups the first of each, then the seconds.

    Those at one place of several groups are compared by what they won of all they could, since
    groups may differ in size. Of equals the one that was drawn first comes first.
    """
    lot = {bot: number for number, bot in enumerate(drawn)}

    def key(row: ScoreRow) -> tuple[int, float, int]:
        won = 0.0 if row.to_win is None else row.score.points / max(1.0, row.to_win)
        return row.score.place, -round(won, 9), lot[row.score.bot]

    return [row.score.bot for row in sorted(found, key=key)]


def of_points(
    past: History,
    bots: Sequence[str],
    tie_breaks: Sequence[TieBreak],
    *,
    every_round: EveryRound | None = None,
    rounds: int = 0,
) -> list[Score]:
    """The places of these bots by points and tie-breaks; `rounds` are those of a Swiss."""
    return scores(
        bots,
        [one for one in past.played.meetings if not {*bots}.isdisjoint(one.bots)],
        past.schedule.byes,
        tie_breaks,
        every_round=every_round,
        rounds=rounds,
        excused=past.played.excused,
    )
