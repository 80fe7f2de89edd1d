"""The published table: strengths and intervals from a whole season."""

from __future__ import annotations

import random
import time
from itertools import permutations

import numpy as np
import pytest

from saqqara_contest.results import Result
from saqqara_contest.season_fit import ELO_PER_LOGIT, season_fit


def test_two_bots_differ_as_their_score_says() -> None:
    """With many games the field's spread matters little: 300 of 400 are 191 Elo around 0."""
    won, lost = Result(("a", "b"), (1, 2)), Result(("a", "b"), (2, 1))
    first, second = season_fit([won] * 300 + [lost] * 100)
    assert (first.bot, second.bot) == ("a", "b")
    assert first.elo == pytest.approx(191 / 2, abs=3)
    assert first.elo == pytest.approx(-second.elo)
    assert first.interval.low < 191 / 2 < first.interval.high


def test_neither_order_nor_seats_count() -> None:
    """The fit is a function of what happened, not of when and where."""
    results = _season(dict.fromkeys("abcde", 0.0) | {"a": 1.0}, 3, 60)
    turned = [Result(result.bots[::-1], result.places[::-1]) for result in reversed(results)]
    for one, other in zip(season_fit(results), season_fit(turned), strict=True):
        assert one.bot == other.bot
        assert one.elo == pytest.approx(other.elo, abs=1e-6)


def test_a_tie_is_every_order_in_equal_shares() -> None:
    """A tie of three is six orders of which each is a sixth of a game."""
    tied = season_fit([Result(tuple("abcd"), (1, 1, 1, 4))] * 6)
    orders = [Result((*order, "d"), (1, 2, 3, 4)) for order in permutations("abc")]
    for one, other in zip(tied, season_fit(orders), strict=True):
        assert one.elo == pytest.approx(other.elo)
        assert one.interval.high == pytest.approx(other.interval.high)
    assert tied[0].elo == pytest.approx(tied[2].elo)
    assert tied[3].bot == "d"


def test_who_won_everything_is_not_infinitely_strong() -> None:
    """A clean sheet has a strength that grows with the number of games."""
    short, long = (season_fit([Result(("a", "b"), (1, 2))] * games) for games in (4, 40))
    assert 0 < short[0].elo < long[0].elo < 1000
    assert short[0].interval.high < 1000


def test_who_has_not_played_is_listed_with_a_wide_interval() -> None:
    """A bot without a result is average for all that is known; nobody at all is an empty table."""
    fitted = season_fit([Result(("a", "b"), (1, 2))] * 40, bots=["new"])
    new = next(row for row in fitted if row.bot == "new")
    assert new.elo == pytest.approx(0, abs=1e-6)
    assert new.interval.high - new.interval.low > 300
    assert season_fit([]) == []


def test_results_of_others_connect_bots_that_never_met() -> None:
    """Who beats one that beats another is stronger than both, at tables of any size."""
    results = _season({"a": 1.0, "b": 0.0}, 2, 80, seed=1)
    results += _season({"b": 0.0, "c": -1.0, "d": -1.0, "e": -1.0}, 4, 80, seed=2)
    assert [row.bot for row in season_fit(results)][:2] == ["a", "b"]


def test_intervals_hold_the_truth() -> None:
    """Of 20 bots over 30 seasons, about 95 in 100 true strengths lie within their intervals."""
    held = []
    for run in range(30):
        chance = np.random.default_rng(run)
        drawn = chance.normal(0, 0.6, 20)
        true = {f"b{place}": value for place, value in enumerate(drawn - drawn.mean())}
        held += [
            row.interval.low < true[row.bot] * ELO_PER_LOGIT < row.interval.high
            for row in season_fit(_season(true, 4, 150, seed=run))
        ]
    assert 0.92 < np.mean(held) < 0.98


def test_a_large_season_is_fitted_in_seconds() -> None:
    """20 bots and 1,600 matches take milliseconds, 300 bots and 10,000 matches no seconds."""
    for bots, matches in ((20, 1600), (300, 10_000)):
        true = {f"b{place}": place / bots for place in range(bots)}
        results = _season(true, 4, matches)
        began = time.process_time()
        assert len(season_fit(results)) == bots
        assert time.process_time() - began < 5


def _season(true: dict[str, float], players: int, matches: int, seed: int = 0) -> list[Result]:
    """Matches of bots drawn at random, by Plackett and Luce's model."""
    draw, chance = random.Random(seed), np.random.default_rng(seed)
    bots = sorted(true)
    results = []
    for _ in range(matches):
        seats = tuple(draw.sample(bots, players))
        shown = np.array([true[bot] for bot in seats]) + chance.gumbel(size=players)
        places = (-shown).argsort().argsort() + 1
        results.append(Result(seats, tuple(places.tolist())))
    return results
