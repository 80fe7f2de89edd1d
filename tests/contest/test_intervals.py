"""Intervals of shares and means over blocks."""

from __future__ import annotations

import random

import pytest

from saqqara_contest.intervals import mean_interval, share_interval, student


@pytest.mark.parametrize("share", [0.5, 0.95])
@pytest.mark.parametrize("blocks", [2, 5, 20])
def test_intervals_of_shares_cover_as_often_as_they_say(share: float, blocks: int) -> None:
    """However few blocks of two games there are, and however near to 1 the share lies."""
    chance = random.Random(5)
    covered = 0
    for _ in range(400):
        won = [sum(chance.random() < share for _ in range(2)) / 2 for _ in range(blocks)]
        interval = share_interval(won, games=2)
        assert interval is not None
        covered += interval.low <= share <= interval.high
    assert covered / 400 >= 0.92


def test_games_that_belong_together_tell_less() -> None:
    """Blocks whose games end alike are worth half as many games as independent ones."""
    alike = share_interval([1.0, 0.0] * 50, games=2)
    apart = share_interval([1.0, 0.5, 0.5, 0.0] * 25, games=2)
    assert alike is not None
    assert apart is not None
    assert alike.high - alike.low == pytest.approx(2**0.5 * (apart.high - apart.low), rel=0.05)


@pytest.mark.parametrize("games", [2, 4])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_no_share_is_certain(share: float, games: int) -> None:
    """20 to 0 is no proof that nothing else can happen, nor are blocks that all say the same."""
    interval = share_interval([share] * 10, games)
    assert interval is not None
    assert interval.low <= share <= interval.high
    assert 0.05 < interval.high - interval.low < 0.5
    assert share_interval([], games) is None


def test_intervals_of_means_cover_as_often_as_they_say() -> None:
    """Of 400 samples of five blocks, about 95 % have the true mean in their interval."""
    chance = random.Random(5)
    covered = 0
    for _ in range(400):
        interval = mean_interval([chance.gauss(1, 3) for _ in range(5)])
        assert interval is not None
        covered += interval.low <= 1 <= interval.high
    assert 0.92 <= covered / 400 <= 0.98


def test_a_mean_needs_blocks_that_differ() -> None:
    """One block does not tell how blocks differ, nor do those that are all the same."""
    assert mean_interval([3.0]) is None
    assert mean_interval([3.0] * 5) is None


def test_students_quantile_is_that_of_the_tables() -> None:
    """For few degrees of freedom, many, and in between."""
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 10: 2.228, 30: 2.042, 1000: 1.962}
    for freedom, value in table.items():
        assert student(freedom) == pytest.approx(value, rel=2e-3)
