"""Tables without a prior: the plain maximum of the likelihood, infinite where it has none."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isnan, log10

import pytest

from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import season_fit
from saqqara_contest.seasons.model import NO_PRIOR


def met(winner: str, loser: str, games: int = 2) -> list[Result]:
    """Return games that one bot won, from both seats in turn."""
    return [
        Result((winner, loser), (1, 2)) if game % 2 else Result((loser, winner), (2, 1))
        for game in range(games)
    ]


def strengths(results: list[Result]) -> dict[str, float]:
    """Return each bot's strength in a table without a prior."""
    return {row.bot: row.elo for row in season_fit(results, prior=NO_PRIOR).rows}


@pytest.mark.parametrize(("won", "lost"), [(300, 100), (6, 4), (18, 2)])
def test_two_bots_differ_by_their_score_alone(won: int, lost: int) -> None:
    """As few games say little, the prior of the usual table would pull both together."""
    found = strengths(met("a", "b", won) + met("b", "a", lost))
    assert found["a"] - found["b"] == pytest.approx(400 * log10(won / lost), abs=0.2)


def test_a_bot_that_won_or_lost_everything_is_infinitely_far() -> None:
    """The others have their finite strengths, with a mean of 1500."""
    among = met("b", "c", 6) + met("c", "b", 4)
    found = strengths(among + met("best", "b") + met("c", "last"))
    assert found["best"] == inf
    assert found["last"] == -inf
    assert found["b"] - found["c"] == pytest.approx(400 * log10(1.5), abs=0.2)
    assert (found["b"] + found["c"]) / 2 == pytest.approx(1500, abs=1)


def test_bots_that_finite_ones_do_not_compare_have_no_number() -> None:
    """Both of two bots that one bot beat may be the better one."""
    found = strengths(met("a", "b", 6) + met("b", "a", 4) + met("x", "y") + met("x", "b"))
    assert found["x"] == inf
    assert isnan(found["y"])


@pytest.mark.parametrize("ends", [("a", "b"), ("a", "m", "b")])
def test_a_chain_is_infinite_at_both_ends(ends: tuple[str, ...]) -> None:
    """There is nothing finite but the middle, if there is one."""
    found = strengths([one for winner, loser in pairwise(ends) for one in met(winner, loser)])
    assert (found["a"], found["b"]) == (inf, -inf)
    assert found.get("m", 1500) == pytest.approx(1500)


def test_beside_infinite_strengths_no_place_is_certain() -> None:
    """The prior's weight alone would say how far the others are away."""
    rows = season_fit(met("a", "b") + met("a", "c") + met("b", "c") + met("c", "b"), prior=NO_PRIOR)
    assert [row.placing for row in rows.rows] == [None] * 3


def test_ties_compare_both_ways() -> None:
    """One tie in ten wins gives a finite difference, also at tables of three."""
    results = [*met("a", "b", 10), Result(("a", "b", "c"), (1, 1, 3)), *met("c", "b", 2)]
    found = strengths(results)
    assert all(abs(one) < inf for one in found.values())
    assert found["a"] > found["b"]
