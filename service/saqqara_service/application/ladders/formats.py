"""The formats of ladders whose tables follow from who takes part, and who never meets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from math import comb
from typing import Final

from saqqara_contest.tournaments import fixed as tables_of
from saqqara_contest.tournaments.draws import by_lot, groups
from saqqara_contest.tournaments.tables import Table
from saqqara_service.application.ladders.opponents import kept_apart
from saqqara_service.errors import WrongState
from saqqara_service.models import (
    EntryStatus,
    LadderEntry,
    LadderFormat,
    PairedBot,
    PairingKind,
    PairingReason,
)
from saqqara_service.models.ladder_formats import MOST_BLOCKS
from saqqara_service.storage.ladders.rows import Progress, StoredTerms

MOST_IN_PODS: Final = 100
"""So many bots may take part in a round robin at tables for 3 or 4."""
FIXED: Final = frozenset({LadderFormat.ROUND_ROBIN, LadderFormat.GAUNTLET})
"""The formats of which all tables follow from who takes part."""
CLOSED: Final = FIXED | {one for one in LadderFormat if one.lives is not None}
"""The formats in which who takes part is fixed at the start."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A block that is meant to be played, and why these bots meet."""

    bots: Table
    pairing: PairingReason


def fixed(terms: StoredTerms, entries: Sequence[LadderEntry]) -> list[Table]:
    """All tables of a round robin or gauntlet of the bots in `terms.field`, groups in turn."""
    rounds, apart = terms.rounds or 0, kept_apart(terms, entries)
    if terms.format is LadderFormat.GAUNTLET:
        challenger = terms.challenger or ""
        return tables_of.gauntlet(challenger, terms.field, terms.players, rounds, apart=apart)
    of_groups = [
        tables_of.round_robin(group, terms.players, rounds, apart=apart)
        for group in groups_of(terms)
    ]
    return [table for table in chain(*zip_longest(*of_groups)) if table is not None]


def groups_of(terms: StoredTerms) -> list[list[str]]:
    """The groups of a round robin; all bots are one where there are none."""
    return groups(terms.field, terms.groups or 1)


def with_field(ladder: Progress, entries: Sequence[LadderEntry]) -> StoredTerms:
    """The terms with who takes part and how many blocks that makes; raises `WrongState`.

    Where it matters who is first, a first stage draws that by the ladder's seed; in a later one it
    is the best of the stage before.
    """
    terms = ladder.terms
    field = tuple(one.bot_id for one in entries if one.status is EntryStatus.ACTIVE)
    is_drawn = terms.groups is not None or terms.format.lives is not None
    if is_drawn and (terms.stage or 1) == 1:
        field = by_lot(ladder.seed, 0, field)
    if terms.format is LadderFormat.GAUNTLET and terms.challenger not in field:
        raise WrongState(f"The challenger {terms.challenger!r} is not enrolled. Enrol it first.")
    is_round_robin = terms.format is LadderFormat.ROUND_ROBIN
    if is_round_robin and terms.players > 2 and len(field) > MOST_IN_PODS:  # noqa: PLR2004
        raise WrongState(
            f"A round robin with {terms.players} seats can have at most {MOST_IN_PODS} bots."
        )
    if terms.groups is not None and len(field) // terms.groups < terms.players:
        raise WrongState(
            f"{len(field)} bots are too few for {terms.groups} groups of {terms.players}"
            " bots. Enrol more, or create a ladder with fewer groups."
        )
    begun = terms.model_copy(update={"field": field})
    return with_blocks(begun, entries) if terms.format in FIXED else begun


def with_blocks(terms: StoredTerms, entries: Sequence[LadderEntry]) -> StoredTerms:
    """The terms with the number of blocks of all rounds of their field; raises `WrongState`.

    What would surely be too many is refused before any is made.
    """
    is_gauntlet = terms.format is LadderFormat.GAUNTLET
    others = max(0, len(terms.field) - 1)
    met = terms.players - 1 if is_gauntlet else comb(terms.players, 2)
    apart = len(kept_apart(terms, entries))
    meetings = others if is_gauntlet else sum(comb(len(one), 2) for one in groups_of(terms))
    blocks = (terms.rounds or 0) * ((meetings - apart) // met)
    if blocks <= MOST_BLOCKS:
        blocks = len(fixed(terms, entries))
    if blocks > MOST_BLOCKS:
        raise WrongState(
            f"The ladder would have {blocks} blocks, more than {MOST_BLOCKS}. Play fewer"
            " rounds or a Swiss."
        )
    return terms.model_copy(update={"blocks": blocks})


def next_fixed(
    terms: StoredTerms, entries: Sequence[LadderEntry], before: int, count: int
) -> list[Meant]:
    """The next tables of a round robin or gauntlet after so many."""
    tables = fixed(terms, entries)
    return [
        Meant(
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
