"""Points of the Duel: both sides of the four sites, unused action tokens, meeples in the harbour.

The points of a smaller pyramid of four on side B are an option.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from saqqara_engine.duel.options import SITES, Options
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import DARK, FIRST_ACTION, LIGHT, OBELISK, TEMPLES, TOMBS
from saqqara_engine.game import Score, ScoreLine, SeatScore

SOURCES: Final = (*SITES, "action-tokens", "meeples")
"""The sources of points, in the order of the score lines."""

KEPT: Final = 4096
"""The cache size of each scoring function; most actions change few of a seat's tokens."""

NOTHING: Final = Score(0, tuple(ScoreLine(source, 0) for source in SOURCES))
"""The score of a seat before the end."""

OBELISK_A_MORE: Final = 6
OBELISK_B: Final = (12, 6, 18)
"""Points of the first with five, the other with five, and a seat with ten."""
OBELISK_B_NEEDS: Final = 5
OBELISK_B_ALL: Final = 10
TEMPLE_SETS: Final = (0, 1, 4, 9, 16)
PYRAMID_A: Final = (0, 1, 3, 6, 10, 15, 21)
PYRAMID_B: Final = (-6, 0, 4, 10, 18, 30, 45)
TOMB_RUNS: Final = (0, 1, 4, 9, 16, 25)
TOMB_RUN_B: Final = 4


def scores(state: State) -> tuple[SeatScore, ...]:
    """Return the points by seat and source; the seat that did not start wins a tie."""
    return tuple(_seat_score(state, seat) for seat in (0, 1))


def points(state: State) -> list[int]:
    """Return each seat's points: the totals of `scores`, but faster."""
    return [sum(source_points(state, seat)) for seat in (0, 1)]


def score_of(state: State, seat: int) -> Score:
    """Return a seat's points if the game ended now."""
    found = source_points(state, seat)
    return Score(sum(found), tuple(ScoreLine(*line) for line in zip(SOURCES, found, strict=True)))


def _seat_score(state: State, seat: int) -> SeatScore:
    score = score_of(state, seat)
    return SeatScore(seat, score.total, seat, score.lines)


def source_points(state: State, seat: int) -> tuple[int, ...]:
    """Return a seat's points from each source, in the order of `SOURCES`."""
    sides, won = state.options.sides, state.won[seat]
    return (
        _OBELISKS[sides.obelisks](state, seat),
        _TEMPLE[sides.temple](bytes(won[TEMPLES[0] : TEMPLES[-1] + 1])),
        _PYRAMIDS[sides.pyramids](state, seat),
        _TOMBS[sides.tombs](bytes(won[TOMBS[0] : TOMBS[-1] + 1])),
        sum(won[FIRST_ACTION:]),
        state.meeples[seat].bit_count(),
    )


def _obelisks_a(state: State, seat: int) -> int:
    own, other = state.won[seat][OBELISK], state.won[1 - seat][OBELISK]
    return own + (OBELISK_A_MORE if own > other else 0)


def _obelisks_b(state: State, seat: int) -> int:
    own = state.won[seat][OBELISK]
    first, second, all_of_them = OBELISK_B
    if own >= OBELISK_B_ALL:
        return all_of_them
    if state.first_to_five == seat:
        return first
    return second if own >= OBELISK_B_NEEDS else 0


@lru_cache(KEPT)
def _temple_a(owned: bytes) -> int:
    return sum(count * symbols for symbols, count in enumerate(owned, 1))


@lru_cache(KEPT)
def _temple_b(owned: bytes) -> int:
    """Return the points of the best split into sets: set k takes each value owned k times or
    more."""
    return sum(TEMPLE_SETS[sum(count >= k for count in owned)] for k in range(1, max(owned) + 1))


def _pyramids_a(state: State, seat: int) -> int:
    won = state.won[seat]
    return PYRAMID_A[won[LIGHT]] + PYRAMID_A[won[DARK]]


def _pyramids_b(state: State, seat: int) -> int:
    smaller = min(state.won[seat][LIGHT], state.won[seat][DARK])
    return _pyramid_b(state.options, smaller)


def _pyramid_b(options: Options, size: int) -> int:
    disputed = 4
    return options.duel_pyramid_b_four if size == disputed else PYRAMID_B[size]


def _runs(owned: bytes) -> Iterator[int]:
    length = 0
    for count in owned:
        if count:
            length += 1
        elif length:
            yield length
            length = 0
    if length:
        yield length


@lru_cache(KEPT)
def _tombs_a(owned: bytes) -> int:
    return sum(TOMB_RUNS[min(run, 5)] for run in _runs(owned))


@lru_cache(KEPT)
def _tombs_b(owned: bytes) -> int:
    return TOMB_RUN_B * sum(1 for _ in _runs(owned))


_OBELISKS: Final = {"A": _obelisks_a, "B": _obelisks_b}
_TEMPLE: Final = {"A": _temple_a, "B": _temple_b}
_PYRAMIDS: Final = {"A": _pyramids_a, "B": _pyramids_b}
_TOMBS: Final = {"A": _tombs_a, "B": _tombs_b}
