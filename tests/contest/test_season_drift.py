"""Whether a bot changed in the season: changes are told with their size, and chance is not."""

from __future__ import annotations

import random

import pytest

from saqqara_contest.blocks import rotations
from saqqara_contest.results import Result
from saqqara_contest.seasons.aspects import FitAspect
from saqqara_contest.seasons.checks import ModelCheck
from saqqara_contest.seasons.fit import season_fit
from tests.bench.ratings.sceptic import Case, season


def drift_of(results: list[Result]) -> ModelCheck:
    """What the table says of drift."""
    return {check.aspect: check for check in season_fit(results).checks}[FitAspect.DRIFT]


def sceptics(case: Case, run: int) -> list[Result]:
    """A season that shares no code with ours."""
    games = season(case, run).games
    return [Result(tuple(map(str, game.bots)), game.places, game.block) for game in games]


FORESEEN = {
    "always in one order": [
        Result(bots, tuple(1 + "abcd".index(bot) for bot in bots), block)
        for block in range(20)
        for bots in rotations("abcd")
    ],
    "the first seat wins": [
        Result(bots, (1, 2), block) for block in range(20) for bots in rotations("ab")
    ],
    "all of a ring are equal": [
        Result(bots, (1, 2), block)
        for block in range(39)
        for bots in rotations(("ab", "bc", "ca")[block % 3])
    ],
}
"""Blocks that all end alike: their results do not stray at all."""


@pytest.mark.parametrize("results", FORESEEN.values(), ids=FORESEEN)
def test_foreseen_results_do_not_make_it_sure_that_nobody_changed(results: list[Result]) -> None:
    """A change is known no better than by independent games of the same chances."""
    found = drift_of(results)
    assert found.fits
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low > 400


def test_a_clean_sheet_tells_nothing_of_a_change() -> None:
    """Who won everything may have been stronger by any number at the end."""
    results = [Result(("a", "b"), (1, 2), block) for block in range(8) for _ in range(2)]
    assert drift_of(results).size is None


def test_who_met_the_weak_first_and_the_strong_later_has_not_changed() -> None:
    """A change that opponents would explain as well is not known by games of either half."""
    draw, results = random.Random(2), []
    for block in range(80):
        rival, chance = ("weak", 0.8) if block < 40 else ("strong", 0.2)
        for bots in rotations(("a", rival)):
            wins = (draw.random() < chance) == (bots[0] == "a")
            results.append(Result(bots, (1, 2) if wins else (2, 1), block))
    found = drift_of(results)
    assert found.fits
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low > 800


@pytest.mark.parametrize(
    "case", [Case(players=4, matches=3200, drift=300), Case(players=4, matches=3200, jump=300)]
)
def test_the_size_is_that_of_the_change(case: Case) -> None:
    """Whether it came about evenly or at once."""
    found = drift_of(sceptics(case, 1))
    assert found.size == pytest.approx(300, abs=90)
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < 300 < found.high
