"""Round robins and gauntlets: all their tables follow from who takes part."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from itertools import chain, zip_longest
from math import comb

from saqqara_contest.tournaments import fixed
from saqqara_contest.tournaments.draws import groups
from saqqara_contest.tournaments.scores import EveryRound, points_to_win
from saqqara_contest.tournaments.tables import Pair, Table
from saqqara_contest.tournaments.tie_breaks import WHERE_ALL_MEET
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
from saqqara_service.application.ladders.opponents import kept_apart, uncounted
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import LadderFormat, PairedBot, PairingKind, PairingReason
from saqqara_service.models.ladder_formats import MOST_BLOCKS
from saqqara_service.storage.ladders.rows import Progress, StoredTerms


class Fixed(Format):
    """So many rounds of the same tables."""

    is_fixed = True

    @abstractmethod
    def tables(self, terms: StoredTerms, apart: Collection[Pair]) -> list[Table]:
        """All tables of the bots in `terms.field`."""

    @abstractmethod
    def fewest_tables(self, terms: StoredTerms, apart: int) -> int:
        """How many tables there are at least if so many pairs never meet, without making them."""

    async def plan(self, svc: Service, ladder: Progress, entries: Entries, count: int) -> BlockPlan:
        """The next tables after those that are planned."""
        terms, before = ladder.terms, ladder.blocks_planned
        tables = self.tables(terms, kept_apart(terms, entries))
        return BlockPlan(
            [
                PlannedBlock(
                    table,
                    PairingReason(
                        kind=PairingKind(terms.format.value),
                        bots=[PairedBot(bot_id=bot_id) for bot_id in table],
                        table=number,
                        tables=len(tables),
                        challenger=terms.challenger,
                    ),
                )
                for number, table in enumerate(tables[before : before + count], start=before + 1)
            ]
        )

    def with_blocks(self, terms: StoredTerms, entries: Entries) -> StoredTerms:
        """The terms with the number of all tables; what would be too many is refused unmade."""
        apart = kept_apart(terms, entries)
        blocks = self.fewest_tables(terms, len(apart))
        if blocks <= MOST_BLOCKS:
            blocks = len(self.tables(terms, apart))
        if blocks > MOST_BLOCKS:
            raise WrongState(
                f"The ladder would have {blocks} blocks, more than {MOST_BLOCKS}. Play fewer"
                " rounds or a Swiss."
            )
        return terms.model_copy(update={"blocks": blocks})

    def table(self, past: History) -> list[ScoreRow]:
        """The points against each opponent of the field, which all have until it starts."""
        every_round = _every_round(past, past.terms.field or past.bots)
        scores = of_points(past, past.bots, WHERE_ALL_MEET, every_round=every_round)
        return [ScoreRow(score) for score in scores]


class RoundRobin(Fixed):
    """Each bot meets every other bot in each round, or those of its group."""

    def most_bots(self, players: int) -> int | None:
        """Tables for 3 or 4 are a design that is searched for, which takes long for many bots."""
        return 100 if players > 2 else None  # noqa: PLR2004 - more than a pair

    def with_field(self, ladder: Progress, entries: Entries) -> StoredTerms:
        """The terms with the field, if it fills its groups."""
        terms = super().with_field(ladder, entries)
        if terms.groups is not None and len(terms.field) // terms.groups < terms.players:
            raise WrongState(
                f"{len(terms.field)} bots are too few for {terms.groups} groups of {terms.players}"
                " bots. Enrol more, or create a ladder with fewer groups."
            )
        return terms

    def tables(self, terms: StoredTerms, apart: Collection[Pair]) -> list[Table]:
        """The tables of all groups, in turn."""
        of_groups = [
            fixed.round_robin(group, terms.players, terms.rounds or 0, apart=apart)
            for group in _groups(terms)
        ]
        return [table for table in chain(*zip_longest(*of_groups)) if table is not None]

    def fewest_tables(self, terms: StoredTerms, apart: int) -> int:
        """All pairs of each group, of which a table has several."""
        meetings = sum(comb(len(group), 2) for group in _groups(terms))
        return (terms.rounds or 0) * ((meetings - apart) // comb(terms.players, 2))

    def table(self, past: History) -> list[ScoreRow]:
        """Where there are groups, each has a table of its own."""
        if past.terms.groups is None or not past.terms.field:
            return super().table(past)
        return [
            ScoreRow(score, group=number, to_win=points_to_win(group, every_round))
            for number, group in enumerate(_groups(past.terms), start=1)
            for every_round in (_every_round(past, group),)
            for score in of_points(past, group, WHERE_ALL_MEET, every_round=every_round)
        ]

    def sentence(self, reason: PairingReason, names: Names) -> str:
        """Which table of all it is."""
        return f"everybody meets everybody: table {reason.table} of {reason.tables}"


class Gauntlet(Fixed):
    """The challenger meets every other bot in each round."""

    def with_field(self, ladder: Progress, entries: Entries) -> StoredTerms:
        """The terms with the field, if the challenger is in it."""
        terms = super().with_field(ladder, entries)
        if terms.challenger not in terms.field:
            raise WrongState(
                f"The challenger {terms.challenger!r} is not enrolled. Enrol it first."
            )
        return terms

    def tables(self, terms: StoredTerms, apart: Collection[Pair]) -> list[Table]:
        """The challenger with all others."""
        challenger, rounds = terms.challenger or "", terms.rounds or 0
        return fixed.gauntlet(challenger, terms.field, terms.players, rounds, apart=apart)

    def fewest_tables(self, terms: StoredTerms, apart: int) -> int:
        """All others, of which a table has several."""
        others = max(0, len(terms.field) - 1)
        return (terms.rounds or 0) * ((others - apart) // (terms.players - 1))

    def sentence(self, reason: PairingReason, names: Names) -> str:
        """Which table of all it is."""
        challenger = names[reason.challenger or ""]
        return f"everybody meets {challenger}: table {reason.table} of {reason.tables}"


def _groups(terms: StoredTerms) -> list[list[str]]:
    """The groups of a round robin; all bots are one where there are none."""
    return groups(terms.field, terms.groups or 1)


def _every_round(past: History, field: Sequence[str]) -> EveryRound:
    """How often each opponent of a field counts.

    Where a sequential test decides how many rounds there are, they count as one.
    """
    terms, rounds = past.terms, past.terms.rounds or 1
    return EveryRound(
        1 if terms.sequential_test else rounds,
        terms.challenger,
        [one for one in field if past.rulings.annulling_unplayed([one]) is None],
        uncounted(terms, past.entries),
        most=None if terms.sequential_test else rounds,
    )


FORMATS = {LadderFormat.ROUND_ROBIN: RoundRobin(), LadderFormat.GAUNTLET: Gauntlet()}
