"""What a test that stopped by itself says of strength."""

from __future__ import annotations

import numpy as np
import pytest

from saqqara_contest.sprt import Sprt, Standing, Verdict, elo_of, plain_variance
from saqqara_contest.stopped import Estimate, estimate
from tests.contest.test_sprt import ended


def after(test: Sprt, elo: float, tests: int) -> list[tuple[Standing, Estimate]]:
    """How tests of two bots with this true difference ended, and what they say of it."""
    chance = np.random.default_rng(7)
    ends = [ended(test, 2, elo, chance) for _ in range(tests)]
    return [(now, estimate(test, now)) for now in ends]


@pytest.mark.parametrize("elo", [0.0, 30.0, 60.0])
def test_half_of_all_estimates_are_too_high(elo: float) -> None:
    """And 95 % of the intervals hold the truth, wherever it lies."""
    found = [one for _, one in after(Sprt(0, 60), elo, 300)]
    assert 0.4 < np.mean([one.elo > elo for one in found]) < 0.6
    assert np.mean([one.interval.low <= elo <= one.interval.high for one in found]) > 0.91


def test_the_mean_score_overstates_and_the_estimate_does_not() -> None:
    """Of tests that a stronger bot passes, as a stopping rule prefers good luck."""
    found = after(Sprt(0, 60), 60.0, 300)
    plain = np.mean([elo_of(now.score) for now, _ in found])
    told = np.mean([one.elo for _, one in found])
    assert plain > 66
    assert told < plain - 4


def test_sooner_is_stronger() -> None:
    """Of two tests that said "stronger", the one that took fewer blocks saw the stronger bot."""
    test, plain = Sprt(0, 60), plain_variance(2, 2)
    short, long = (
        Standing(blocks, score, plain**0.5, 3.0, -2.9, 2.9, Verdict.STRONGER)
        for blocks, score in ((30, 0.65), (300, 0.56))
    )
    assert estimate(test, short).elo > estimate(test, long).elo + 20


def test_an_open_test_says_what_its_score_says() -> None:
    """Far from its bounds nothing was chosen, so the estimate is the mean score's."""
    now = Standing(100, 0.52, 0.35, 0.1, -2.9, 2.9, Verdict.OPEN)
    found = estimate(Sprt(0, 20), now)
    assert found.elo == pytest.approx(elo_of(0.52), abs=1)
    assert found.interval.low == pytest.approx(elo_of(0.52 - 1.96 * 0.035), abs=3)
    assert found.interval.high == pytest.approx(elo_of(0.52 + 1.96 * 0.035), abs=3)


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_who_won_everything_is_told_too(score: float) -> None:
    """There is a difference and an interval, which a plain score of 0 or 1 has not."""
    verdict = Verdict.STRONGER if score else Verdict.NOT_STRONGER
    found = estimate(Sprt(0, 60), Standing(6, score, 0.3, 5.0, -2.0, 2.0, verdict))
    assert found.interval.low <= found.elo <= found.interval.high
    assert found.interval.high - found.interval.low > 100
    assert abs(found.elo) < 1400


@pytest.mark.parametrize("blocks", [1, 10, 100])
def test_hypotheses_do_not_matter_while_no_bound_is_near(blocks: int) -> None:
    """However near they are to each other: sums over a wide strip would not fit into memory."""
    plain = plain_variance(games=2, players=2)
    scores = [0.25, 0.5, 0.75, 0.5, 1.0, 0.25, 0.5, 0.0, 0.75, 0.5] * (blocks // 10) or [0.75]
    told = []
    for elo1 in (0.1, 1.0, 3.0):
        test = Sprt(0, elo1)
        now = test.standing(scores, plain)
        assert now.verdict is Verdict.OPEN
        found = estimate(test, now)
        told.append((found.elo, found.interval.low, found.interval.high))
    assert told[0] == pytest.approx(told[1], abs=0.1)
    assert told[0] == pytest.approx(told[2], abs=0.5)


def test_an_estimate_is_the_same_on_both_sides_of_where_bounds_begin_to_matter() -> None:
    """The short way and the sums agree where both hold."""
    scores, plain = [0.25, 0.75] * 60, plain_variance(games=2, players=2)
    near, far = (estimate(one, one.standing(scores, plain)) for one in (Sprt(0, 7), Sprt(0, 5)))
    assert near.elo == pytest.approx(far.elo, abs=1)
    assert near.interval.low == pytest.approx(far.interval.low, abs=1)
    assert near.interval.high == pytest.approx(far.interval.high, abs=1)
