"""The comparison of neighbours near clean scores, against exact computations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import season_fit
from saqqara_contest.seasons.model import maximum
from saqqara_contest.seasons.neighbours import Next, compare


def series(won: int, lost: int) -> list[Result]:
    """Return the games of two bots, which take turns in the first seat."""
    outcomes = [True] * won + [False] * lost
    return [
        Result(("a", "b"), (1, 2) if wins else (2, 1), number)
        if number % 2
        else Result(("b", "a"), (2, 1) if wins else (1, 2), number)
        for number, wins in enumerate(outcomes)
    ]


def compared(results: list[Result]) -> Next:
    """Return the comparison of the first bot of a table with the next one."""
    found = season_fit(results).rows[0].next
    assert found is not None
    return found


@pytest.mark.parametrize("won", [3, 5, 10, 20])
def test_a_clean_score_says_what_the_exact_likelihood_says(won: int) -> None:
    """Between that of an even prior of the chance to win and that of the table's own prior."""
    even = 1 - 2.0 ** -(won + 1)
    fit = maximum(series(won, 0), {"a": 0, "b": 1})
    assert fit is not None
    apart = np.linspace(-60, 60, 120_001)
    precision = fit.belief.precision[0, 0] / 2
    density = np.exp(-won * np.log1p(np.exp(-apart)) - precision * apart**2 / 2)
    own = float(density[apart > 0].sum() / density.sum())
    stronger = compared(series(won, 0)).stronger
    assert even - 0.001 <= stronger <= own + 0.001


def test_nine_of_ten_is_close_to_the_exact_likelihood() -> None:
    """The integral over an even prior is 0.9941."""
    assert compared(series(9, 1)).stronger == pytest.approx(0.9941, abs=0.003)


def test_the_error_and_the_chance_after_clean_scores() -> None:
    """Of a clean score only the winner is sure: the margin above the difference stays wide."""
    for won, is_clear in ((10, True), (1, False)):
        rows = season_fit(series(won, 0)).rows
        found = rows[0].next
        assert found is not None
        assert (found.stronger > 0.975) is is_clear
        assert rows[0].elo - rows[1].elo < found.error


def test_rivals_make_the_comparison_less_sure() -> None:
    """The likelihood does not know of them, so its root is scaled by their part of the errors."""
    fit = maximum(series(10, 0), {"a": 0, "b": 1})
    assert fit is not None
    unsure = replace(fit, covariance=4 * fit.covariance)
    assert compare(unsure, 0, 1, 1.0).stronger < compare(fit, 0, 1, 1.0).stronger


def test_close_neighbours_are_compared_by_their_errors() -> None:
    """The likelihood is a parabola there, so a second fit would change nothing."""
    results = series(110, 90)
    fit = maximum(results, {"a": 0, "b": 1})
    assert fit is not None
    known = fit.covariance
    error = ELO_PER_LOGIT * (known[0, 0] + known[1, 1] - 2 * known[0, 1]) ** 0.5
    assert compare(fit, 0, 1, 1.0).error == pytest.approx(error)


def test_a_third_bot_keeps_its_part_in_the_comparison() -> None:
    """Two that never met are compared by their results against it."""
    results = [Result(("a", "c"), (1, 2)), Result(("c", "a"), (2, 1))] * 4
    results += [Result(("c", "b"), (1, 2)), Result(("b", "c"), (2, 1))] * 4
    rows = season_fit(results).rows
    assert [row.bot for row in rows] == ["a", "c", "b"]
    for row in rows[:2]:
        assert row.next is not None
        assert row.next.stronger == pytest.approx(0.996, abs=0.004)
