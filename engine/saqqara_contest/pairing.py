"""Pairing of continuous ladders, with the reasons of each pairing.

Balance comes first. A block is built around its anchor, the bot with the fewest games. The others
come from bots that are less than a block ahead of the field, so that game counts stay within one
block of each other; late entries catch up against everybody.

In half of the blocks, chosen at random, the others are random too. Otherwise early luck would
determine who meets whom, and the intervals of equal bots would be too narrow
(`tests.bench.ratings.sceptic`). The other blocks take the bots closest in strength. Each block
draws strengths from the ratings (mean `mu`, deviation `sigma`), so uncertain bots meet a wide field
and nobody can predict a pairing. A meeting in the same call counts like a distance of `BETA`, which
spreads the meetings of a call with many blocks. Choosing the pair with the highest expected
information made the standings no better and its intervals wider
(`tests.bench.ratings.pairings`).

Draws are SHA-256 hashes of the seed, the block's number and the bot. The order of entries does not
matter, and equal calls return equal results.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from saqqara_contest.ratings import BETA, INITIAL, Rating

LOT = 0.5
"""The share of blocks whose other bots are chosen at random."""


@dataclass(frozen=True, slots=True)
class Company:
    """The reason why a bot joined a block: the closest of those due, or drawn."""

    bot: str
    games: int
    """Its games before this block, those already planned included."""
    distance: float
    """The distance between its strength and the anchor's, as drawn for this block, in `mu`."""
    met: int
    """The number of its meetings with this table in blocks of the same call; each counts `BETA`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason of a pairing: the anchor with the fewest games, and the bots that joined it."""

    anchor: str
    games: int
    """The anchor's games before this block, those already planned included."""
    company: tuple[Company, ...]
    """The other bots, in the order in which they joined."""
    by_lot: bool = False
    """Whether the company was chosen at random instead of by strength."""


@dataclass(frozen=True, slots=True)
class Paired:
    """The bots of a block in the order to rotate, and the reason of the pairing."""

    bots: tuple[str, ...]
    reason: Reason


@dataclass(slots=True)
class _Round:
    """The inputs for the choice of one block."""

    bots: Sequence[str]
    played: Counter[str]
    strength: Mapping[str, float]
    tie: Mapping[str, float]
    met: Counter[frozenset[str]]
    apart: frozenset[frozenset[str]]
    players: int
    by_lot: bool


def next_blocks(
    entries: Collection[str],
    ratings: Mapping[str, Rating],
    games_played: Mapping[str, int],
    players: int,
    count: int,
    *,
    seed: bytes,
    first: int = 0,
    available: Collection[str] | None = None,
    forbidden: Collection[frozenset[str]] = (),
) -> list[Paired]:
    """Return the next `count` blocks of `players` different bots, with the reason of each.

    `first` is the number of the first block, on which its draws depend. A bot without a rating
    counts as new; `games_played` should include planned games. Bots that are not `available` (by
    default all are) are skipped and catch up later. The bots of a `forbidden` pair never meet.
    Returns fewer blocks if too few bots remain. Raises `ValueError` if there are fewer bots than
    seats.
    """
    entered = set(entries)
    if len(entered) < players:
        raise ValueError(
            f"{players} seats need {players} different bots, but only {len(entered)} are"
            " enrolled. Enrol more bots or choose fewer players."
        )
    bots = sorted(entered if available is None else entered.intersection(available))
    played = Counter({bot: games_played.get(bot, 0) for bot in bots})
    met: Counter[frozenset[str]] = Counter()
    apart = frozenset(forbidden)
    blocks: list[Paired] = []
    for number in range(first, first + count):
        strength = {bot: _strength(bot, ratings.get(bot, INITIAL), number, seed) for bot in bots}
        tie = {bot: _draw(seed, "tie", number, bot) for bot in bots}
        by_lot = is_by_lot(seed, number)
        block = _block(_Round(bots, played, strength, tie, met, apart, players, by_lot))
        if block is None:
            break
        # A block has one match for each rotation of its seats.
        played.update(dict.fromkeys(block.bots, players))
        met.update(
            frozenset((one, other)) for one in block.bots for other in block.bots if one < other
        )
        blocks.append(block)
    return blocks


def is_by_lot(seed: bytes, number: int) -> bool:
    """Return whether the block with this number chooses its company at random."""
    return _draw(seed, "lot", number, "") < LOT


def in_order(seed: bytes, number: int, bots: Iterable[str]) -> tuple[str, ...]:
    """Return the bots in the seat order of the block's first match."""
    return tuple(sorted(bots, key=lambda bot: _draw(seed, "tie", number, bot)))


def _block(now: _Round) -> Paired | None:
    """Return the block around the first anchor, by games, that has enough company."""
    for anchor in sorted(now.bots, key=lambda bot: (now.played[bot], now.tie[bot])):
        company = tuple(_company(anchor, now))
        if len(company) == now.players - 1:
            bots = sorted((anchor, *(one.bot for one in company)), key=now.tie.__getitem__)
            return Paired(tuple(bots), Reason(anchor, now.played[anchor], company, now.by_lot))
    return None


def _company(anchor: str, now: _Round) -> Iterator[Company]:
    table = [anchor]
    while len(table) < now.players and (free := _free(table, now)):
        joining = [_joining(bot, table, now) for bot in _due(free, now)]
        next_one = min(joining, key=lambda one: _unfitness(one, now))
        table.append(next_one.bot)
        yield next_one


def _unfitness(one: Company, now: _Round) -> tuple[float, float]:
    """Return the sort key of a bot; the smallest joins first."""
    if now.by_lot:
        return one.met, now.tie[one.bot]
    return one.distance + BETA * one.met, now.tie[one.bot]


def _free(table: Sequence[str], now: _Round) -> list[str]:
    """Return the bots outside the table that may meet all bots of the table."""
    return [
        bot
        for bot in now.bots
        if bot not in table and not any(frozenset((bot, one)) in now.apart for one in table)
    ]


def _due(free: Sequence[str], now: _Round) -> list[str]:
    """Return the free bots that are less than a block ahead of the others."""
    # A late entry far below the field must not keep the others waiting until it has caught up.
    field = max(now.played.values()) - now.players
    fewest = min((now.played[bot] for bot in free if now.played[bot] >= field), default=field)
    return [bot for bot in free if now.played[bot] < fewest + now.players]


def _joining(bot: str, table: Sequence[str], now: _Round) -> Company:
    return Company(
        bot=bot,
        games=now.played[bot],
        distance=abs(now.strength[bot] - now.strength[table[0]]),
        met=sum(now.met[frozenset((bot, one))] for one in table),
    )


def _strength(bot: str, rating: Rating, number: int, seed: bytes) -> float:
    belief = NormalDist(rating.mu, rating.sigma)
    return belief.inv_cdf(_draw(seed, "strength", number, bot))


def _draw(seed: bytes, purpose: str, number: int, bot: str) -> float:
    """Return a number strictly between 0 and 1."""
    digest = hashlib.sha256(seed + f"|{purpose}|{number}|{bot}".encode()).digest()
    # 48 bits and the half fit a double exactly; at 0 and 1 `inv_cdf` would be infinite.
    return (int.from_bytes(digest[:6], "big") + 0.5) / 2**48
