"""The arena: whole games in one process, with the service's clocks and rulings."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import ClassVar

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import Fischer, Untimed
from saqqara_engine.records import record as records
from saqqara_sdk import Bot, LegalAction, MatchInfo, Turn
from saqqara_sdk.arena import play_blocks, play_match, tally
from saqqara_sdk.wire.models import Receipt, Result
from tests.sdk.arena_tables import entrants, matches_of, outcome, setting


class Async(Bot):
    """Waits before it answers."""

    async def choose(self, turn: Turn) -> LegalAction:
        await asyncio.sleep(0)
        return turn.legal_actions[0]


class Slow(Bot):
    """Takes 20 ms for each decision."""

    def choose(self, turn: Turn) -> LegalAction:
        time.sleep(0.02)
        return turn.legal_actions[0]


class Asleep(Bot):
    """Oversleeps its first decision by 50 ms."""

    def choose(self, turn: Turn) -> LegalAction:
        time.sleep((turn.clock.mine_ms or 0) / 1000 + 0.05)
        return turn.legal_actions[0]


class Learning(RandomBot):
    """Takes 20 ms for each decision, and keeps what it is told of the one before."""

    name = "learning"
    receipts: ClassVar[list[Receipt]] = []

    def choose(self, turn: Turn) -> LegalAction:
        if turn.last is not None:
            self.receipts.append(turn.last)
        time.sleep(0.02)
        return super().choose(turn)


class Keeping(Bot):
    """Keeps its turns; looks at each at once or not."""

    turns: ClassVar[list[Turn]] = []
    looks: ClassVar[bool] = True

    def choose(self, turn: Turn) -> LegalAction:
        self.turns.append(turn)
        if self.looks:
            assert turn.view.to_act == turn.seat
        return turn.legal_actions[0]


class Listening(RandomBot):
    """Remembers what its match told it, by seat."""

    name = "listening"
    calls: ClassVar[Counter[str]] = Counter()

    def match_started(self, match: MatchInfo) -> None:
        self.seat = match.seat
        self.calls[f"started {match.players}"] += 1

    def choose(self, turn: Turn) -> LegalAction:
        assert turn.seat == self.seat
        return super().choose(turn)

    def match_ended(self, result: Result) -> None:
        self.calls[f"ended {len(result.seats)} {result.reason}"] += 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_block_gives_every_bot_every_seat(players: int) -> None:
    """In a block each bot plays once in each seat, every game to its end, and each holds."""
    bots = entrants(*[RandomBot] * players)
    matches = matches_of(setting(players), bots, blocks=1, seed=7)
    assert len(matches) == players
    seated = {(seat.bot, seat.seat) for match in matches for seat in match.seats}
    assert len(seated) == players * players
    for match in matches:
        records.verify(match.record)
        assert match.record.placements == tuple(seat.place for seat in match.seats)


def test_a_seed_repeats_a_run() -> None:
    """The same seed plays the same games, another one does not."""
    bots = entrants(RandomBot, RandomBot)
    runs = [
        [outcome(match) for match in matches_of(setting(2), bots, 2, seed)] for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]


def test_every_match_has_chance_of_its_own() -> None:
    """No two matches of a run share their seed, and each commits to its own."""
    matches = matches_of(setting(2), entrants(RandomBot, RandomBot), 3, seed=1)
    assert len({match.record.seed for match in matches}) == 6
    assert len({match.record.commitment for match in matches}) == 6


def test_a_bot_may_be_asynchronous() -> None:
    """`choose` may be a coroutine."""
    match = play_match(setting(2), entrants(Async, RandomBot), "offline-async")
    assert match.seats[0].decisions > 10


def test_hooks_are_called_once_per_match_and_seat() -> None:
    """Each seat has a bot of its own that hears of the start and of the end once."""
    Listening.calls.clear()
    play_match(setting(3), entrants(Listening, Listening, Listening), "offline-hooks")
    assert Listening.calls == {"started 3": 3, "ended 3 played": 3}


def test_time_is_charged_and_gained() -> None:
    """A ply costs what it took, gains the increment, and stands in the record."""
    match = play_match(setting(2, Fischer(60_000, 500)), entrants(Slow, RandomBot), "offline-time")
    assert all(seat.kept_time for seat in match.seats)
    left = 60_000
    for ply in (ply for ply in match.record.plies if ply.seat == 0):
        assert ply.clock is not None
        assert ply.clock.charged_ms >= 20
        left += 500 - ply.clock.charged_ms
        assert ply.clock.left_ms == left


def test_a_seat_without_time_is_played_on_and_ranks_last() -> None:
    """A seat whose time is gone is played by autoplay to the end and ranks below the others."""
    match = play_match(setting(2, Fischer(1_500)), entrants(RandomBot, Asleep), "offline-flag")
    assert match.record.flagged == (1,)
    assert [seat.kept_time for seat in match.seats] == [True, False]
    assert [seat.place for seat in match.seats] == [1, 2]
    assert match.seats[1].decisions == 1
    assert all(ply.auto == (ply.seat == 1) for ply in match.record.plies)
    records.verify(match.record)


def test_a_slow_response_is_taken_for_the_seat() -> None:
    """Outside its own turn a seat has the bound; then the policy decides, once, and it is told."""
    Learning.receipts.clear()
    control = Fischer(60_000, response_ms=5)
    match = play_match(setting(2, control), entrants(Learning, RandomBot), "offline-responses")
    assert all(seat.kept_time for seat in match.seats)
    taken = [ply for ply in match.record.plies if ply.auto and ply.seat == 0]
    assert taken
    assert {ply.clock.charged_ms for ply in taken if ply.clock} == {5}
    late = [receipt for receipt in Learning.receipts if receipt.late]
    assert [receipt.action for receipt in late] == [str(ply.action) for ply in taken][: len(late)]
    assert len(late) in {len(taken), len(taken) - 1}
    records.verify(match.record)


def test_without_a_clock_nothing_is_charged() -> None:
    """An untimed match tells of no time, to bots and in its record."""
    match = play_match(setting(2, Untimed()), entrants(Learning, RandomBot), "offline-untimed")
    assert all(ply.clock is None for ply in match.record.plies)
    assert {receipt.left_ms for receipt in Learning.receipts[-3:]} == {None}


def test_a_turn_that_is_kept_tells_what_held_then() -> None:
    """What is looked at after the match is as it would have been at the turn itself."""
    for looks in (True, False):
        Keeping.turns, Keeping.looks = [], looks
        play_match(setting(2, Untimed()), entrants(Keeping, RandomBot), "offline-late")
        if looks:
            seen = [(turn.view, turn.clock, turn.last) for turn in Keeping.turns]
    assert [(turn.view, turn.clock, turn.last) for turn in Keeping.turns] == seen
    assert len({turn.version for turn in Keeping.turns}) == len(seen) > 10


def test_the_tally_adds_up() -> None:
    """Wins of all bots make the number of games, by seat and over all; a shared win is shared."""
    bots = entrants(RandomBot, RandomBot, RandomBot)
    blocks = list(play_blocks(setting(3, Untimed()), bots, 4, seed=3))
    rows = tally(blocks, [bot.label for bot in bots])
    assert sum(row.total.wins for row in rows) == pytest.approx(12)
    assert [row.total.wins for row in rows] == sorted((r.total.wins for r in rows), reverse=True)
    for row in rows:
        assert row.total.games == 12
        assert {seat: part.games for seat, part in row.by_seat.items()} == {0: 4, 1: 4, 2: 4}
        assert sum(part.wins for part in row.by_seat.values()) == pytest.approx(row.total.wins)
        assert 1 <= row.total.mean_place <= 3
        for mean in (row.total.win, row.total.score, row.total.margin):
            assert mean.interval is not None
            assert mean.interval.low <= mean.value <= mean.interval.high
