"""The statistics of each bot over blocks of matches, in total and by seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from saqqara_contest.intervals import Interval, mean_interval, share_interval
from saqqara_sdk.arena.match import NS_PER_MS
from saqqara_sdk.arena.played import Block, Played, SeatPlayed


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over games, and its 95 % interval over blocks, if there are enough."""

    value: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Tally:
    """The statistics of games; a first place shared by k bots is 1/k of a win.

    `win` is the share of games won, `margin` the points ahead of the best other seat. `late` counts
    decisions after their time, `lost` games in which the bot lost its seat, `errors` all faults
    except illegal choices.
    """

    games: int
    wins: float
    win: Mean
    score: Mean
    margin: Mean
    mean_place: float
    ms_per_decision: float
    late: int
    illegal: int
    errors: int
    lost: int


@dataclass(frozen=True, slots=True)
class BotTally:
    """The statistics of a bot, over all its games and by seat."""

    bot: str
    total: Tally
    by_seat: Mapping[int, Tally]


def tally(blocks: Sequence[Block], bots: Sequence[str]) -> list[BotTally]:
    """Return the bots' rows, sorted by wins per game; ties stay in the given order."""
    rows = [_row(bot, blocks) for bot in bots]
    return sorted(rows, key=lambda row: -row.total.win.value)


def wins_of(played: Played, seat: SeatPlayed) -> float:
    """Return a seat's share of the win."""
    winners = sum(other.place == 1 for other in played.seats)
    return 1 / winners if seat.place == 1 else 0.0


def margin_of(played: Played, seat: SeatPlayed) -> int:
    """Return the points by which a seat is ahead of the best other one."""
    return seat.total - max(other.total for other in played.seats if other is not seat)


def _row(bot: str, blocks: Sequence[Block]) -> BotTally:
    games = [
        [(played, seat) for played in block for seat in played.seats if seat.bot == bot]
        for block in blocks
    ]
    games = [block for block in games if block]
    seats = sorted({seat.seat for block in games for _, seat in block})
    by_seat = {
        number: _tally([[game for game in block if game[1].seat == number] for block in games])
        for number in seats
    }
    return BotTally(bot, _tally(games), by_seat)


def _tally(blocks: Sequence[Sequence[tuple[Played, SeatPlayed]]]) -> Tally:
    """Return the statistics of games, given by block."""
    seats = [seat for block in blocks for _, seat in block]
    wins = [[wins_of(*game) for game in block] for block in blocks]
    won = [_mean(block) for block in wins]
    score = [_mean(seat.total for _, seat in block) for block in blocks]
    margin = [_mean(margin_of(*game) for game in block) for block in blocks]
    decisions = sum(seat.decisions for seat in seats)
    thought_ns = sum(seat.thought_ns for seat in seats)
    return Tally(
        games=len(seats),
        wins=sum(map(sum, wins)),
        win=Mean(_mean(won), share_interval(won, len(wins[0]) if wins else 1)),
        score=Mean(_mean(score), mean_interval(score)),
        margin=Mean(_mean(margin), mean_interval(margin)),
        mean_place=_mean(seat.place for seat in seats),
        ms_per_decision=thought_ns / decisions / NS_PER_MS if decisions else 0.0,
        late=sum(seat.late for seat in seats),
        illegal=sum(seat.illegal for seat in seats),
        errors=sum(seat.errors for seat in seats),
        lost=sum(not seat.kept_time for seat in seats),
    )


def _mean(numbers: Iterable[float]) -> float:
    values = list(numbers)
    return sum(values) / len(values) if values else 0.0
