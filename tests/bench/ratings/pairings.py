"""What pairing is worth: `python -m tests.bench.ratings.pairings`, some three minutes.

Beside ours, which draws strengths from what is believed of them: company drawn by lot, and the
company from which the live rating expects to learn most. Balance is the same for all three.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp, log, sqrt
from multiprocessing import get_context
from typing import TypeAlias

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from saqqara_contest.ratings import BETA, Rating
from tests.bench import bench_ratings as bench
from tests.bench.ratings import season

Worth: TypeAlias = Callable[[Rating, Rating], float]
"""How good it is that two bots meet."""


def lot(_one: Rating, _other: Rating) -> float:
    """Nobody is preferred."""
    return 0.0


def information(one: Rating, other: Rating) -> float:
    """How much a game is expected to narrow both ratings, in logarithms of their deviations."""
    square = one.sigma**2 + other.sigma**2 + 2 * BETA**2
    wins = 1 / (1 + exp((other.mu - one.mu) / sqrt(square)))
    narrowing = wins * (1 - wins) / square
    return -sum(log(1 - rating.sigma**2 * narrowing) for rating in (one, other)) / 2


def by_worth(
    worth: Worth,
    ratings: Mapping[str, Rating],
    games: Mapping[str, int],
    players: int,
    seed: bytes,
) -> list[tuple[str, ...]]:
    """Blocks around the least played, with the due bots that are worth most; repeats count less."""
    draw = random.Random(seed)
    played, met = Counter(games), Counter[frozenset[str]]()
    blocks = []
    for _ in range(season.AT_ONCE):
        lots = {bot: draw.random() for bot in season.BOTS}
        block = [min(season.BOTS, key=lambda bot: (played[bot], lots[bot]))]
        while len(block) < players:
            rest = [bot for bot in season.BOTS if bot not in block]
            fewest = min(played[bot] for bot in rest)
            wanted = {
                bot: (_wanted(worth, ratings, met, block, bot), lots[bot])
                for bot in rest
                if played[bot] < fewest + players
            }
            block.append(max(wanted, key=wanted.__getitem__))
        played.update(dict.fromkeys(block, players))
        met.update(frozenset((one, other)) for one in block for other in block if one < other)
        draw.shuffle(block)
        blocks.append(tuple(block))
    return blocks


def _wanted(
    worth: Worth,
    ratings: Mapping[str, Rating],
    met: Counter[frozenset[str]],
    block: Iterable[str],
    bot: str,
) -> float:
    return sum(
        worth(ratings[bot], ratings[other]) / (1 + met[frozenset((bot, other))]) for other in block
    )


PAIRINGS: Mapping[str, season.Pairing] = {
    "ours": season.ours,
    "information": partial(by_worth, information),
    "lot": partial(by_worth, lot),
}


def main() -> None:
    """Show what each pairing makes of the same runs."""
    table = Table("players", "pairing", "what", "value", "error", "unit")
    pool = ProcessPoolExecutor(bench.JOBS, mp_context=get_context("spawn"))
    with pool, Progress(console=Console(stderr=True), transient=True) as progress:
        for players in bench.PLAYERS:
            for name in PAIRINGS:
                runs = pool.map(partial(_run, name, players), range(bench.RUNS), chunksize=5)
                label = f"{players} players, {name}"
                found = bench.gathered(progress.track(runs, bench.RUNS, description=label))
                for what, values in found.items():
                    row = bench.row(what, values, bench.UNITS.get(what, "tau"))
                    figures = (f"{row.value:.3f}", f"{row.error:.3f}", row.unit)
                    table.add_row(str(players), name, what, *figures)
    Console().print(table)


def _run(name: str, players: int, run: int) -> bench.Figures:
    return bench.ours(season.play(players, run, PAIRINGS[name]))


if __name__ == "__main__":
    main()
