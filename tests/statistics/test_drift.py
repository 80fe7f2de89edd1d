"""The check for drift, over many seasons in which a bot changed or none did."""

from __future__ import annotations

import pytest

from tests.bench.ratings.sceptic import Case
from tests.contest.test_season_drift import drift_of, sceptics

CHANGES = {
    "evenly": (Case(players=4, drift=200), 5),
    "at once": (Case(players=4, jump=200), 9),
}
"""Seasons in which one of 20 bots changed, and in how many of ten it is told at least."""


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_told_in_most_seasons(name: str) -> None:
    """By a misfit that is there in fewer than one clean season of twenty."""
    case, least = CHANGES[name]
    assert sum(not drift_of(sceptics(case, run)).fits for run in range(10)) >= least


@pytest.mark.parametrize("players", [2, 4])
def test_nobody_seems_to_change_in_clean_seasons(players: int) -> None:
    """Although every bot is looked at in two ways."""
    found = [drift_of(sceptics(Case(players=players), run)) for run in range(12)]
    assert sum(not one.fits for one in found) <= 2
