"""How well the table stands up: `python -m tests.bench.ratings.robustness [RUNS] [CASE…]`.

Seasons by `sceptic`, which shares no code with the product, are given to the table: how often its
intervals hold the strengths in the field (all bots, the strongest and the weakest tenth) and the
neutral ones, how far off the strongest bot is told, half the mean width, Kendall's tau, and in how
many seasons there is a warning, of any aspect and of each. 100 seasons of all cases take about a
quarter of an hour on one core.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
from rich.console import Console
from rich.table import Table

from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import season_fit
from tests.bench.ratings.sceptic import Case, season

CASES: Mapping[str, Case] = {
    "2 seats": Case(),
    "3 seats": Case(players=3),
    "4 seats": Case(players=4),
    "2 seats, all paired by strength": Case(lot=0),
    "2 seats, ties 28 %": Case(ties=0.35),
    "2 seats, ties 56 %": Case(ties=0.7),
    "4 seats, ties": Case(players=4, ties=0.5),
    "2 seats, a seat 100 Elo": Case(seat=100),
    "2 seats, a seat 200 Elo": Case(seat=200),
    "4 seats, a seat 200 Elo": Case(players=4, seat=200),
    "2 seats, deals 60 Elo": Case(block=60),
    "2 seats, deals 120 Elo": Case(block=120),
    "4 seats, deals 60 Elo": Case(players=4, block=60),
    "4 seats, deals 120 Elo": Case(players=4, block=120),
    "2 seats, normal luck": Case(noise="normal"),
    "4 seats, normal luck": Case(players=4, noise="normal"),
    "4 seats, luck of t with 3": Case(players=4, noise="t3"),
    "2 seats, rivals 100 Elo": Case(rings=100),
    "2 seats, rivals 200 Elo": Case(rings=200),
    "4 seats, rivals 100 Elo": Case(players=4, rings=100),
    "4 seats, rivals 200 Elo": Case(players=4, rings=200),
    "2 seats, wild and steady": Case(wild=0.5),
    "4 seats, wild and steady": Case(players=4, wild=0.5),
    "2 seats, one gains 200 Elo": Case(drift=200),
    "4 seats, one gains 100 Elo": Case(players=4, drift=100),
    "4 seats, one gains 200 Elo": Case(players=4, drift=200),
    "2 seats, 6,400 matches, one gains 200 Elo": Case(drift=200, matches=6400),
    "4 seats, 3,200 matches, one gains 200 Elo": Case(players=4, drift=200, matches=3200),
    "2 seats, equals": Case(spread=0),
    "4 seats, equals": Case(players=4, spread=0),
    "2 seats, equals, all paired by strength": Case(spread=0, lot=0),
    "6 bots, 1 block a pair": Case(bots=6, rounds=1),
    "6 bots, 2 blocks a pair": Case(bots=6, rounds=2),
    "6 bots, 5 blocks a pair": Case(bots=6, rounds=5),
    "6 bots, 10 blocks a pair": Case(bots=6, rounds=10),
    "6 bots, 1 block a pair, spread 350": Case(bots=6, rounds=1, spread=350),
    "6 bots, 2 blocks a pair, spread 350": Case(bots=6, rounds=2, spread=350),
    "6 bots, 5 blocks a pair, spread 350": Case(bots=6, rounds=5, spread=350),
    "6 bots, 10 blocks a pair, spread 350": Case(bots=6, rounds=10, spread=350),
    "2 bots, 10 blocks": Case(bots=2, rounds=10, spread=200),
    "2 bots, 20 blocks, spread 500": Case(bots=2, rounds=20, spread=500),
}


COLUMNS = ("field %", "top %", "last %", "neutral %", "leader", "half", "tau")
PLACES = (1, 1, 1, 1, 0, 1, 3)


def main(runs: int, names: Sequence[str]) -> None:
    """Print a row for each case as it is known."""
    console = Console()
    for name in names or CASES:
        misfits = Counter[str]()
        rows = []
        for run in range(runs):
            row, kinds = _figures(CASES[name], run)
            rows.append(row)
            misfits.update([*kinds, *["any"] * bool(kinds)])
        found = np.array(rows)
        errors = found.std(axis=0, ddof=1) / sqrt(runs)
        cells = [
            f"{mean:.{places}f} ± {error:.{places}f}"
            for mean, error, places in zip(found.mean(axis=0), errors, PLACES, strict=True)
        ]
        table = Table("case", *COLUMNS, "warnings %")
        shares = ", ".join(f"{one} {100 * many / runs:.0f}" for one, many in misfits.items())
        table.add_row(name, *cells, shares)
        console.print(table)


def _figures(case: Case, run: int) -> tuple[list[float], list[str]]:
    """What the table makes of one season, and which aspects do not fit."""
    played = season(case, run)
    names = [f"{bot:02}" for bot in range(case.bots)]
    results = [
        Result(tuple(names[bot] for bot in game.bots), game.places, game.block)
        for game in played.games
    ]
    table = season_fit(results, names)
    rows = sorted(table.rows, key=lambda row: row.bot)
    strengths = np.array([row.elo for row in rows])
    lows, highs = (
        np.array([getattr(row.interval, end) for row in rows]) for end in ("low", "high")
    )
    held, neutral = ((lows < truth) & (truth < highs) for truth in (played.field, played.truth))
    order = (-played.field).argsort()
    tenth = max(1, case.bots // 10)
    one, other = np.triu_indices(case.bots, 1)
    alike = np.sign(strengths[one] - strengths[other]) * np.sign(
        played.field[one] - played.field[other]
    )
    return [
        100 * float(held.mean()),
        100 * float(held[order[:tenth]].mean()),
        100 * float(held[order[-tenth:]].mean()),
        100 * float(neutral.mean()),
        float((strengths - played.field)[order[0]]),
        float((highs - lows).mean()) / 2,
        float(alike.mean()),
    ], [str(check.aspect) for check in table.misfits]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2:])
