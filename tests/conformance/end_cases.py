"""What the end of a game of Imhotep shows: shared places, ties, hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from saqqara_engine.imhotep.card_kinds import WORDS
from saqqara_engine.imhotep.cards import spread
from saqqara_engine.imhotep.figures import BURIAL, OBELISKS, TEMPLE


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
    sides, stones = state.table.options.sides.in_order(), state.stones
    heights = sorted(Counter(stones[OBELISKS]).values())
    if sides[OBELISKS] == "A":
        for tied in {heights.count(high) for high in heights} - {1}:
            yield f"H-44 {tied} tied at the Obelisks, {state.players} players"
    rows = [sorted(Counter(stones[BURIAL][row::3]).values()) for row in range(3)]
    if sides[BURIAL] == "B" and any(len(set(row)) < len(row) for row in rows):
        yield f"H-44 tied in a row, {state.players} players"
    if sides[TEMPLE] == "C":
        steps = [each for each in state.data[TEMPLE].steps if each]
        if len(set(steps)) < len(steps):
            yield f"H-44 tied chariots, {state.players} players"
