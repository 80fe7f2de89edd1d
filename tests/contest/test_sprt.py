"""The sequential test against published figures, brute force and its own promises."""

from __future__ import annotations

import math
import random

import pytest

from saqqara_contest.sprt import (
    UNSEEN,
    Sprt,
    Verdict,
    counted,
    elo_of,
    expected_score,
    score_values,
)

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


def by_score(*counts: float) -> dict[float, float]:
    """Counts of game pairs: LL, LD, LW or DD, DW, WW."""
    return {score: count or UNSEEN for score, count in zip(PENTANOMIAL, counts, strict=True)}


def test_a_published_case_gives_its_published_ratio() -> None:
    """A test of 5,200 pairs with bounds 0 and 2 stands at 0.73."""
    ratio = Sprt(elo0=0, elo1=2).ratio(by_score(253, 1245, 2113, 1341, 248))
    assert ratio == pytest.approx(0.73, abs=0.005)


def test_the_bounds_are_those_of_wald() -> None:
    """With 5 % of either error the bounds are -2.94 and 2.94."""
    test = Sprt(alpha=0.05, beta=0.05)
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=0.001)


def test_two_outcomes_are_a_likelihood_ratio_in_closed_form() -> None:
    """Without ties a fitted distribution has no freedom: the ratio is that of two coins."""
    test = Sprt(elo0=0, elo1=20)
    low, high = expected_score(0), expected_score(20)
    wanted = 60 * math.log(high / low) + 40 * math.log((1 - high) / (1 - low))
    assert test.ratio({0.0: 40, 1.0: 60}) == pytest.approx(wanted)


def test_the_ratio_is_the_quotient_of_the_greatest_likelihoods() -> None:
    """No distribution with the hypothesis' mean fits better: a fine search finds the same."""
    counts = {0.0: 30.0, 0.5: 50.0, 1.0: 45.0}

    def best(mean: float) -> float:
        ways = (step / 200_000 for step in range(1, 200_000))
        return max(
            30 * math.log(1 - mean - tie / 2) + 50 * math.log(tie) + 45 * math.log(mean - tie / 2)
            for tie in ways
            if tie / 2 < min(mean, 1 - mean)
        )

    wanted = best(expected_score(15)) - best(expected_score(-5))
    assert Sprt(elo0=-5, elo1=15).ratio(counts) == pytest.approx(wanted, abs=1e-6)


def test_swapping_sides_turns_the_ratio_round() -> None:
    """The old bot against the new one is the same test seen from the other side."""
    there = Sprt(elo0=0, elo1=5).ratio(by_score(10, 20, 70, 40, 12))
    back = Sprt(elo0=-5, elo1=0).ratio(by_score(12, 40, 70, 20, 10))
    assert there == pytest.approx(-back)


def test_verdicts_are_as_often_wrong_as_was_said() -> None:
    """Bots of equal strength are called stronger in 5 % of the tests, no more but for chance."""
    test, chance = Sprt(elo0=0, elo1=60), random.Random(1)
    verdicts = [_run(test, chance, 0.0) for _ in range(150)]
    assert verdicts.count(Verdict.STRONGER) / len(verdicts) < 0.09
    verdicts = [_run(test, chance, 60.0) for _ in range(150)]
    assert verdicts.count(Verdict.NOT_STRONGER) / len(verdicts) < 0.09


def _run(test: Sprt, chance: random.Random, elo: float) -> Verdict:
    """A test of bots with this true difference, played until it is decided."""
    wins, values = expected_score(elo), score_values(games=2, opponents=1)
    scores: list[float] = []
    while True:
        scores += (sum(chance.random() < wins for _ in range(2)) / 2 for _ in range(8))
        verdict = test.verdict(test.ratio(counted(values, scores)))
        if verdict is not Verdict.OPEN:
            return verdict


def test_score_values_are_all_that_a_block_can_have() -> None:
    """Two games of two seats make five values; three games of three seats make thirteen."""
    assert score_values(games=2, opponents=1) == list(PENTANOMIAL)
    assert len(score_values(games=3, opponents=2)) == 13
    assert counted(PENTANOMIAL, [0.5, 0.5, 1.0]) == by_score(0, 0, 2, 0, 1)


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
    with pytest.raises(ValueError, match=r"must be below|lie between"):
        Sprt(**terms)


def test_one_value_is_no_test() -> None:
    """Where every block must have the same score there is nothing to compare."""
    with pytest.raises(ValueError, match="two possible scores"):
        Sprt().ratio({0.5: 10})
