"""Tuning by SPSA: it finds what wins more, stays within bounds, and can be repeated."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from saqqara_contest.spsa import Spsa, Tuned

NUMBERS = (Tuned(0.4, 0, 2), Tuned(1.5, 0, 4), Tuned(3, 0, 10, is_whole=True))
BEST = (1.2, 0.8, 6)


def strength(values: tuple[float, ...]) -> float:
    """Highest at the best numbers."""
    ranges = (number.most - number.least for number in NUMBERS)
    return -sum(((v - b) / r) ** 2 for v, b, r in zip(values, BEST, ranges, strict=True))


def test_it_finds_what_wins_more() -> None:
    """From noisy results of two games an iteration all numbers come near the best ones at once."""
    spsa, chance = Spsa(NUMBERS, 3_000, 0.1, seed=1), Random(2)
    values = spsa.start
    for iteration in range(spsa.iterations):
        plus, minus = spsa.sides(iteration, values)
        share = 1 / (1 + exp(-12 * (strength(plus) - strength(minus))))
        wins = sum(chance.random() < share for _ in range(2))
        values = spsa.after(iteration, values, wins - 1)
    assert strength(values) > strength(spsa.start) / 4


def test_sides_lie_opposite_within_the_bounds() -> None:
    """Whole numbers stay whole, steps shrink, and nothing leaves its bounds."""
    spsa = Spsa(NUMBERS, 100, 0.1, seed=1)
    plus, minus = spsa.sides(0, spsa.start)
    assert sum(plus[1:2] + minus[1:2]) == pytest.approx(2 * 1.5)
    assert plus[2] == round(plus[2]) != minus[2]
    late, _ = spsa.sides(99, spsa.start)
    assert abs(late[1] - 1.5) == pytest.approx(4 / 20)
    assert abs(plus[1] - 1.5) > 4 / 20
    for side in spsa.sides(0, (0.0, 4.0, 10.0)):
        assert all(n.least <= v <= n.most for n, v in zip(NUMBERS, side, strict=True))
    assert spsa.after(0, (2.0, 4.0, 10.0), 1.0) != spsa.after(0, (2.0, 4.0, 10.0), -1.0)


def test_a_draw_moves_nothing_and_a_plan_repeats_itself() -> None:
    """What is moved follows from seed and iteration alone."""
    spsa = Spsa(NUMBERS, 10, 0.1, seed=5)
    assert spsa.after(3, spsa.start, 0.0) == spsa.start
    assert spsa.sides(3, spsa.start) == Spsa(NUMBERS, 10, 0.1, seed=5).sides(3, spsa.start)
    with pytest.raises(ValueError, match="needs a parameter"):
        Spsa((), 10, 0.1, seed=5)
