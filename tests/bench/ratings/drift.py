"""How often the table tells a change: `python -m tests.bench.ratings.drift [RUNS] [CASE…]`.

Seasons by `sceptic`, in which one bot of 20 gets stronger, evenly or at once at half-time: in how
many the table tells drift as a misfit, in how many it tells that bot's change, how often that bot's
interval holds where it ended, and in how many it says of another bot that it changed.

Beside it stands the bound, without a line of ours: in how many seasons the change would be told by
somebody who knows the strength of all others, which bot it is and how it changed, and who only asks
whether it did, with an error of 5 %; and in how many by who does not know which of the 20 it is.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist

import numpy as np
from rich.console import Console
from rich.table import Table

from saqqara_contest.results import Result
from saqqara_contest.seasons.aspects import FitAspect
from saqqara_contest.seasons.fit import season_fit
from tests.bench.ratings.sceptic import LOGIT, Case, Season, season

_USUAL = 1600
_LENGTHS = {  # so many matches of the season tell the change in nine seasons of ten
    (2, "evenly", 100): 36_000,
    (2, "evenly", 200): 9_000,
    (2, "at once", 100): 12_000,
    (2, "at once", 200): 3_000,
    (4, "evenly", 100): 9_600,
    (4, "evenly", 200): 2_400,
    (4, "at once", 100): 3_200,
    (4, "at once", 200): 800,
}


def _cases() -> Mapping[str, Case]:
    """Clean seasons, those of the usual length, and those that are long enough."""
    found = {f"{players} seats, clean": Case(players=players) for players in (2, 3, 4)}
    for (players, shape, size), enough in _LENGTHS.items():
        for matches in (_USUAL, enough):
            evenly, once = (size, 0) if shape == "evenly" else (0, size)
            name = f"{players} seats, {size} Elo {shape}, {matches} matches"
            found[name] = Case(players=players, matches=matches, drift=evenly, jump=once)
    return found


CASES = _cases()


def main(runs: int, names: Sequence[str]) -> None:
    """Print a row for each case as it is known."""
    console = Console(width=120)
    for name in names or CASES:
        rows = np.array([_figures(CASES[name], run) for run in range(runs)])
        table = Table(
            "case", "own matches", "misfit %", "change %", "held %", "others %", "bound %"
        )
        means = rows.mean(axis=0)
        cells = [f"{means[0]:.0f}", *(f"{100 * one:.0f}" for one in means[1:])]
        table.add_row(name, *cells)
        console.print(table)


def _figures(case: Case, run: int) -> list[float]:
    """What the table makes of one season."""
    played = season(case, run)
    names = [f"{bot:02}" for bot in range(case.bots)]
    table = season_fit(
        Result(tuple(names[bot] for bot in game.bots), game.places, game.block)
        for game in played.games
    )
    rows = sorted(table.rows, key=lambda row: row.bot)
    return [
        rows[0].matches,
        FitAspect.DRIFT in {check.aspect for check in table.misfits},
        rows[0].change is not None,
        rows[0].interval.low < played.truth[0] < rows[0].interval.high,
        any(row.change is not None for row in rows[1:]),
        *_bounds(case, played),
    ]


def _bounds(case: Case, of: Season) -> list[float]:
    """How probably tests of this one change see it, if all else is known but the bot's mean."""
    blocks = case.matches // case.players
    last = max(1, blocks - 1)
    variances = np.zeros(3)
    for game in of.games:
        if 0 in game.bots:
            when = game.block / last if case.drift else float(game.block >= blocks / 2)
            variances += _information(of, game.bots, game.places) * np.array([1, when, when**2])
    clear = (case.drift + case.jump) / LOGIT * sqrt(variances[2] - variances[1] ** 2 / variances[0])
    reaches = [NormalDist().inv_cdf(1 - 0.05 / 2 / bots) for bots in (1, case.bots)]
    return [NormalDist().cdf(clear - one) + NormalDist().cdf(-clear - one) for one in reaches]


def _information(of: Season, bots: Sequence[int], places: Sequence[int]) -> float:
    """What a match tells of the first bot: of each place that it might have had, p (1 - p)."""
    order = [bot for _, bot in sorted(zip(places, bots, strict=True))]
    worth = np.exp(of.truth[order] / LOGIT)
    information = 0.0
    for place in range(1 + order.index(0)):
        share = worth[order.index(0)] / worth[place:].sum()
        information += float(share * (1 - share))
    return information


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2:])
