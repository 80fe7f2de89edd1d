"""The page of the likelihood: its constants are the code's, and its formulas give the fit."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import combinations
from statistics import NormalDist, median

import numpy as np
import pytest

from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.results import Result
from saqqara_contest.seasons.drift import drifts, noticeable
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


def test_drift_is_that_of_the_page() -> None:
    """Both shapes, the factor and the change that would be noticed, with no code of the fit."""
    played = results()
    fit = maximum(played, {bot: number for number, bot in enumerate("abcd")})
    assert fit is not None
    rows, residuals, informations, blocks = [], [], [], []
    for game in played:
        seats = len(game.bots)
        for one, other in combinations(range(seats), 2):
            row = np.zeros(4 + seats)
            row[["abcd".index(game.bots[one]), 4 + one]] = 1
            row[["abcd".index(game.bots[other]), 4 + other]] = -1
            expected = 1 / (1 + np.exp(-float(row @ fit.values)))
            won = (np.sign(game.places[other] - game.places[one]) + 1) / 2
            rows.append(row)
            residuals.append(3 / (seats + 1) * (won - expected))
            informations.append(3 / (seats + 1) * expected * (1 - expected))
            blocks.append(game.block)
    x, r, h, b = np.array(rows), np.array(residuals), np.array(informations), np.array(blocks)
    count = 1 + b.max()
    in_block = np.array([(x[b == block].T @ r[b == block])[:4] for block in range(count)])
    n = len({(block, bot) for game in played for block in [game.block] for bot in game.bots})
    freedom, free = n - count, n - count - len(fit.values)
    factor = max(1, (freedom * (in_block**2).sum() / (2 * h.sum()) + 20) / (free + 20))
    inverse = np.linalg.pinv((x.T * h) @ x)
    shapes = []
    for w in (b / (count - 1), (b >= (count - 1) / 2).astype(float)):
        explained = (x.T * (h * w)) @ x @ inverse
        gained = x.T @ (r * w) - explained @ (x.T @ r)
        known = np.diag((x.T * (h * w**2)) @ x - explained @ ((x.T * (h * w)) @ x))
        shapes.append((gained / known, np.sqrt(factor / known)))
    found = drifts(fit)
    assert len(found) == 4
    for drift in found:
        change, error = max(
            ((change[drift.bot], error[drift.bot]) for change, error in shapes),
            key=lambda shape: abs(shape[0] / shape[1]),
        )
        assert drift.elo == pytest.approx(ELO_PER_LOGIT * change, rel=1e-4)
        assert drift.error == pytest.approx(ELO_PER_LOGIT * error, rel=1e-4)
    clear = NormalDist().inv_cdf(1 - 0.03 / 2 / 4 / 1.65)
    assert noticeable(found) == pytest.approx(clear * median(drift.error for drift in found))


def test_elo_is_that_of_the_page() -> None:
    """Differences of strengths in logits, times 400 / ln 10."""
    fit = maximum(results(), {bot: number for number, bot in enumerate("abcd")})
    assert fit is not None
    rows = {row.bot: row.elo for row in season_fit(results()).rows}
    for bot, value in zip("abcd", fit.values, strict=False):
        assert rows[bot] == pytest.approx(1500 + ELO_PER_LOGIT * (value - fit.values[:4].mean()))
