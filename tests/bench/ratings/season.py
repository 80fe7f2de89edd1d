"""A season of synthetic bots: true strengths, pairing and live rating by our code, and its log.

Strengths are normal, in logits of Plackett and Luce's model, with a standard deviation of `SPREAD`,
drawn anew for every run: of 20 bots the best beats the last in nine games of ten and its neighbour
in a little over half. What strays about a strength in a game is Gumbel's distribution of scale 1,
which is that model; seats and chance favour nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from saqqara_contest.blocks import rotations
from saqqara_contest.pairing import next_blocks
from saqqara_contest.ratings import INITIAL, Rating, rate
from saqqara_contest.results import Result

BOTS = tuple(f"bot-{number:02}" for number in range(20))
MATCHES = 1600
SPREAD = 0.6
AT_ONCE = 4
"""So many blocks are planned together, by the ratings of those before."""

Pairing: TypeAlias = Callable[
    [Mapping[str, Rating], Mapping[str, int], int, bytes], list[tuple[str, ...]]
]
"""From ratings, games, players and a seed to the next blocks."""


@dataclass(frozen=True, slots=True)
class Season:
    """What was true, what was played and what the live rating says at the end."""

    true: dict[str, float]
    """In logits, around the field's mean."""
    results: list[Result]
    live: dict[str, Rating]


def ours(
    ratings: Mapping[str, Rating], games: Mapping[str, int], players: int, seed: bytes
) -> list[tuple[str, ...]]:
    """The pairing of ladders."""
    blocks = next_blocks(BOTS, ratings, games, players, AT_ONCE, seed=seed)
    return [block.bots for block in blocks]


def play(players: int, run: int, pairing: Pairing = ours) -> Season:
    """One season; the same run has the same bots and luck from the same draws."""
    chance = np.random.default_rng([players, run])
    drawn = chance.normal(0, SPREAD, len(BOTS))
    true = dict(zip(BOTS, (drawn - drawn.mean()).tolist(), strict=True))
    live = dict.fromkeys(BOTS, INITIAL)
    games = dict.fromkeys(BOTS, 0)
    results: list[Result] = []
    while len(results) < MATCHES:
        for block in pairing(live, games, players, f"{run}|{len(results)}".encode()):
            for bots in rotations(block):
                results.append(_game(bots, true, chance, len(results) // players))
                after = rate([live[bot] for bot in bots], results[-1].places)
                live.update(zip(bots, after, strict=True))
            games.update({bot: games[bot] + players for bot in block})
    return Season(true, results, live)


def _game(
    bots: tuple[str, ...], true: Mapping[str, float], chance: np.random.Generator, block: int
) -> Result:
    performance = np.array([true[bot] for bot in bots]) + chance.gumbel(size=len(bots))
    places = (-performance).argsort().argsort() + 1
    return Result(bots, tuple(places.tolist()), block)
