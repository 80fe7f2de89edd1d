"""Bots in processes of their own: what they are told, and what their misbehaviour costs."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from saqqara_contest.time_controls import Fischer, TimeControl, Untimed
from saqqara_engine.games import find_game
from saqqara_engine.records import record as records
from saqqara_sdk import BotNotFound
from saqqara_sdk.arena import (
    Arena,
    BlockTerms,
    Entrant,
    FaultKind,
    Home,
    Limits,
    MatchSetting,
    Played,
)
from saqqara_sdk.arena.blocks import one_field
from saqqara_sdk.arena.entrants import labels_of
from tests.sdk.arena_tables import enter

HERE = Path(__file__).parent
SAILOR = HERE.parents[2] / "bots/node/sailor.mjs"
UNTIMED = Untimed()
LIMITS = Limits(memory_mb=1024, answer_s=20)
IMPATIENT = Limits(memory_mb=1024, answer_s=0.4, overdue_s=0.4)

WORDY = """
from saqqara_sdk import Bot

class Wordy(Bot):
    def choose(self, turn):
        return turn.legal_actions[0].notation
"""

PRINTING = """
from typing import ClassVar

from saqqara_sdk import Bot

class Printing(Bot):
    matches: ClassVar[int] = 0

    def match_started(self, match):
        type(self).matches += 1

    def choose(self, turn):
        print("thinking about", turn.view.to_act)
        return turn.legal_actions[-1 if self.matches > 1 else 0]
"""


def line_bot(trick: str) -> str:
    return f"{sys.executable} {HERE / 'line_bot.py'} {trick}"


def arena(
    *bots: str, time_control: TimeControl = UNTIMED, limits: Limits = LIMITS, home: Home = Home.HERE
) -> Arena:
    rules = find_game("imhotep")
    setting = MatchSetting(rules, rules.parse_options({"players": len(bots)}), time_control)
    entered: list[Entrant] = enter(bots, home, LIMITS)
    return Arena(setting, entered, BlockTerms(7, one_field(len(bots))), home, limits)


@pytest.fixture(scope="module")
def first_played() -> Iterator[Played]:
    """A match of the well-behaved line bot, which takes the first action."""
    with arena(line_bot("first"), "random") as table:
        yield table.block(1)[0]


def test_a_command_plays(first_played: Played) -> None:
    """A program in any language plays by lines of JSON under the name that it says."""
    assert [seat.bot for seat in first_played.seats] == ["first", "random"]
    assert first_played.faults == ()
    assert first_played.seats[0].decisions > 10
    records.verify(first_played.record)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("game", ["imhotep", "duel"])
def test_the_bot_in_javascript_plays(game: str) -> None:
    """The sample bot for node plays without a fault and beats chance, the same match each time."""
    matches = played_by_sailor(game)
    assert all(played.faults == () for played in matches)
    seats = [seat for played in matches for seat in played.seats]
    assert [seat.bot for seat in seats if seat.late or not seat.kept_time] == []
    firsts = [seat.bot for seat in seats if seat.place == 1]
    assert firsts.count("sailor") > firsts.count("random")
    again = played_by_sailor(game)
    assert [actions_of(one) for one in again] == [actions_of(one) for one in matches]


def played_by_sailor(game: str) -> list[Played]:
    rules = find_game(game)
    setting = MatchSetting(rules, rules.parse_options({"players": 2}), Fischer(600_000))
    bots = enter([f"node {SAILOR}", "random"], Home.HERE, Limits())
    with Arena(setting, bots, BlockTerms(7, one_field(2))) as table:
        return [played for number in (1, 2, 3) for played in table.block(number)]


def actions_of(played: Played) -> list[str]:
    return [ply.action for ply in played.record.plies]


@pytest.mark.parametrize(
    ("trick", "kind", "why"),
    [
        ("exit", FaultKind.CRASH, "its process ended with code 3"),
        ("memory", FaultKind.CRASH, "its process ended with code 1"),
        ("garbage", FaultKind.GARBAGE, "it wrote 'let me think', which is not a message"),
        ("flood", FaultKind.GARBAGE, "it wrote more than 1048576 bytes"),
        ("illegal", FaultKind.ILLEGAL, "it chose 'win at once', which is not one of the"),
        ("error", FaultKind.ERROR, "it raised no idea"),
    ],
)
def test_misbehaviour_hurts_only_its_bot(trick: str, kind: FaultKind, why: str) -> None:
    """The fault is named with bot, match and ply, the policy goes on, and the next match begins."""
    with arena(line_bot(trick), "random") as table:
        first, second = table.block(1)
    for played, seat in ((first, 0), (second, 1)):
        fault = played.faults[0]
        assert (fault.kind, fault.bot, fault.seat) == (kind, trick, seat)
        assert fault.ply >= 7
        assert why in fault.why
        is_out = kind in {FaultKind.CRASH, FaultKind.GARBAGE}
        assert played.seats[seat].kept_time is not is_out
        assert len(played.faults) == 1 if is_out else len(played.faults) > 5
        records.verify(played.record)
    if trick in {"exit", "memory"}:
        assert {"exit": "I give up", "memory": "MemoryError"}[trick] in first.faults[0].detail


@pytest.mark.parametrize("trick", ["hang", "stale"])
def test_silence_ends_the_process(trick: str) -> None:
    """Without a clock a limit holds; a late answer to an earlier question is no answer."""
    with arena(line_bot(trick), "random", limits=IMPATIENT) as table:
        fault = table.block(1)[0].faults[0]
    assert (fault.kind, fault.why) == (FaultKind.HANG, "it did not answer within 0.4 s")


def test_the_clock_stops_a_bot_that_hangs() -> None:
    """On a clock a bot that hangs is flagged when its time is gone, and named if silent."""
    with arena(line_bot("hang"), "random", time_control=Fischer(400), limits=IMPATIENT) as table:
        played = table.block(1)[0]
    (fault,) = played.faults
    assert (played.record.flagged, fault.kind, fault.seat) == ((0,), FaultKind.HANG, 0)
    assert fault.why == "it had not answered 0.4 s after its time ran out"
    assert (played.seats[0].late, played.seats[0].place) == (1, 2)
    assert played.seats[0].thought_ns < 20e9


def test_a_slow_bot_that_loses_on_time_is_no_fault() -> None:
    """Who answers after all was only slow."""
    with arena(line_bot("late"), "random", time_control=Fischer(400)) as table:
        played = table.block(1)[0]
    assert (played.record.flagged, played.faults, played.seats[0].late) == ((0,), (), 1)


def test_a_response_that_is_late_is_taken_for_the_bot() -> None:
    """Out of turn a bot has the bound; its late answer disturbs neither the game nor the next."""
    with arena(line_bot("slow"), "random", time_control=Fischer(600_000, response_ms=20)) as table:
        played = table.block(1)[0]
    taken = [ply for ply in played.record.plies if ply.auto]
    assert len(taken) == played.seats[0].late > 0
    assert played.seats[0].kept_time
    assert played.faults == ()


@pytest.mark.parametrize("home", [Home.HERE, Home.PROCESS])
def test_who_writes_a_python_bot_hears_what_to_return(tmp_path: Path, home: Home) -> None:
    """The same sentence wherever the bot runs; a text is no action."""
    (tmp_path / "wordy.py").write_text(WORDY)
    with arena(f"{tmp_path}/wordy.py:Wordy", "random", home=home) as table:
        fault = table.block(1)[0].faults[0]
    assert fault.kind is FaultKind.ILLEGAL
    assert re.fullmatch(
        r"it chose the text '[^']+', not an action; choose\(\) must return one of"
        r" turn\.legal_actions, or its \.action",
        fault.why,
    )


def test_a_python_bot_may_print(tmp_path: Path) -> None:
    """What a Python bot prints does not disturb it; kept over matches it keeps its memory."""
    (tmp_path / "printing.py").write_text(PRINTING)
    text = f"{tmp_path}/printing.py:Printing"
    found = {}
    for home in (Home.PROCESS, Home.FRESH):
        with arena(text, line_bot("first"), home=home) as table:
            found[home] = table.block(1)
        assert all(not played.faults for played in found[home])
    kept, fresh = found[Home.PROCESS], found[Home.FRESH]
    assert kept[0] != fresh[1]
    actions = {
        home: [ply.action for ply in block[1].record.plies if ply.seat == 1][:3]
        for home, block in found.items()
    }
    assert actions[Home.PROCESS] != actions[Home.FRESH]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no-such-program --fast", "there is no program 'no-such-program'"),
        (f"{sys.executable} -c pass", "its process ended with code 0"),
        (f"{sys.executable} -c print(1)", "it wrote '1', which is not a message"),
        (f"{sys.executable} -c print('{{}}')", "it does not speak protocol 1"),
    ],
)
def test_a_program_that_says_no_hello_is_refused(text: str, sentence: str) -> None:
    """Before any match it is told why a program cannot play."""
    with pytest.raises(BotNotFound) as caught:
        labels_of([text], LIMITS)
    assert sentence in str(caught.value)


def test_an_isolated_bot_that_cannot_be_loaded_is_refused() -> None:
    """The complaint of the bot's own process is told."""
    with pytest.raises(BotNotFound, match="no installed bot 'nobody'"):
        labels_of(["nobody"], LIMITS)
