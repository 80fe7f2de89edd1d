"""Estimates of sequential tests, over many tests with a known difference."""

from __future__ import annotations

import numpy as np
import pytest

from saqqara_contest.sprt import Sprt, elo_of
from tests.contest.test_stopped import demand_coverage, demand_sane_estimate, estimates


@pytest.mark.parametrize(
    ("players", "elo1", "elo"),
    [
        *((2, 60, elo) for elo in (-300, 0, 30, 60, 400)),
        *((2, 10, elo) for elo in (200, 400)),
        *((3, 100, elo) for elo in (-300, 100, 300)),
        *((4, 50, elo) for elo in (0, 50, 200, 300)),
    ],
)
def test_half_of_all_estimates_are_too_high(players: int, elo1: float, elo: float) -> None:
    """And 95 % of the intervals hold the truth."""
    demand_coverage(players, elo1, elo)


def test_the_mean_score_overstates_and_the_estimate_does_not() -> None:
    """Of tests that a stronger bot passes, as a stopping rule prefers good luck."""
    found = estimates(Sprt(0, 60), 2, 60.0, 80)
    plain = np.mean([elo_of(score) for score, _ in found])
    assert plain > 66
    assert np.mean([one.elo for _, one in found]) < plain - 4


@pytest.mark.parametrize("score", [0.0, 1.0])
@pytest.mark.parametrize(("games", "players"), [(2, 2), (8, 4)])
@pytest.mark.parametrize("elo1", [2, 5])
def test_clean_sheet_of_many_blocks_has_an_estimate(
    score: float, games: int, players: int, elo1: float
) -> None:
    """Scores that do not vary at all: a test of [0, 2] ends after 498 blocks of two games."""
    demand_sane_estimate(score, games, players, elo1)
