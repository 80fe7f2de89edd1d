"""Comparing bots two by two: who came in before whom, whatever the number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from saqqara_contest.intervals import Interval
from saqqara_contest.strengths import strength_intervals, strengths
from saqqara_sdk.arena.played import Block

TIE = 0.5

Wins: TypeAlias = list[list[float]]
"""How often the bot of the row came in before that of the column, ties counting half."""


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """How one bot did against another: the share of comparisons that it won, and their number."""

    against: str
    share: float
    comparisons: int


@dataclass(frozen=True, slots=True)
class Rated:
    """A bot's strength in Elo, 0 on average, with its 95 % interval, and its results by rival."""

    bot: str
    elo: float
    interval: Interval | None
    pairs: tuple[ComparedPair, ...]


def block_score(block: Block, bot: str, rival: str) -> float:
    """The share of meetings with the rival that the bot won in a block, ties counting half."""
    met = [won for first, second, won in _meetings(block) if (first, second) == (bot, rival)]
    return sum(met) / len(met)


def rated(blocks: Sequence[Block], bots: Sequence[str]) -> list[Rated]:
    """The bots by strength, strongest first."""
    each = [_wins(block, bots) for block in blocks]
    numbers = range(len(bots))
    wins = [[sum(one[row][column] for one in each) for column in numbers] for row in numbers]
    rows = zip(bots, strengths(wins), strength_intervals(each), strict=True)
    found = [
        Rated(bot, elo, sure, tuple(_pairs(wins, bots, number)))
        for number, (bot, elo, sure) in enumerate(rows)
    ]
    return sorted(found, key=lambda row: -row.elo)


def _pairs(wins: Wins, bots: Sequence[str], row: int) -> Iterator[ComparedPair]:
    for column, other in enumerate(bots):
        count = wins[row][column] + wins[column][row]
        if column != row and count:
            yield ComparedPair(other, wins[row][column] / count, round(count))


def _wins(block: Block, bots: Sequence[str]) -> Wins:
    place = {bot: number for number, bot in enumerate(bots)}
    wins = [[0.0] * len(bots) for _ in bots]
    for bot, rival, won in _meetings(block):
        wins[place[bot]][place[rival]] += won
    return wins


def _meetings(block: Block) -> Iterator[tuple[str, str, float]]:
    """Every two different bots of a game, from either side, and what the first one won."""
    for played in block:
        for one in played.seats:
            for other in played.seats:
                if one.bot != other.bot:
                    won = TIE if one.place == other.place else float(one.place < other.place)
                    yield one.bot, other.bot, won
