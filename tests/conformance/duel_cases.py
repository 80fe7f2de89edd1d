"""What a game of the Duel shows: the rulings by their numbers, and what is seldom reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from saqqara_engine.duel.legality import LAST_BOATS, LINES, MEEPLES
from saqqara_engine.duel.scoring import OBELISK_B_ALL, OBELISK_B_NEEDS
from saqqara_engine.duel.tokens import (
    DARK,
    FIRST_ACTION,
    LIGHT,
    OBELISK,
    PLACE,
    SWAP,
    TAKE,
    TOMBS,
    UNLOAD,
)

DISPUTED: Final = 4
"""The height of the smaller pyramid whose points are an option."""


def duel_shown(before: Any, legal: Sequence[str], action: str, after: Any) -> Iterator[str]:
    """What a ply shows, in words that begin with the number of the ruling, if there is one."""
    seat = before.turn
    won, hand = before.won[seat], MEEPLES - before.meeples[seat].bit_count()
    kinds = {text.split()[0] for text in legal}
    yield from _unusable(won, hand, kinds)
    yield from _done(before, legal, action, after)
    moored_lines = {cell for boat in range(6) if before.moored >> boat & 1 for cell in LINES[boat]}
    if _occupied(before) - moored_lines:
        yield "H-60 a meeple that no boat is left for"


def _occupied(state: Any) -> set[int]:
    """The cells with meeples."""
    return {cell for cell in range(9) if (state.meeples[0] | state.meeples[1]) >> cell & 1}


def _unusable(won: Sequence[int], hand: int, kinds: set[str]) -> Iterator[str]:
    """Tokens that cannot be used now."""
    if won[TAKE] and "take" not in kinds:
        yield "H-52 only action tokens could be taken"
    if won[PLACE] and hand == 1:
        yield "H-53 two meeples cannot be placed with one"
    if won[UNLOAD] and hand == 0:
        yield "H-54 no meeple to place before unloading"
    if won[UNLOAD] and hand and "place-unload" not in kinds:
        yield "H-55 nothing could be unloaded after placing"
    if won[SWAP] and "swap" not in kinds:
        yield "H-58 nothing can be unloaded after swapping"
    if kinds == {"pass"}:
        yield "H-59 H-61 a seat must pass"


def _done(before: Any, legal: Sequence[str], action: str, after: Any) -> Iterator[str]:
    kind, *rest = action.split()
    if kind == "take":
        yield f"H-50 H-51 the reserve fills a space, {3 - after.taken} left"
        if any(token >= FIRST_ACTION for token in before.boats):
            yield "H-52 action tokens lie on boats and cannot be taken"
    if kind == "places":
        yield f"H-53 {len(rest)} meeples are placed"
    if kind == "place-unload":
        yield f"H-56 after placing {'one boat is' if len(rest) == 2 else 'two boats are'} unloaded"
        if len(rest) == 2 and any(text.startswith(f"{action} ") for text in legal):
            yield "H-56 a second boat is left"
        lines = [set(LINES[boat]) for boat in range(6) if before.moored >> boat & 1]
        left = _occupied(after)
        if after.over and len(rest) == 2 and any(len(line & left) > 1 for line in lines):
            yield "H-57 the first unloading ends the game, though a second were possible"
    if kind == "swap":
        boat, first, second = rest[0][:2], int(rest[0][3]), int(rest[1])
        base = ("r1", "r2", "r3", "c1", "c2", "c3").index(boat) * 3 - 1
        equal = before.boats[base + first] == before.boats[base + second]
        yield f"H-58 two {'equal' if equal else 'unlike'} tokens are swapped"
        yield f"H-58 {'that' if rest[2] == boat else 'another'} boat is unloaded"
    yield from _ended(before, kind, after)


def _ended(before: Any, kind: str, after: Any) -> Iterator[str]:
    gained = [now[OBELISK] - then[OBELISK] for now, then in zip(after.won, before.won, strict=True)]
    if before.first_to_five < 0 <= after.first_to_five and min(gained) > 0:
        second = after.won[1 - after.first_to_five][OBELISK]
        both = "both have five" if second >= OBELISK_B_NEEDS else "the other gets one, too"
        yield f"H-62 one is first to five obelisks: {both}"
    for seat, (now, then) in enumerate(zip(after.won, before.won, strict=True)):
        if 1 - seat == before.first_to_five and then[OBELISK] < OBELISK_B_NEEDS <= now[OBELISK]:
            yield f"H-62 seat {seat} has five obelisks after the other"
    if after.moored.bit_count() == LAST_BOATS:
        yield f"the game ends by {kind}"
    if max(each[OBELISK] for each in after.won) >= OBELISK_B_ALL:
        yield "ten obelisks"


def duel_end_shown(state: Any, totals: Sequence[int]) -> Iterator[str]:
    """What the end of a game shows."""
    sides = state.options.sides
    for won in state.won:
        if sides.pyramids == "A":
            yield from (f"Pyramids A: a pyramid has {won[kind]}" for kind in (LIGHT, DARK))
        else:
            smaller = min(won[LIGHT], won[DARK])
            worth = f", worth {state.options.duel_pyramid_b_four}" if smaller == DISPUTED else ""
            yield f"Pyramids B: the smaller pyramid has {smaller}{worth}"
        if sides.tombs == "A":
            yield from (f"Tombs A: {length} in a row" for length in _rows(won))
    if totals[0] == totals[1]:
        yield "a tie goes to the seat that did not begin"
    if min(totals) < 0:
        yield "a negative total"


def _rows(won: Sequence[int]) -> Iterator[int]:
    """How many tombs with numbers in a row, for each row."""
    marks = "".join("x" if won[tomb] else " " for tomb in TOMBS)
    yield from (len(row) for row in marks.split())
