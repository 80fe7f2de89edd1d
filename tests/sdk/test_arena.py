"""The arena: whole games in one process, with the service's clocks and rulings."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import ClassVar

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.clocks import Clock, Fischer, Untimed
from saqqara_engine import record as records
from saqqara_engine.games import find_game
from saqqara_engine.imhotep.actions import PASS
from saqqara_sdk import Bot, LegalAction, MatchInfo, Turn
from saqqara_sdk.arena import BotFault, Entrant, Played, Setting, play_blocks, play_match
from saqqara_sdk.models import Receipt, Result
from saqqara_sdk.tally import tally

MINUTE = Fischer(60_000, 1_000)


def setting(players: int, clock: Clock = MINUTE) -> Setting:
    rules = find_game("imhotep")
    return Setting(rules, rules.parse_options({"players": players}), clock)


def entrants(*bots: type[Bot]) -> list[Entrant]:
    return [Entrant(f"{bot.name}-{number}", bot) for number, bot in enumerate(bots)]


def outcome(match: Played) -> list[tuple[str, int, int]]:
    return [(seat.bot, seat.result.place, seat.result.total) for seat in match.seats]


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


class Raising(RandomBot):
    """Raises at its third decision."""

    name = "raising"

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, turn: Turn) -> LegalAction:
        self.decisions += 1
        if self.decisions == 3:
            raise RuntimeError("no idea")
        return super().choose(turn)


class Cheating(Bot):
    """Answers with an action of its own making."""

    def choose(self, turn: Turn) -> LegalAction:
        return LegalAction(PASS, turn.rules, turn.view)


class Listening(RandomBot):
    """Remembers what its match told it, by seat."""

    name = "listening"
    told: ClassVar[Counter[str]] = Counter()

    def match_started(self, match: MatchInfo) -> None:
        self.seat = match.seat
        self.told[f"started {match.players}"] += 1

    def choose(self, turn: Turn) -> LegalAction:
        assert turn.seat == self.seat
        return super().choose(turn)

    def match_ended(self, result: Result) -> None:
        self.told[f"ended {len(result.seats)} {result.reason}"] += 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_block_gives_every_bot_every_seat(players: int) -> None:
    """In a block each bot plays once in each seat, every game to its end, and each holds."""
    bots = entrants(*[RandomBot] * players)
    matches = list(play_blocks(setting(players), bots, blocks=1, seed=7))
    assert len(matches) == players
    seated = {(seat.bot, seat.result.seat) for match in matches for seat in match.seats}
    assert len(seated) == players * players
    for match in matches:
        records.verify(match.record)
        assert match.record.placements == tuple(seat.result.place for seat in match.seats)


def test_a_seed_repeats_a_run() -> None:
    """The same seed plays the same games, another one does not."""
    bots = entrants(RandomBot, RandomBot)
    runs = [
        [outcome(match) for match in play_blocks(setting(2), bots, 2, seed)] for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]


def test_every_match_has_chance_of_its_own() -> None:
    """No two matches of a run share their seed, and each commits to its own."""
    matches = list(play_blocks(setting(2), entrants(RandomBot, RandomBot), 3, seed=1))
    assert len({match.record.seed for match in matches}) == 6
    assert len({match.record.commitment for match in matches}) == 6


def test_a_bot_may_be_asynchronous() -> None:
    """`choose` may be a coroutine."""
    match = play_match(setting(2), entrants(Async, RandomBot), "offline-async")
    assert match.seats[0].decisions > 10


def test_hooks_are_called_once_per_match_and_seat() -> None:
    """Each seat has a bot of its own that hears of the start and of the end once."""
    Listening.told.clear()
    play_match(setting(3), entrants(Listening, Listening, Listening), "offline-hooks")
    assert Listening.told == {"started 3": 3, "ended 3 played": 3}


def test_time_is_charged_and_gained() -> None:
    """A ply costs what it took, gains the increment, and stands in the record."""
    match = play_match(setting(2, Fischer(60_000, 500)), entrants(Slow, RandomBot), "offline-time")
    assert all(seat.result.kept_time for seat in match.seats)
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
    assert [seat.result.kept_time for seat in match.seats] == [True, False]
    assert [seat.result.place for seat in match.seats] == [1, 2]
    assert match.seats[1].decisions == 1
    assert all(ply.auto == (ply.seat == 1) for ply in match.record.plies)
    records.verify(match.record)


def test_a_slow_response_is_taken_for_the_seat() -> None:
    """Outside its own turn a seat has the bound; then the policy decides, once, and it is told."""
    Learning.receipts.clear()
    clock = Fischer(60_000, response_ms=5)
    match = play_match(setting(2, clock), entrants(Learning, RandomBot), "offline-responses")
    assert all(seat.result.kept_time for seat in match.seats)
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


@pytest.mark.parametrize(
    ("bot", "ply", "why"),
    [
        (Raising, None, "raised RuntimeError: no idea"),
        (Cheating, 2, "none of the .* offered actions"),
    ],
)
def test_a_faulty_bot_is_named(bot: type[Bot], ply: int | None, why: str) -> None:
    """A bot that raises or answers what was not offered is named with its match and ply."""
    seats = entrants(RandomBot, bot)
    with pytest.raises(BotFault, match=why) as caught:
        play_match(setting(2), seats, "offline-fault")
    fault = caught.value
    assert (fault.bot, fault.match_id) == (seats[1].label, "offline-fault")
    assert f"{fault.bot} failed in match offline-fault at ply {fault.ply}" in str(fault)
    assert fault.ply == (ply or fault.ply) == len(fault.record.plies) + 1
    assert fault.record.placements == ()
    records.verify(fault.record)


def test_the_tally_adds_up() -> None:
    """Wins of all bots make the number of games, by seat and over all; a shared win is shared."""
    bots = entrants(RandomBot, RandomBot, RandomBot)
    matches = list(play_blocks(setting(3), bots, 4, seed=3))
    rows = tally(matches, [bot.label for bot in bots])
    assert sum(row.total.wins for row in rows) == pytest.approx(len(matches))
    assert [row.total.wins for row in rows] == sorted((r.total.wins for r in rows), reverse=True)
    for row in rows:
        assert row.total.games == 12
        assert {seat: part.games for seat, part in row.by_seat.items()} == {0: 4, 1: 4, 2: 4}
        assert sum(part.wins for part in row.by_seat.values()) == pytest.approx(row.total.wins)
        assert 1 <= row.total.mean_place <= 3
