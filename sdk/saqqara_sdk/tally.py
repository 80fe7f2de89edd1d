"""Counting: what a series of matches says of each bot, over all and seat by seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from saqqara_sdk.arena import NS_PER_MS, Played, SeatPlayed


@dataclass(frozen=True, slots=True)
class Tally:
    """What a number of games says: a shared first place of k bots is 1/k of a win."""

    games: int
    wins: float
    mean_score: float
    mean_place: float
    flags: int
    ms_per_decision: float


@dataclass(frozen=True, slots=True)
class BotTally:
    """One bot's row: all its games, and those of each seat."""

    bot: str
    total: Tally
    by_seat: Mapping[int, Tally]


def tally(matches: Sequence[Played], bots: Sequence[str]) -> list[BotTally]:
    """The rows of the bots, most wins first, in the given order where equal."""
    rows = [_row(bot, matches) for bot in bots]
    return sorted(rows, key=lambda row: -row.total.wins)


def _row(bot: str, matches: Sequence[Played]) -> BotTally:
    games = [(match, seat) for match in matches for seat in match.seats if seat.bot == bot]
    seats = sorted({seat.result.seat for _, seat in games})
    by_seat = {
        number: _tally([game for game in games if game[1].result.seat == number])
        for number in seats
    }
    return BotTally(bot, _tally(games), by_seat)


def _tally(games: Sequence[tuple[Played, SeatPlayed]]) -> Tally:
    decisions = sum(seat.decisions for _, seat in games)
    thought_ns = sum(seat.thought_ns for _, seat in games)
    return Tally(
        games=len(games),
        wins=sum(_win(match, seat) for match, seat in games),
        mean_score=_mean(seat.result.total for _, seat in games),
        mean_place=_mean(seat.result.place for _, seat in games),
        flags=sum(not seat.result.kept_time for _, seat in games),
        ms_per_decision=thought_ns / decisions / NS_PER_MS if decisions else 0.0,
    )


def _win(match: Played, seat: SeatPlayed) -> float:
    winners = sum(other.result.place == 1 for other in match.seats)
    return 1 / winners if seat.result.place == 1 else 0.0


def _mean(numbers: Iterable[int]) -> float:
    values = list(numbers)
    return sum(values) / len(values) if values else 0.0
