"""The sequential test against a published figure and its own promises."""

from __future__ import annotations

import math

import numpy as np
import pytest

from saqqara_contest.sprt import (
    Sprt,
    SprtProgress,
    Verdict,
    elo_of,
    expected_score,
    plain_variance,
)

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


def test_a_published_case_gives_its_published_ratio() -> None:
    """A test of 5,200 pairs with bounds 0 and 2 stands at 0.73."""
    counts = (253, 1245, 2113, 1341, 248)
    scores = [one for one, count in zip(PENTANOMIAL, counts, strict=True) for _ in range(count)]
    now = Sprt(elo0=0, elo1=2).standing(scores, plain_variance(games=2, players=2))
    assert now.llr == pytest.approx(0.73, abs=0.005)
    assert now.verdict is Verdict.OPEN


def test_the_bounds_are_those_of_wald_less_the_overshoot() -> None:
    """With 5 % of either error they are -2.94 and 2.94, and nearer where steps are long."""
    test = Sprt(alpha=0.05, beta=0.05)
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=0.001)
    now = Sprt(0, 200).standing([0.5, 0.75], 0.125)
    step = (expected_score(200) - 0.5) / now.deviation
    assert now.upper == pytest.approx(test.upper - 0.583 * step)
    assert now.lower == pytest.approx(-now.upper)


def test_swapping_sides_turns_the_ratio_round() -> None:
    """The old bot against the new one is the same test seen from the other side."""
    scores = [0.25, 0.5, 1.0, 0.75, 0.5, 0.0, 0.75]
    there = Sprt(elo0=0, elo1=5).standing(scores, 0.125)
    back = Sprt(elo0=-5, elo1=0).standing([1 - one for one in scores], 0.125)
    assert there.llr == pytest.approx(-back.llr)


@pytest.mark.parametrize(("players", "elo1"), [(2, 60), (2, 100), (3, 100), (4, 100), (4, 200)])
def test_verdicts_are_as_often_wrong_as_was_said(players: int, elo1: float) -> None:
    """In 5 % from either side, neither much more nor much less, at tables of any size."""
    test, chance = Sprt(elo0=0, elo1=elo1), np.random.default_rng(players)
    for elo, wrong in ((0.0, Verdict.ABOVE_ELO0), (elo1, Verdict.BELOW_ELO1)):
        ends = [ended(test, players, elo, chance).verdict for _ in range(500)]
        assert 0.01 <= ends.count(wrong) / len(ends) <= 0.085
        assert Verdict.OPEN not in ends


def ended(test: Sprt, players: int, elo: float, chance: np.random.Generator) -> SprtProgress:
    """A test of bots with this true difference, played until it is decided."""
    games = players if players == 2 else 2 * players
    scores: list[float] = []
    while True:
        scores.append(block(players, elo, chance))
        now = test.standing(scores, plain_variance(games, players))
        if now.verdict is not Verdict.OPEN:
            return now


def block(players: int, elo: float, chance: np.random.Generator) -> float:
    """The score of a block: the new bot among old ones, and with more than two seats reversed."""
    lead = elo * math.log(10) / 400
    shown = chance.gumbel(size=(players, players))
    won = (shown[:, :1] + lead > shown[:, 1:]).mean()
    if players == 2:
        return float(won)
    shown = chance.gumbel(size=(players, players))
    return float(won + (shown[:, 1:] + lead > shown[:, :1]).mean()) / 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_blocks_of_equals_vary_as_is_believed(players: int) -> None:
    """The variance that is believed beforehand is that of independent games of equals."""
    chance = np.random.default_rng(1)
    scores = [block(players, 0, chance) for _ in range(4000)]
    games = players if players == 2 else 2 * players
    assert np.var(scores) == pytest.approx(plain_variance(games, players), rel=0.1)


def test_a_budget_is_what_tests_take() -> None:
    """On average, within what its approximation neglects; longest half way."""
    test, chance = Sprt(0, 100), np.random.default_rng(3)
    budget = test.budget(plain_variance(2, 2))
    for elo, blocks in ((0.0, budget.if_not), (100.0, budget.if_stronger), (50.0, budget.between)):
        taken = np.mean([ended(test, 2, elo, chance).blocks for _ in range(150)])
        assert taken == pytest.approx(blocks, rel=0.35)
    assert budget.between > budget.if_stronger


def test_elo_and_score_are_two_words_for_one_thing() -> None:
    """The logistic curve and its inverse."""
    assert expected_score(0) == 0.5
    assert elo_of(expected_score(123.0)) == pytest.approx(123.0)
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


@pytest.mark.parametrize(
    "terms", [{"elo0": 5, "elo1": 5}, {"alpha": 0}, {"beta": 0.5}], ids=["empty", "sure", "coin"]
)
def test_hypotheses_that_cannot_be_told_apart_are_refused(terms: dict[str, float]) -> None:
    """A test says at once that it could never end."""
    with pytest.raises(ValueError, match=r"must be at least|must be between"):
        Sprt(**terms)


@pytest.mark.parametrize("elo", [-200, 0, 200])
def test_a_test_that_is_followed_stops_where_the_first_of_its_standings_decides(elo: int) -> None:
    """So what comes later cannot take a verdict back."""
    test, plain = Sprt(0, 100), plain_variance(games=2, players=2)
    chances = np.random.default_rng(elo + 300)
    scores = [one / 4 for one in chances.binomial(4, expected_score(elo), size=400).tolist()]
    every = [test.standing(scores[:count], plain) for count in range(1, len(scores) + 1)]
    first = next((one for one in every if one.verdict is not Verdict.OPEN), every[-1])
    now = test.followed(iter(scores), plain)
    assert now is not None
    assert (now.blocks, now.verdict) == (first.blocks, first.verdict)
    assert (now.llr, now.upper) == pytest.approx((first.llr, first.upper))
    assert test.followed([], plain) is None


@pytest.mark.parametrize("elo", [0, 25, 50, 100])
def test_how_long_it_takes_is_about_what_was_expected(elo: int) -> None:
    """In the mean of 100 tests, told after 60 blocks."""
    test, plain = Sprt(0, 50), plain_variance(games=2, players=2)
    chances = np.random.default_rng(elo)
    expected, took = [], []
    for _ in range(100):
        scores = [one / 4 for one in chances.binomial(4, expected_score(elo), 3000).tolist()]
        after, end = (test.followed(scores[:most], plain) for most in (60, 3000))
        assert after is not None
        assert end is not None
        assert test.expected(end, plain) == end.blocks, "it is over"
        expected.append(test.expected(after, plain))
        took.append(end.blocks)
        assert expected[-1] >= after.blocks
    assert sum(expected) / sum(took) == pytest.approx(1, abs=0.4)
    assert test.expected(None, plain) == test.budget(plain).between


def test_no_block_is_no_test() -> None:
    """There is nothing to judge."""
    with pytest.raises(ValueError, match="at least one block"):
        Sprt().standing([], 0.125)
