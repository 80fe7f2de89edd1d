"""What new versions gain a bot: `python -m tests.bench.ratings.version_spam [RUNS]`.

All versions of bot 0 are equally strong. It begins a new one every 40 games, or only while it does
not like the last one's results. Told is how far it stands above its strength in the table, in Elo
and in places: by its best version, by the one that played last, and by that with three at most.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from rich.console import Console
from rich.table import Table

from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import Fitted, season_fit
from tests.bench.ratings.sceptic import Case, Game, Season, season

EVERY = 40
LUCKY = 0.1
"""A bot is content with a version whose share of wins is so much above its usual one."""


@dataclass(frozen=True, slots=True)
class Habit:
    """When a bot begins a new version."""

    most: int
    """So many new versions at most."""
    is_choosy: bool
    """Whether it keeps a version that was lucky."""


HABITS = {
    "every 40 games": Habit(1_000, is_choosy=False),
    "every 40 games, three at most": Habit(3, is_choosy=False),
    "until one is lucky": Habit(1_000, is_choosy=True),
    "until one is lucky, three at most": Habit(3, is_choosy=True),
}


def main(runs: int) -> None:
    """Print a row for each habit as it is known."""
    table = Table("habit", "seats", "versions", "best row", "places", "last row", "places ")
    for players in (2, 4):
        for name, habit in HABITS.items():
            found = np.array([_gains(season(Case(players), run), habit) for run in range(runs)])
            means, errors = found.mean(axis=0), found.std(axis=0, ddof=1) / sqrt(runs)
            cells = [
                f"{mean:+.1f} ± {error:.1f}" for mean, error in zip(means, errors, strict=True)
            ]
            table.add_row(name, str(players), *cells)
    Console(width=140).print(table)


def _gains(of: Season, habit: Habit) -> list[float]:
    """How many versions it had, and what the best and the last one stand above the truth."""
    results, last = _named(of.games, habit)
    rows = {row.bot: row for row in season_fit(results).rows}
    own = [row for name, row in rows.items() if name.startswith("00 ")]
    best = max(own, key=lambda row: row.elo)
    return [len(own), *_above(best, rows, of), *_above(rows[f"00 {last}"], rows, of)]


def _above(row: Fitted, rows: dict[str, Fitted], of: Season) -> tuple[float, float]:
    """In Elo, and in places among the other bots."""
    others = np.array([rows[f"{bot:02} 1"].elo for bot in range(1, len(of.truth))])
    gain = row.elo - others.mean() - (of.truth[0] - of.truth[1:].mean())
    places = int((of.truth[1:] > of.truth[0]).sum()) - int((others > row.elo).sum())
    return float(gain), float(places)


def _named(games: Sequence[Game], habit: Habit) -> tuple[list[Result], int]:
    """The results with the versions of bot 0, and which of them played last."""
    results, version, played, won = [], 1, 0, 0.0
    usual = np.mean([_share(game) for game in games if 0 in game.bots])
    for game in games:
        names = tuple(f"{bot:02} {version if bot == 0 else 1}" for bot in game.bots)
        results.append(Result(names, game.places, game.block))
        if 0 not in game.bots:
            continue
        played, won = played + 1, won + _share(game)
        if played == EVERY:
            is_content = habit.is_choosy and won / played > usual + LUCKY
            if not is_content and version <= habit.most:
                version += 1
            played, won = 0, 0.0
    return results, _last(results)


def _last(results: Sequence[Result]) -> int:
    """The version of bot 0 that played last."""
    return next(
        int(name.split()[1])
        for result in reversed(results)
        for name in result.bots
        if name.startswith("00 ")
    )


def _share(game: Game) -> float:
    """The share of the others that bot 0 came in ahead of."""
    place = game.places[game.bots.index(0)]
    ahead = sum((place < other) + (place == other) / 2 for other in game.places)
    return (ahead - 0.5) / (len(game.bots) - 1)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
