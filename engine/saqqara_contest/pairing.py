"""Pairing: who meets whom next, and why.

Balance comes first: a block is built around the bot with the fewest games, and its company comes
from those who are not a block ahead of the field, so that counts stay within one block of each
other; who is far behind, as a late entry is, catches up against everybody. Among those every second
block, by lot, draws its company by lot: else who meets whom would follow from early luck, and the
intervals of equals would hold too little (`tests.bench.ratings.sceptic`). The other blocks take the
closest in strength. Strength is drawn anew for each block from the rating (mean `mu`, deviation
`sigma`), so that uncertain bots meet widely and nobody can foresee a pairing; a meeting within the
same call counts like a distance of `BETA`, so that a call with many blocks spreads them. Taking
the pair from which the model expects to learn most made the published table no better and its
intervals wider (`tests.bench.ratings.pairings`).

Draws follow from SHA-256 of the seed, the block's number and the bot: the order in which entries
are listed does not matter, and the same call always answers the same.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from saqqara_contest.ratings import BETA, INITIAL, Rating

LOT = 0.5
"""The share of blocks whose company is drawn by lot."""


@dataclass(frozen=True, slots=True)
class Company:
    """Why a bot joined a block, of those whose turn it was: it was the closest, or by lot."""

    bot: str
    games: int
    """Its games before this block, those already planned included."""
    distance: float
    """Between its strength and the anchor's as drawn for this block, in points of `mu`."""
    met: int
    """How often blocks of the same call had it meet those at the table; each counts as `BETA`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a block was paired as it was: the anchor had the fewest games, and who joined it."""

    anchor: str
    games: int
    """The anchor's games before this block, those already planned included."""
    company: tuple[Company, ...]
    """In the order in which they joined."""
    by_lot: bool = False
    """Whether the company was drawn by lot, and not by strength."""


@dataclass(frozen=True, slots=True)
class Paired:
    """The bots of a block in the order to rotate, and why they meet."""

    bots: tuple[str, ...]
    reason: Reason


@dataclass(slots=True)
class _Round:
    """What the choice of one block depends on."""

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
    """The next `count` blocks of `players` different bots, and why each was chosen.

    `first` is the number of the first of them, by which it is drawn. A bot without a rating counts
    as new; `games_played` should include games already planned. Who is not in `available` (by
    default all are) is passed over and catches up later; no two bots of a `forbidden` pair meet.
    There are fewer blocks, or none, when too few bots are left by that. Raises `ValueError` when
    fewer bots than seats are entered.
    """
    entered = set(entries)
    if len(entered) < players:
        raise ValueError(
            f"{players} seats need {players} different bots but only {len(entered)} are entered;"
            " enrol more bots or choose fewer players"
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
        played.update(dict.fromkeys(block.bots, players))
        met.update(
            frozenset((one, other)) for one in block.bots for other in block.bots if one < other
        )
        blocks.append(block)
    return blocks


def is_by_lot(seed: bytes, number: int) -> bool:
    """Whether the block of that number draws its company by lot."""
    return _draw(seed, "lot", number, "") < LOT


def in_order(seed: bytes, number: int, bots: Iterable[str]) -> tuple[str, ...]:
    """The bots of the block of that number as they sit in its first match."""
    return tuple(sorted(bots, key=lambda bot: _draw(seed, "tie", number, bot)))


def _block(now: _Round) -> Paired | None:
    """The block around the first anchor, by games, that has enough company."""
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
    """The less of it, the sooner a bot joins."""
    if now.by_lot:
        return one.met, now.tie[one.bot]
    return one.distance + BETA * one.met, now.tie[one.bot]


def _free(table: Sequence[str], now: _Round) -> list[str]:
    """Who is not at the table and may meet all that are."""
    return [
        bot
        for bot in now.bots
        if bot not in table and not any(frozenset((bot, one)) in now.apart for one in table)
    ]


def _due(free: Sequence[str], now: _Round) -> list[str]:
    """Those of the free who are less than a block ahead of the field's free."""
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
    """A number strictly between 0 and 1."""
    digest = hashlib.sha256(seed + f"|{purpose}|{number}|{bot}".encode()).digest()
    return (int.from_bytes(digest[:6], "big") + 0.5) / 2**48
