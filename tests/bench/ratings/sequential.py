"""What a sequential test promises and holds: `python -m tests.bench.ratings.sequential [RUNS]`.

A row for each number of seats, luck of blocks and pair of hypotheses: how often equals are found
"above elo0" and a bot of `elo1` "below elo1", how many blocks that takes at the hypotheses, and how
many of the 95 % intervals hold the truth, at the hypotheses and far from both.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

from saqqara_contest.sprt import Sprt, Verdict, plain_variance
from saqqara_contest.stopped import estimate
from tests.contest.test_sprt import HANGING, INDEPENDENT, Luck, block

CASES = (
    *((2, elo1, "independent", INDEPENDENT) for elo1 in (20, 60, 100, 200)),
    *((3, elo1, "independent", INDEPENDENT) for elo1 in (30, 100)),
    *((4, elo1, "independent", INDEPENDENT) for elo1 in (30, 100, 200)),
    *((seats, elo1, name, luck) for name, (seats, luck) in HANGING.items() for elo1 in (100, 200)),
)
FAR = (-300, 200, 300)
"""True differences that neither hypothesis is near to."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A test that was decided, and whether its interval holds the truth."""

    verdict: Verdict
    blocks: int
    holds: bool
    is_too_high: bool


def main(runs: int) -> None:
    """Print a row for each case as it is known."""
    table = Table(
        *("seats, hypotheses", "above elo0 of equals", "below elo1 at elo1", "blocks"),
        *("interval holds", "far away", "too high"),
    )
    for players, elo1, name, luck in CASES:
        pair = Pair(players, luck, np.random.default_rng(players * 1_000 + elo1))
        test = Sprt(0, elo1)
        equal = list(pair.tests(test, 0, runs))
        better = list(pair.tests(test, elo1, runs))
        far = [one for elo in FAR for one in pair.tests(test, elo, runs // 3)]
        table.add_row(
            f"{players}, [0, {elo1}], {name}",
            _share([one.verdict is Verdict.ABOVE_ELO0 for one in equal]),
            _share([one.verdict is Verdict.BELOW_ELO1 for one in better]),
            f"{np.mean([one.blocks for one in equal + better]):.0f}",
            _share([one.holds for one in equal + better]),
            _share([one.holds for one in far]),
            _share([one.is_too_high for one in equal + better + far]),
        )
        Console(stderr=True).print(f"{players} seats, [0, {elo1}], {name}")
    Console().print(table)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots at tables of this size, with this luck."""

    players: int
    luck: Luck
    chance: np.random.Generator

    def tests(self, test: Sprt, elo: float, runs: int) -> Iterator[Ended]:
        """So many tests with this true difference, played until they are decided."""
        games = self.players if self.players == 2 else 2 * self.players
        for _ in range(runs):
            scores: list[float] = []
            while True:
                more = max(16, len(scores))
                scores += [block(self.players, elo, self.chance, self.luck) for _ in range(more)]
                now = test.followed(scores, plain_variance(games, self.players))
                if now is not None and now.verdict is not Verdict.OPEN:
                    break
            result = estimate(test, scores[: now.blocks], games, self.players)
            holds = result.interval.low <= elo <= result.interval.high
            yield Ended(now.verdict, now.blocks, holds, result.elo > elo)


def _share(found: list[bool]) -> str:
    return f"{np.mean(found):.1%}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
