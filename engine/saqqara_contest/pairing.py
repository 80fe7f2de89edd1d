"""Pairing: who meets whom next.

Balance comes first: a block is built around the bot with the fewest games, and its company comes
from the bots with the fewest games as well, so that counts stay within one block of each other.
Among those the closest in strength is taken. Strength is drawn anew for each block from the rating
(mean `mu`, variance `sigma`^2 + `BETA`^2: the model's own distribution of one performance), so that
uncertain bots meet widely and no pool of equals ever closes itself off; a meeting within the same
call counts like a distance of `BETA`, so that a call with many blocks spreads them.

Draws follow from SHA-256 of the seed, the block's number and the bot: the order in which entries
are listed does not matter, and the same call always answers the same.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from statistics import NormalDist

from saqqara_contest.ratings import BETA, INITIAL, Rating


@dataclass(slots=True)
class _Round:
    """What the choice of one block depends on."""

    played: Counter[str]
    strength: Mapping[str, float]
    tie: Mapping[str, float]
    met: Counter[frozenset[str]]
    players: int


def next_blocks(
    entries: Sequence[str],
    ratings: Mapping[str, Rating],
    games_played: Mapping[str, int],
    players: int,
    count: int,
    *,
    seed: bytes,
) -> list[tuple[str, ...]]:
    """The next `count` blocks, each a tuple of `players` different bots in the order to rotate.

    A bot without a rating counts as new; `games_played` should include games already planned.
    Raises `ValueError` when there are fewer bots than seats.
    """
    bots = sorted(set(entries))
    if len(bots) < players:
        raise ValueError(
            f"{players} seats need {players} different bots but only {len(bots)} are entered;"
            " enrol more bots or choose fewer players"
        )
    played = Counter({bot: games_played.get(bot, 0) for bot in bots})
    met: Counter[frozenset[str]] = Counter()
    blocks = []
    for number in range(count):
        strength = {bot: _strength(bot, ratings.get(bot, INITIAL), number, seed) for bot in bots}
        tie = {bot: _draw(seed, "tie", number, bot) for bot in bots}
        block = _block(bots, _Round(played, strength, tie, met, players))
        played.update(dict.fromkeys(block, players))
        met.update(frozenset((one, other)) for one in block for other in block if one < other)
        blocks.append(block)
    return blocks


def _block(bots: Sequence[str], now: _Round) -> tuple[str, ...]:
    anchor = min(bots, key=lambda bot: (now.played[bot], now.tie[bot]))
    block = [anchor]
    while len(block) < now.players:
        rest = [bot for bot in bots if bot not in block]
        fewest = min(now.played[bot] for bot in rest)
        due = [bot for bot in rest if now.played[bot] < fewest + now.players]
        block.append(min(due, key=lambda bot: (_distance(bot, block, now), now.tie[bot])))
    return tuple(sorted(block, key=lambda bot: now.tie[bot]))


def _distance(bot: str, block: Sequence[str], now: _Round) -> float:
    apart = abs(now.strength[bot] - now.strength[block[0]])
    return apart + BETA * sum(now.met[frozenset((bot, other))] for other in block)


def _strength(bot: str, rating: Rating, number: int, seed: bytes) -> float:
    performance = NormalDist(rating.mu, hypot(rating.sigma, BETA))
    return performance.inv_cdf(_draw(seed, "strength", number, bot))


def _draw(seed: bytes, purpose: str, number: int, bot: str) -> float:
    """A number strictly between 0 and 1."""
    digest = hashlib.sha256(seed + f"|{purpose}|{number}|{bot}".encode()).digest()
    return (int.from_bytes(digest[:6], "big") + 0.5) / 2**48
