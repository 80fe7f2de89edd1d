"""Strengths from pairwise results."""

from __future__ import annotations

import random

import pytest

from saqqara_contest.sprt import expected_score
from saqqara_contest.strengths import strength_intervals, strengths


def test_two_bots_differ_as_their_score_says() -> None:
    """With many games the prior is nothing: 300 of 400 are 191 Elo, shared by both sides of 0."""
    first, second = strengths([[0, 300], [100, 0]])
    assert first - second == pytest.approx(191, abs=2)
    assert first == pytest.approx(-second)


def test_results_of_others_connect_bots_that_never_met() -> None:
    """Who beats one that beats another is stronger than both, met or not."""
    elos = strengths([[0, 30, 0], [10, 0, 30], [0, 10, 0]])
    assert elos[0] > elos[1] > elos[2]
    assert elos[0] - elos[1] == pytest.approx(elos[1] - elos[2], abs=1e-3)


def test_who_won_everything_is_not_infinitely_strong() -> None:
    """A clean sheet has a strength that grows with the number of games; nobody met is 0."""
    short, long = (strengths([[0, games], [0, 0]])[0] for games in (4, 40))
    assert 0 < short < long < 1000
    assert strengths([[0, 0], [0, 0]]) == [0, 0]


def test_true_strengths_are_found_within_their_intervals() -> None:
    """Simulated games of four bots give back what they were drawn from."""
    true = [150.0, 50.0, -50.0, -150.0]
    chance = random.Random(3)
    blocks = [_block(true, chance) for _ in range(150)]
    total = [[sum(block[a][b] for block in blocks) for b in range(4)] for a in range(4)]
    assert strengths(total) == pytest.approx(true, abs=45)
    for elo, interval in zip(true, strength_intervals(blocks), strict=True):
        assert interval is not None
        assert interval.low - 15 < elo < interval.high + 15


def test_one_block_has_no_intervals() -> None:
    """One block does not tell how blocks differ."""
    assert strength_intervals([[[0, 1], [0, 0]]]) == [None, None]


def _block(true: list[float], chance: random.Random) -> list[list[float]]:
    wins = [[0.0] * len(true) for _ in true]
    for a in range(len(true)):
        for b in range(a):
            first = chance.random() < expected_score(true[a] - true[b])
            wins[a][b] += first
            wins[b][a] += not first
    return wins
