"""How well tables rank synthetic bots: `python -m tests.bench.run FILE ratings`.

Kendall's tau between true and told order after a season (`ratings/season.py`), the mean of `RUNS`
seasons in which every system sees the same matches, which our pairing and live rating chose. Errors
are standard errors of the means; differences are of one season each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from saqqara_contest.ratings import ELO_PER_LOGIT, MEAN_ELO
from saqqara_contest.seasons.fit import season_fit
from tests.bench.measured import Row
from tests.bench.ratings.season import BOTS, Season, play
from tests.bench.ratings.systems import SYSTEMS

COMMAND = "python -m tests.bench.run bench.json ratings"
RUNS = 200
JOBS = 2
PLAYERS = (2, 4)
TABLE, LIVE = "table of the season", "live rating"
COVERED, WIDTH = "true strengths within their 95 % interval", "half of an interval"
UNITS = {COVERED: "%", WIDTH: "Elo"}

Figures: TypeAlias = dict[str, float]
Values: TypeAlias = npt.NDArray[np.float64]


def rows() -> Iterator[Row]:
    """Every system with 2 and with 4 players, and how far ours are from the best of the others."""
    with ProcessPoolExecutor(JOBS, mp_context=get_context("spawn")) as pool:
        for players in PLAYERS:
            found = gathered(pool.map(partial(figures, players), range(RUNS), chunksize=5))
            yield from _rows(f"ratings, {players} players, ", found)


def figures(players: int, run: int) -> Figures:
    """What came of one season, by name."""
    season = play(players, run)
    others = {name: tau(season.true, rank(season.results)) for name, rank in SYSTEMS.items()}
    return ours(season) | others


def gathered(runs: Iterable[Figures]) -> dict[str, Values]:
    """The figures of all runs, by name."""
    each = list(runs)
    return {name: np.array([run[name] for run in each]) for name in each[0]}


def tau(true: Mapping[str, float], estimated: Mapping[str, float]) -> float:
    """Kendall's: the pairs in the right order less those in the wrong one, as a share of all."""
    truth, said = (np.array([values[bot] for bot in BOTS]) for values in (true, estimated))
    one, other = np.triu_indices(len(BOTS), 1)
    return float((np.sign(truth[one] - truth[other]) * np.sign(said[one] - said[other])).mean())


def ours(season: Season) -> Figures:
    """What our table and our live rating make of a season."""
    table = {row.bot: row for row in season_fit(season.results, BOTS).rows}
    held = [
        row.interval.low <= MEAN_ELO + season.true[bot] * ELO_PER_LOGIT <= row.interval.high
        for bot, row in table.items()
    ]
    widths = [row.interval.high - row.interval.low for row in table.values()]
    return {
        TABLE: tau(season.true, {bot: row.elo for bot, row in table.items()}),
        COVERED: 100 * float(np.mean(held)),
        WIDTH: float(np.mean(widths)) / 2,
        LIVE: tau(season.true, {bot: rating.mu for bot, rating in season.live.items()}),
    }


def _rows(prefix: str, found: Mapping[str, Values]) -> Iterator[Row]:
    for name, values in found.items():
        yield row(prefix + name, values, UNITS.get(name, "tau"))
    best = max(SYSTEMS, key=lambda name: float(found[name].mean()))
    for name in (TABLE, LIVE):
        behind = found[best] - found[name]
        yield row(f"{prefix}{name} below the best of the others", behind, "tau", best)


def row(name: str, values: Values, unit: str, peer: str | None = None) -> Row:
    """The mean over runs and its standard error."""
    error = float(values.std(ddof=1)) / sqrt(len(values))
    return Row(name, float(values.mean()), unit, COMMAND, peer, error=error)
