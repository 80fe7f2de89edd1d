"""Points of the Duel: both sides of the four sites, unused action tokens, meeples in harbour.

Figures: rules.md E.7. On side B the smaller pyramid of four is an option (X-25).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from saqqara_engine.duel.options import SITES, Options
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import ACTIONS, DARK, LIGHT, OBELISK, TEMPLES, TOMBS
from saqqara_engine.game import ScoreLine, SeatScore

Won = bytearray
"""How many tokens of each kind a seat has won."""

OBELISK_A_MORE: Final = 6
OBELISK_B: Final = (12, 6, 18)
"""First to five; the other with five; a seat with ten."""
OBELISK_B_NEEDS: Final = 5
OBELISK_B_ALL: Final = 10
TEMPLE_SETS: Final = (0, 1, 4, 9, 16)
PYRAMID_A: Final = (0, 1, 3, 6, 10, 15, 21)
PYRAMID_B: Final = (-6, 0, 4, 10, 18, 30, 45)
TOMB_RUNS: Final = (0, 1, 4, 9, 16, 25)
TOMB_RUN_B: Final = 4


def scores(state: State) -> tuple[SeatScore, ...]:
    """Points by seat with their breakdown; the seat that did not start wins a tie."""
    return tuple(_seat_score(state, seat) for seat in (0, 1))


def _seat_score(state: State, seat: int) -> SeatScore:
    sides = state.options.sides
    lines = [
        *(ScoreLine(site, _SITE[site, getattr(sides, site)](state, seat)) for site in SITES),
        ScoreLine("action-tokens", sum(state.won[seat][token] for token in ACTIONS)),
        ScoreLine("meeples", state.meeples[seat].bit_count()),
    ]
    return SeatScore(seat, sum(line.points for line in lines), seat, tuple(lines))


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


def _temple_a(state: State, seat: int) -> int:
    return sum(state.won[seat][token] * symbols for symbols, token in enumerate(TEMPLES, 1))


def _temple_b(state: State, seat: int) -> int:
    """The best split into sets of different values: the k-th set takes each value owned k times."""
    owned = [state.won[seat][token] for token in TEMPLES]
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


def _runs(won: Won) -> Iterator[int]:
    length = 0
    for token in TOMBS:
        if won[token]:
            length += 1
        elif length:
            yield length
            length = 0
    if length:
        yield length


def _tombs_a(state: State, seat: int) -> int:
    return sum(TOMB_RUNS[min(run, 5)] for run in _runs(state.won[seat]))


def _tombs_b(state: State, seat: int) -> int:
    return TOMB_RUN_B * sum(1 for _ in _runs(state.won[seat]))


_SITE: Final[dict[tuple[str, str], Callable[[State, int], int]]] = {
    ("obelisks", "A"): _obelisks_a,
    ("obelisks", "B"): _obelisks_b,
    ("temple", "A"): _temple_a,
    ("temple", "B"): _temple_b,
    ("pyramids", "A"): _pyramids_a,
    ("pyramids", "B"): _pyramids_b,
    ("tombs", "A"): _tombs_a,
    ("tombs", "B"): _tombs_b,
}
