"""The likelihood of finishing orders with ties, against its definition."""

from __future__ import annotations

from itertools import combinations
from math import exp, log

import numpy as np
import pytest

from saqqara_contest.choices import (
    gradient,
    information,
    parameters,
    plain_information,
    slopes,
    stages,
)
from saqqara_contest.results import Result
from saqqara_contest.seasons.games import arrays

NUMBER = {bot: number for number, bot in enumerate("abcd")}
RESULTS = [
    Result(tuple("abcd"), (1, 1, 3, 4)),
    Result(tuple("dcba"), (2, 2, 2, 1)),
    Result(tuple("bd"), (1, 1)),
    Result(tuple("ca"), (2, 1)),
    Result(tuple("bcad"), (1, 2, 3, 4)),
    Result(tuple("cadb"), (1, 1, 1, 1)),
]
"""Of every kind: ties of two, of three and of all, at the top and below it."""


def by_definition(values: np.ndarray) -> float:
    """The log-likelihood, by stages; values are strengths, seats of two and of four, ties."""
    total = 0.0
    for result in RESULTS:
        first_seat = 4 if len(result.bots) == 2 else 6
        worth = [
            values[NUMBER[bot]] + values[first_seat + seat] for seat, bot in enumerate(result.bots)
        ]
        left = list(range(len(result.bots)))
        while len(left) > 1:
            best = min(result.places[seat] for seat in left)
            chosen = tuple(seat for seat in left if result.places[seat] == best)
            weights = {
                one: exp(sum(worth[seat] for seat in one) / size + _tie(values, size))
                for size in range(1, len(left) + 1)
                for one in combinations(left, size)
            }
            total += log(weights[chosen] / sum(weights.values()))
            left = [seat for seat in left if seat not in chosen]
    return total


def _tie(values: np.ndarray, size: int) -> float:
    return 0.0 if size == 1 else float(values[10 + size - 2])


def test_slopes_are_those_of_the_definition() -> None:
    """The gradient and the information are the differences of the likelihood, written out."""
    games = arrays(RESULTS, NUMBER)
    of = parameters(games, len(NUMBER))
    assert (of.seats, of.ties, of.count) == (6, (2, 3, 4), 13)
    values = np.random.default_rng(1).normal(0, 0.7, of.count)
    choices, step = stages(games, of), 1e-5
    found = [slopes(stage, values) for stage in choices]
    for number in range(of.count):
        near = np.eye(of.count)[number] * step
        slope = (by_definition(values + near) - by_definition(values - near)) / (2 * step)
        assert gradient(found, of.count)[number] == pytest.approx(slope, abs=1e-6)
        ahead, behind = (
            gradient([slopes(stage, values + side) for stage in choices], of.count)
            for side in (near, -near)
        )
        curve = (behind - ahead) / (2 * step)
        assert information(found, of.count)[number] == pytest.approx(curve, abs=1e-6)


def test_equals_without_ties_tell_what_is_said() -> None:
    """Of games of two a half of a logit's information for both, of four 1.92."""
    for players, expected in ((2, 0.5), (4, 3 / 4 + 2 / 3 + 1 / 2)):
        bots = tuple("abcd"[:players])
        games = arrays([Result(bots, tuple(range(1, players + 1)))], NUMBER)
        assert plain_information(games) == pytest.approx(expected)
        of = parameters(games, len(NUMBER))
        found = [slopes(stage, np.zeros(of.count)) for stage in stages(games, of)]
        assert np.trace(information(found, of.count)[:4, :4]) == pytest.approx(expected)
