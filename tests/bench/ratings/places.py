"""How certain places really are: `python -m tests.bench.ratings.places [RUNS] [CASE…]`.

Seasons by `sceptic`, which shares no code with the product, are given to the table: how often a
range of places holds the true place (of all bots, and of the first in the table), how many places
it has on average, how many bots are in the first band and how often the strongest one is, and how
often the bots that have a chance to be the strongest are; likewise how often a bot is stronger than
the next one. The true places of equals are drawn.
1,000 seasons of all cases take about an hour on one core.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt

import numpy as np
from rich.console import Console
from rich.table import Table

from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import season_fit
from tests.bench.ratings.sceptic import Case, Season, Values, season

CASES: Mapping[str, Case] = {
    "2 seats": Case(),
    "4 seats": Case(players=4),
    "2 seats, 400 matches": Case(matches=400),
    "6 bots, 2 blocks a pair": Case(bots=6, rounds=2),
    "6 bots, 2 blocks a pair, spread 350": Case(bots=6, rounds=2, spread=350),
    "2 seats, equals": Case(matches=800, spread=0),
    "4 seats, equals": Case(players=4, matches=400, spread=0),
}
STEPS = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.975, 1.001)
"""The bounds of the chances that are counted together."""


@dataclass(slots=True)
class Tally:
    """What the tables of a case said, a figure for each season, and a pair for each bot."""

    held: list[float] = field(default_factory=list)
    leader: list[float] = field(default_factory=list)
    width: list[float] = field(default_factory=list)
    band: list[float] = field(default_factory=list)
    banded: list[float] = field(default_factory=list)
    chances: list[tuple[float, bool]] = field(default_factory=list)
    stronger: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, played: Season, run: int) -> None:
        """Count one season."""
        names = [f"{bot:02}" for bot in range(len(played.truth))]
        results = [
            Result(tuple(names[bot] for bot in game.bots), game.places, game.block)
            for game in played.games
        ]
        rows = season_fit(results, names).rows
        places = _true_places(played.field, run)
        found = [(places[int(row.bot)], row.placing) for row in rows if row.placing]
        inside = [one.low <= true <= one.high for true, one in found]
        self.held.append(float(np.mean(inside)))
        self.leader.append(inside[0])
        self.width.append(float(np.mean([one.high - one.low + 1 for _, one in found])))
        self.band.append(sum(one.band == 1 for _, one in found))
        self.banded.append(any(true == 1 and one.band == 1 for true, one in found))
        self.stronger += [
            (row.next.stronger, places[int(row.bot)] < places[int(after.bot)])
            for row, after in pairwise(row for row in rows if row.place is not None)
            if row.next
        ]
        self.chances += [(one.best, true == 1) for true, one in found]


def _reliability(chances: Sequence[tuple[float, bool]]) -> Iterator[str]:
    """Yield the mean chance and the true share by steps of the chance."""
    said, true = (np.array(column, dtype=float) for column in zip(*chances, strict=True))
    for low, high in pairwise(STEPS):
        among = (said >= low) & (said < high)
        if many := int(among.sum()):
            share = float(true[among].mean())
            error = sqrt(share * (1 - share) / many)
            said_here = 100 * float(said[among].mean())
            yield f"{said_here:.1f}: {100 * share:.1f} ± {100 * error:.1f} ({many})"


def _true_places(truth: Values, run: int) -> list[int]:
    if not truth.std():
        truth = np.random.default_rng([9, run]).permutation(len(truth)).astype(float)
    return [1 + int((truth > one).sum()) for one in truth]


def main(runs: int, names: Sequence[str]) -> None:
    """Print a row for each case as it is known."""
    console = Console(width=200)
    for name in names or CASES:
        tally = Tally()
        for run in range(runs):
            tally.add(season(CASES[name], run), run)
        table = Table("case", "held %", "leader's %", "places", "first band", "strongest in it %")
        table.add_row(
            name,
            *(_cell(rows, by) for rows, by in ((tally.held, 100), (tally.leader, 100))),
            *(_cell(rows, 1) for rows in (tally.width, tally.band)),
            _cell(tally.banded, 100),
        )
        console.print(table)
        for words, chances in (("best", tally.chances), ("stronger", tally.stronger)):
            console.print(f"{words}, said %: true % (bots)", *_reliability(chances), sep="   ")


def _cell(values: Sequence[float], by: float) -> str:
    found = by * np.array(values, dtype=float)
    return f"{found.mean():.1f} ± {found.std(ddof=1) / sqrt(len(found)):.1f}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2:])
