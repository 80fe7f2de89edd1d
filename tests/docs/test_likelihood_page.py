"""The page of the likelihood: its constants are the code's, and its formulas give the fit."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import combinations

import numpy as np
import pytest

from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import season_fit
from saqqara_contest.seasons.model import maximum
from tests.bench.ratings.sceptic import Case, season
from tests.supply.vocabulary import ROOT

PAGE = (ROOT / "docs/explanation/likelihood.md").read_text("utf-8")
CONSTANTS = re.findall(r"^\| ([0-9.]+) \| [^|]+ \| `([a-z_.]+)\.([A-Z_]+)` \|$", PAGE, re.MULTILINE)
CASE = Case(bots=4, players=3, rounds=4, ties=0.5, seat=80)


def test_the_page_has_all_constants() -> None:
    """Each row is found by the pattern of this test."""
    table = PAGE.split("## Constants")[1].split("\n## ")[0]
    assert len(CONSTANTS) == table.count("\n| ") - 1 == 20


@pytest.mark.parametrize(("value", "module", "name"), CONSTANTS, ids=[row[2] for row in CONSTANTS])
def test_a_constant_is_that_of_the_code(value: str, module: str, name: str) -> None:
    """A change of the code has to change the page."""
    assert float(value) == getattr(import_module(f"saqqara_contest.{module}"), name)


def results() -> list[Result]:
    """Return a season with ties, seats of different value and tables of three."""
    return [
        Result(tuple("abcd"[bot] for bot in game.bots), game.places, game.block)
        for game in season(CASE, 1).games
    ]


def log_likelihood(played: list[Result], strength: dict[str, float], seat: list[float]) -> float:
    """Return the likelihood as the page writes it, with no code of the fit."""
    total = 0.0
    for game in played:
        seats = len(game.bots)
        worth = [strength[bot] + seat[number] for number, bot in enumerate(game.bots)]
        for one, other in combinations(range(seats), 2):
            ahead = 1 / (1 + np.exp(worth[other] - worth[one]))
            won = (np.sign(game.places[other] - game.places[one]) + 1) / 2
            log = won * np.log(ahead) + (1 - won) * np.log(1 - ahead)
            total += 3 / (seats + 1) * float(log)
    return total


def test_the_fit_maximises_the_likelihood_of_the_page() -> None:
    """A step of any parameter in either direction makes it smaller."""
    played = results()
    fit = maximum(played, {bot: number for number, bot in enumerate("abcd")})
    assert fit is not None

    def posterior(values: np.ndarray) -> float:
        strength = dict(zip("abcd", values[:4], strict=True))
        prior = float(values @ fit.belief.precision @ values) / 2
        found = log_likelihood(played, strength, list(values[4:])) / fit.belief.dispersion
        return found - prior

    best = posterior(fit.values)
    for number in range(len(fit.values)):
        for step in (-0.01, 0.01):
            moved = fit.values.copy()
            moved[number] += step
            assert posterior(moved) < best


def test_the_prior_is_that_of_the_page() -> None:
    """Seats have 120 Elo in the units of the strengths."""
    fit = maximum(results(), {bot: number for number, bot in enumerate("abcd")})
    assert fit is not None
    precision = np.diag(fit.belief.precision)
    assert ELO_PER_LOGIT / np.sqrt(precision[4]) == pytest.approx(120)
    assert 100 < ELO_PER_LOGIT / np.sqrt(precision[0]) <= 1.5 * 350


def test_elo_is_that_of_the_page() -> None:
    """Differences of strengths in logits, times 400 / ln 10."""
    fit = maximum(results(), {bot: number for number, bot in enumerate("abcd")})
    assert fit is not None
    rows = {row.bot: row.elo for row in season_fit(results()).rows}
    for bot, value in zip("abcd", fit.values, strict=False):
        assert rows[bot] == pytest.approx(1500 + ELO_PER_LOGIT * (value - fit.values[:4].mean()))
