"""Pairwise comparison of bots: which one finished ahead, for any number of seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from saqqara_contest.intervals import Interval, share_interval
from saqqara_contest.results import Result
from saqqara_contest.seasons.checks import ModelCheck
from saqqara_contest.seasons.fit import Fitted, season_fit
from saqqara_contest.seasons.places import Placing
from saqqara_sdk.arena.played import Block

TIE = 0.5


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """The result of one bot against another: the share of meetings won, and their number."""

    against: str
    share: float
    interval: Interval | None
    comparisons: int


@dataclass(frozen=True, slots=True)
class Rated:
    """A bot's strength in Elo, 1500 on average, its 95 % interval, and its results by rival.

    Only bots of one `group`, which games connect, can be compared. `next_stronger` is the
    likelihood that it is stronger than the next bot, and `next_error` the 95 % confidence margin of
    their difference. `placing` is how certain its place is.
    """

    bot: str
    place: int | None
    elo: float
    interval: Interval
    group: int
    next_stronger: float | None
    next_error: float | None
    placing: Placing | None
    pairs: tuple[ComparedPair, ...]


@dataclass(frozen=True, slots=True)
class Ratings:
    """The bots by strength, strongest first, and the checks of the model."""

    rows: tuple[Rated, ...]
    checks: tuple[ModelCheck, ...]


def block_score(block: Block, bot: str, rival: str) -> float:
    """Return the share of meetings with the rival that the bot won in a block; ties count half."""
    met = [won for first, second, won in _meetings(block) if (first, second) == (bot, rival)]
    return sum(met) / len(met)


def rated(blocks: Sequence[Block], bots: Sequence[str]) -> Ratings:
    """Return the bots by strength, and the checks of the model."""
    table = season_fit(results_of(blocks), bots)
    return Ratings(tuple(_rated(row, blocks, bots) for row in table.rows), table.checks)


def results_of(blocks: Sequence[Block]) -> list[Result]:
    """Return the results of all matches, by the places of the bots at the seats."""
    return [
        Result(tuple(one.bot for one in played.seats), tuple(one.place for one in played.seats), at)
        for at, block in enumerate(blocks)
        for played in block
    ]


def _rated(row: Fitted, blocks: Sequence[Block], bots: Sequence[str]) -> Rated:
    return Rated(
        bot=row.bot,
        place=row.place,
        elo=row.elo,
        interval=row.interval,
        group=row.group,
        next_stronger=row.next.stronger if row.next else None,
        next_error=row.next.error if row.next else None,
        placing=row.placing,
        pairs=tuple(_pairs(row.bot, blocks, bots)),
    )


def _pairs(bot: str, blocks: Sequence[Block], bots: Sequence[str]) -> Iterator[ComparedPair]:
    met: defaultdict[str, list[list[float]]] = defaultdict(list)
    for block in blocks:
        won: defaultdict[str, list[float]] = defaultdict(list)
        for one, rival, share in _meetings(block):
            if one == bot:
                won[rival].append(share)
        for rival, shares in won.items():
            met[rival].append(shares)
    for rival in bots:
        if rows := met.get(rival):
            every = [share for row in rows for share in row]
            sure = share_interval([fmean(row) for row in rows], len(rows[0]))
            yield ComparedPair(rival, fmean(every), sure, len(every))


def _meetings(block: Block) -> Iterator[tuple[str, str, float]]:
    """Yield each pair of different bots of a game, from both sides, and the first one's score."""
    for played in block:
        for one in played.seats:
            for other in played.seats:
                if one.bot != other.bot:
                    won = TIE if one.place == other.place else float(one.place < other.place)
                    yield one.bot, other.bot, won
