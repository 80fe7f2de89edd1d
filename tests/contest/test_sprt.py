"""The sequential test against a published figure and its own promises."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

from saqqara_contest.sprt import (
    LEAST_BLOCKS,
    Sprt,
    SprtProgress,
    Verdict,
    elo_of,
    expected_score,
    plain_variance,
)

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)

LOGIT = 400 / math.log(10)
"""One logit in Elo."""

BLUR = 16 * math.sqrt(3) / (15 * math.pi)
"""A normal spread of s logits moves a score to that of 1 / sqrt(1 + (BLUR s)^2) of its logits."""


@dataclass(frozen=True, slots=True)
class Luck:
    """How the games of a block hang together; none of it moves the expected score."""

    alike: float = 0.0
    """The share of blocks of two in which both games end as the first."""
    deals: float = 0.0
    """The standard deviation, in Elo, of the worth of a block's deals for the new bot."""
    ties: float = 0.0
    """The share of ties between equals in games of two."""


INDEPENDENT = Luck()

HANGING = {
    "alike": (2, Luck(alike=0.8)),
    "ties": (2, Luck(ties=0.54)),
    "deals-2": (2, Luck(deals=200)),
    "deals-3": (3, Luck(deals=200)),
    "deals-4": (4, Luck(deals=200)),
}
"""The seats and the luck of blocks that vary otherwise than independent games."""


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
    """In 5 % from either side at most, at tables of any size."""
    demand_errors(players, elo1, INDEPENDENT)


@pytest.mark.parametrize("elo1", [100, 200])
@pytest.mark.parametrize("case", HANGING)
def test_verdicts_hold_where_games_of_a_block_hang_together(case: str, elo1: float) -> None:
    """Deals that suit a bot, or games that end alike, do not make equals stronger."""
    demand_errors(HANGING[case][0], elo1, HANGING[case][1])


def demand_errors(players: int, elo1: float, luck: Luck) -> None:
    """Wrong verdicts are within a fifth of the 5 % that are allowed, and four standard errors."""
    test, chance = Sprt(elo0=0, elo1=elo1), np.random.default_rng(players)
    for elo, wrong in ((0.0, Verdict.ABOVE_ELO0), (elo1, Verdict.BELOW_ELO1)):
        ends = [ended(test, players, elo, chance, luck) for _ in range(500)]
        verdicts = [one.verdict for one in ends]
        assert verdicts.count(wrong) / len(ends) <= 0.06 + 4 * 0.01
        assert Verdict.OPEN not in verdicts
        assert min(one.blocks for one in ends) >= LEAST_BLOCKS


def test_eight_clean_blocks_decide_and_seven_do_not() -> None:
    """However clear the first ones are, whether games hang together shows only in several."""
    plain = plain_variance(games=8, players=4)
    for score, verdict in ((1.0, Verdict.ABOVE_ELO0), (0.0, Verdict.BELOW_ELO1)):
        before, after = (Sprt(0, 200).standing([score] * count, plain) for count in (7, 8))
        assert (before.verdict, after.verdict) == (Verdict.OPEN, verdict)
        assert Sprt(0, 200).expected(before, plain) == LEAST_BLOCKS


def ended(
    test: Sprt, players: int, elo: float, chance: np.random.Generator, luck: Luck = INDEPENDENT
) -> SprtProgress:
    """A test of bots with this true difference, played until it is decided."""
    games = players if players == 2 else 2 * players
    scores: list[float] = []
    while True:
        scores += [block(players, elo, chance, luck) for _ in range(max(8, len(scores)))]
        now = test.followed(scores, plain_variance(games, players))
        if now is not None and now.verdict is not Verdict.OPEN:
            return now


def block(players: int, elo: float, chance: np.random.Generator, luck: Luck = INDEPENDENT) -> float:
    """The score of a block: the new bot among old ones, and with more than two seats reversed."""
    spread = luck.deals / LOGIT
    lead = elo / LOGIT * math.sqrt(1 + (BLUR * spread) ** 2) + chance.normal(0, spread)
    if luck.alike and chance.random() < luck.alike:
        return float(chance.random() < expected_score(elo))
    if luck.ties:
        return _tied(expected_score(elo), luck.ties, chance)
    shown = chance.gumbel(size=(players, players))
    won = (shown[:, :1] + lead > shown[:, 1:]).mean()
    if players == 2:
        return float(won)
    shown = chance.gumbel(size=(players, players))
    return float(won + (shown[:, 1:] + lead > shown[:, :1]).mean()) / 2


def _tied(score: float, ties: float, chance: np.random.Generator) -> float:
    """The score of two games with ties that take as much from either side as the score demands."""
    tie = min(ties * 4 * score * (1 - score), 2 * min(score, 1 - score))
    drawn = chance.random(2)
    return float(((drawn < tie) / 2 + (drawn > 1 - score + tie / 2)).mean())


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
