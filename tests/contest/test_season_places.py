"""How certain places are: chances to be the strongest, ranges of places, and bands."""

from __future__ import annotations

import numpy as np
import pytest

from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import Fitted, season_fit
from saqqara_contest.seasons.places import Placing, placings
from tests.bench.ratings.sceptic import Case, season


def rows(case: Case, run: int) -> list[Fitted]:
    """Return the table of a season that shares no code with ours."""
    played = season(case, run).games
    return list(
        season_fit([Result(tuple(map(str, g.bots)), g.places, g.block) for g in played]).rows
    )


def certainty(case: Case, run: int) -> list[Placing]:
    """Return the certainty of all places of a season, the strongest bot first."""
    found = [row.placing for row in rows(case, run)]
    assert all(found)
    return [one for one in found if one]


EQUALS = Case(spread=0, matches=800)


def test_nobody_is_the_strongest_of_equals() -> None:
    """The first is there by chance: it may hold most places, and shares its band with all."""
    for run in range(3):
        found = certainty(EQUALS, run)
        assert sum(one.best for one in found) == pytest.approx(1)
        assert found[0].best < 0.35
        assert found[0].low == 1
        assert found[0].high >= 15
        assert sum(one.band == 1 for one in found) >= 18


def test_places_of_bots_that_are_far_apart_are_certain() -> None:
    """Each has a band of its own."""
    found = placings(np.array([300.0, 0.0, -300.0]), 100.0 * np.eye(3))
    assert found == [Placing(1.0, 1, 1, 1), Placing(0.0, 2, 2, 2), Placing(0.0, 3, 3, 3)]


def test_a_band_ends_at_the_first_bot_that_is_surely_weaker_than_its_first() -> None:
    """Although each is hardly weaker than the bot before it."""
    elos = np.linspace(200.0, -200.0, 11)
    found = placings(elos, 25.0**2 * np.eye(11))
    bands = [one.band for one in found]
    assert bands == sorted(bands)
    assert 3 <= bands[-1] <= 6
    assert [one.low <= place <= one.high for place, one in enumerate(found, 1)] == [True] * 11


def test_two_bots_are_judged_by_their_results() -> None:
    """A field of two says nothing of its spread, so they are not taken for equals."""
    covariance = 25.0**2 * (np.eye(2) - 0.5)
    first, second = placings(np.array([20.0, -20.0]), covariance)
    assert first.best == pytest.approx(0.87, abs=0.03)
    assert first.best + second.best == 1
    assert (first.band, second.band) == (1, 1)
    assert (first.low, first.high) == (1, 2)


def test_certainty_follows_from_the_results_alone() -> None:
    """Names do not matter, nor does a second computation: a server and a reader find the same."""
    games = season(Case(bots=6, rounds=4), 2).games
    first, *others = (
        season_fit([Result(tuple(names[bot] for bot in g.bots), g.places, g.block) for g in games])
        for names in ("abcdef", "abcdef", "fedcba")
    )
    for table in others:
        assert [row.placing for row in table.rows] == [row.placing for row in first.rows]


def test_only_a_bot_with_a_place_has_a_range_of_places() -> None:
    """A retired version has none, and neither has the only bot with a place."""
    results = [Result(("a 1", "b"), (1, 2))] * 20 + [Result(("b", "a 2"), (1, 2))] * 20
    found = {row.bot: row.placing for row in season_fit(results, retired={"a 1"}).rows}
    assert found["a 1"] is None
    assert found["b"] is not None
    assert found["a 2"] is not None
    alone = season_fit(results[:20], retired={"a 1"}).rows
    assert [row.placing for row in alone] == [None, None]


@pytest.mark.parametrize("case", [EQUALS, Case(bots=6, rounds=3), Case(players=4, matches=400)])
def test_ranges_hold_the_true_places(case: Case) -> None:
    """About 95 in 100 at least; the true places of equals are drawn."""
    held = []
    for run in range(12):
        truth = season(case, run).field
        if not case.spread:
            truth = np.random.default_rng(run).permutation(case.bots).astype(float)
        place = 1 + (-truth).argsort().argsort()
        found = {int(row.bot): row.placing for row in rows(case, run)}
        held += [one.low <= place[bot] <= one.high for bot, one in found.items() if one]
    assert np.mean(held) >= 0.92
