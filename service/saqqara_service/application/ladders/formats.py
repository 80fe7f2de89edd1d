"""The formats of ladders that are played in rounds: their tables, and why these bots meet."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from saqqara_contest import formats
from saqqara_contest.formats import Pair, Table
from saqqara_contest.scores import Game, Meeting, Score, scores
from saqqara_service.errors import WrongState
from saqqara_service.models import (
    EntryStatus,
    LadderEntry,
    LadderFormat,
    PairedBot,
    PairingKind,
    PairingReason,
    SameOwner,
)
from saqqara_service.models.ladders import MOST_BLOCKS
from saqqara_service.storage.ladders.rows import Schedule, StoredTerms

MOST_IN_PODS: Final = 100
"""So many bots may take part in a round robin at tables for 3 or 4."""
FIXED: Final = frozenset({LadderFormat.ROUND_ROBIN, LadderFormat.GAUNTLET})
"""The formats of which all tables follow from who takes part."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A block that is meant to be played, and why these bots meet."""

    bots: Table
    pairing: PairingReason


def fixed(terms: StoredTerms, entries: Sequence[LadderEntry]) -> list[Table]:
    """All tables of a round robin or gauntlet of the bots in `terms.field`."""
    rounds, apart = terms.rounds or 0, kept_apart(terms, entries)
    if terms.format is LadderFormat.GAUNTLET:
        challenger = terms.challenger or ""
        return formats.gauntlet(challenger, terms.field, terms.players, rounds, apart=apart)
    return formats.round_robin(terms.field, terms.players, rounds, apart=apart)


def with_field(terms: StoredTerms, entries: Sequence[LadderEntry]) -> StoredTerms:
    """The terms with who takes part and how many blocks that makes; raises `WrongState`."""
    field = tuple(one.bot_id for one in entries if one.status is EntryStatus.ACTIVE)
    if terms.format is LadderFormat.GAUNTLET and terms.challenger not in field:
        raise WrongState(f"the challenger {terms.challenger!r} is not enrolled; enrol it first")
    is_round_robin = terms.format is LadderFormat.ROUND_ROBIN
    if is_round_robin and terms.players > 2 and len(field) > MOST_IN_PODS:  # noqa: PLR2004
        raise WrongState(f"a round robin of {terms.players} seats has at most {MOST_IN_PODS} bots")
    begun = terms.model_copy(update={"field": field})
    blocks = len(fixed(begun, entries))
    if blocks > MOST_BLOCKS:
        raise WrongState(f"that would be {blocks} blocks, more than {MOST_BLOCKS}; play a Swiss")
    return begun.model_copy(update={"blocks": blocks})


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


def next_round(
    terms: StoredTerms, entries: Sequence[LadderEntry], found: Schedule, number: int
) -> tuple[list[Meant], tuple[str, ...]]:
    """The tables of a Swiss round by all that was played before, and who sits out."""
    active = [one.bot_id for one in entries if one.status is EntryStatus.ACTIVE]
    table = scored([one.bot_id for one in entries], found)
    points = {score.bot: score.points for score in table}

    def rank(bot: str) -> tuple[float, bytes]:
        return -points[bot], hashlib.sha256(f"{terms.id}|{number}|{bot}".encode()).digest()

    now = formats.swiss_round(
        sorted(active, key=rank),
        points,
        {pair for bots in _blocks(found) for pair in formats.pairs(bots)},
        found.byes,
        terms.players,
        apart=kept_apart(terms, entries),
    )
    meant = [
        Meant(
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
    return meant, now.byes


def scored(bots: Sequence[str], found: Schedule) -> list[Score]:
    """The table by points, of all blocks of which no match is left to play."""
    games: defaultdict[int, list[Game]] = defaultdict(list)
    results = {result.match_id: result for result in found.results}
    left_out: set[int] = set()
    for match_id, planned in found.planned.items():
        if match_id in results:
            one = results[match_id]
            games[planned.block].append(Game(one.bots, one.places, one.totals))
        elif found.outcomes.get(match_id, "dropped") == "dropped":
            left_out.add(planned.block)
    over = {one.block: one.bots for one in found.planned.values()}.items()
    meetings = [
        Meeting(bots, tuple(games[block])) for block, bots in sorted(over) if block not in left_out
    ]
    return scores(bots, meetings, found.byes)


def kept_apart(terms: StoredTerms, entries: Sequence[LadderEntry]) -> Collection[Pair]:
    """Each two bots that never meet."""
    return kin(entries) if terms.same_owner is SameOwner.FORBIDDEN else ()


def kin(entries: Sequence[LadderEntry]) -> set[Pair]:
    """Each two bots of one account."""
    by_account: defaultdict[str, list[str]] = defaultdict(list)
    for entry in entries:
        by_account[entry.account_id].append(entry.bot_id)
    return {frozenset(pair) for bots in by_account.values() for pair in combinations(bots, 2)}


def _blocks(found: Schedule) -> list[Table]:
    return list({one.block: one.bots for one in found.planned.values()}.values())
