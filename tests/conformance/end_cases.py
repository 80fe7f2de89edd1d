"""What the end of a game of Imhotep shows: shared places, ties, hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from saqqara_engine.imhotep.cards.card_kinds import WORDS
from saqqara_engine.imhotep.cards.piles import spread
from saqqara_engine.imhotep.figures import (
    BURIAL,
    BURIAL_ROWS,
    MAX_PLAYERS,
    OBELISKS,
    PYRAMID_LEVELS,
    PYRAMIDS,
    TEMPLE,
)


def end_shown(state: Any, totals: Sequence[int], placements: Sequence[int]) -> Iterator[str]:
    """What the end of a game shows."""
    if len(set(placements)) < len(placements):
        yield "seats share a place"
    if len(set(totals)) < len(totals) and len(set(placements)) == len(placements):
        yield "the sled breaks a tie"
    if min(totals) < 0:
        yield "a negative total"
    yield from _ties(state)
    for hand in state.hands:
        for kind in set(spread(hand)):
            yield f"somebody has {WORDS[kind]} at the end"
    if state.table.options.hidden_market_cards:
        yield "hidden cards are turned up"


def _ties(state: Any) -> Iterator[str]:
    for site, name, sizes in _rankings(state):
        counted = Counter(sizes)
        for tied in {*counted.values()} - {1}:
            case = f"{tied} tied at the Obelisks" if site == OBELISKS else f"tied {name}"
            yield f"H-44 {case}, {state.players} players"
        if len(sizes) == MAX_PLAYERS and counted[min(sizes)] == 1:
            yield f"a fourth rank {name}"


def _rankings(state: Any) -> Iterator[tuple[int, str, list[int]]]:
    """Where colours are ranked: the site, how it is called, and what each of them has."""
    sides, stones = state.table.options.sides.in_order(), state.stones
    if sides[OBELISKS] == "A":
        yield OBELISKS, "at the Obelisks", [*Counter(stones[OBELISKS]).values()]
    if sides[BURIAL] == "B":
        for row in range(BURIAL_ROWS):
            yield BURIAL, "in a row", [*Counter(stones[BURIAL][row::BURIAL_ROWS]).values()]
    if sides[TEMPLE] == "C":
        yield TEMPLE, "in the chariot race", [each for each in state.data[TEMPLE].steps if each]
    if sides[PYRAMIDS] == "D":
        for first, end in PYRAMID_LEVELS:
            yield PYRAMIDS, "on a level", [*Counter(stones[PYRAMIDS][first:end]).values()]
