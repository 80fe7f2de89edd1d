"""Intervals of means over blocks."""

from __future__ import annotations

import random

import pytest

from saqqara_contest.intervals import intervals


def test_blocks_that_agree_are_sure() -> None:
    """Where every block says the same there is nothing to doubt, whatever its games say."""
    (interval,) = intervals([[0.5]] * 20)
    assert interval is not None
    assert (interval.low, interval.high) == (0.5, 0.5)


def test_one_block_says_nothing_of_doubt() -> None:
    """One block has no interval, nor has none."""
    assert intervals([[0.5, 1.0]]) == [None, None]
    assert intervals([]) == []


def test_columns_are_resampled_together() -> None:
    """Columns that add up to one have intervals that mirror each other."""
    rows = [[share, 1 - share] for share in (0.0, 0.25, 0.5, 1.0, 0.75, 0.5)]
    first, second = intervals(rows)
    assert first is not None
    assert second is not None
    assert (first.low, first.high) == pytest.approx((1 - second.high, 1 - second.low))


def test_intervals_cover_as_often_as_they_say() -> None:
    """Of 200 samples of 40 blocks, about 95 % have the true mean in their interval."""
    chance = random.Random(5)
    covered = 0
    for _ in range(200):
        (interval,) = intervals([[chance.random() + chance.random()] for _ in range(40)])
        assert interval is not None
        covered += interval.low <= 1 <= interval.high
    assert 0.89 <= covered / 200 <= 0.99


def test_many_blocks_are_no_trouble() -> None:
    """A long run is resampled piece by piece, to the width that theory expects."""
    chance = random.Random(6)
    (interval,) = intervals([[float(chance.random() < 0.5)] for _ in range(5000)])
    assert interval is not None
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * 0.5 / 5000**0.5, rel=0.1)
