"""What rotating seats and sharing chance are worth: how much surer a block is than single games.

Bots of three strengths play both games. The worth is a ratio of variances of a bot's mean: that of
a block, every bot once in every seat, by that of as many single games with seats by lot. A half
means that half as many games tell as much; 1 that it is worth nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from saqqara_contest.luck import SeatedGame, by_place, luck
from saqqara_contest.time_controls import Untimed
from saqqara_engine.games import find_game
from saqqara_sdk.arena import Arena, BlockTerms, Home, Limits, MatchSetting
from saqqara_sdk.arena.blocks import one_field
from tests.bench.measured import Row
from tests.sdk.arena_tables import enter

COMMAND: Final = "python -m tests.bench.run bench.json luck"
BLOCKS: Final = 120
DRAWN: Final = 200
"""Resamples of blocks, for the standard errors."""
SINGLE: Final = "as many single games"

Blocks = list[tuple[SeatedGame, ...]]


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who meets in which game, and whether the games of a block share their chance."""

    game: str
    bots: tuple[str, ...]
    shares_chance: bool = False


LINE_UPS: Final = (
    LineUp("imhotep", ("random", "random")),
    LineUp("imhotep", ("greedy", "greedy")),
    LineUp("imhotep", ("planner", "planner")),
    LineUp("imhotep", ("greedy", "planner")),
    LineUp("imhotep", ("random", "greedy", "greedy", "planner")),
    LineUp("duel", ("random", "random")),
    LineUp("duel", ("greedy", "greedy")),
    LineUp("duel", ("planner", "planner")),
    LineUp("duel", ("greedy", "planner")),
)


def rows() -> Iterator[Row]:
    """A row for each line-up, for rotation alone and with shared chance."""
    asked = [LineUp(one.game, one.bots, shares) for one in LINE_UPS for shares in (False, True)]
    with ProcessPoolExecutor(2) as pool:
        played = list(pool.map(_played, asked))
    for one, fresh, shared in zip(LINE_UPS, played[::2], played[1::2], strict=True):
        who = f"{one.game}, {' - '.join(one.bots)}"
        for what, blocks in (("rotated seats", fresh), ("and shared chance", shared)):
            worth, error = _worth(blocks, fresh)
            yield Row(f"{who}: {what}", worth, "variance", COMMAND, SINGLE, worth, error)


def _played(one: LineUp) -> Blocks:
    """The results of the line-up's blocks; every bot has a name of its own."""
    rules = find_game(one.game)
    setting = MatchSetting(rules, rules.parse_options({"players": len(one.bots)}), Untimed())
    entrants = enter(one.bots, Home.HERE, Limits())
    terms = BlockTerms(1, one_field(len(one.bots)), shares_chance=one.shares_chance)
    found: Blocks = []
    with Arena(setting, entrants, terms) as arena:
        for number in range(1, BLOCKS + 1):
            block = arena.block(number)
            found.append(
                tuple(
                    by_place(
                        [seat.bot for seat in match.seats], [seat.place for seat in match.seats]
                    )
                    for match in block
                )
            )
    return found


def _worth(blocks: Blocks, fresh: Blocks) -> tuple[float, float]:
    """The ratio of variances, and its standard error by a bootstrap over blocks."""
    rng = np.random.default_rng(1)
    drawn = [
        _ratio([blocks[i] for i in picks], [fresh[i] for i in picks])
        for picks in rng.integers(len(blocks), size=(DRAWN, len(blocks))).tolist()
    ]
    return _ratio(blocks, fresh), float(np.std(drawn, ddof=1))


def _ratio(blocks: Sequence[Sequence[SeatedGame]], fresh: Sequence[Sequence[SeatedGame]]) -> float:
    ours, single = luck(blocks).errors, luck(fresh).errors
    assert ours is not None
    assert single is not None
    return (ours.block / single.games) ** 2 if single.games else 1.0
