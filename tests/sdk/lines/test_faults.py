"""One owner of a program's process: every fault at every message, and nothing after the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter_ns

import pytest

from saqqara_contest.time_controls import Untimed
from saqqara_engine.games import find_game
from saqqara_engine.records import record as records
from saqqara_sdk.arena import Arena, BlockTerms, Entrant, Home, Limits, MatchSetting, Played
from saqqara_sdk.arena.blocks import one_field
from saqqara_sdk.arena.entrants import find_bot
from saqqara_sdk.arena.match_setting import OnFault
from saqqara_sdk.lines import line_bot
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.process import NS_PER_S, BotProcess
from tests.sdk.lines.fault_table import CASES, kind_of, text_of

LASTING = Limits(memory_mb=1024)
IMPATIENT = Limits(memory_mb=1024, start_s=0.6, answer_s=0.6)
PLAYS_ON = {("error", "turn"), ("error", "view")}
"""Faults that cost one decision."""


@contextmanager
def arena(
    *bots: str,
    limits: Limits = LASTING,
    home: Home = Home.HERE,
    on_fault: OnFault = OnFault.AUTOPLAY,
) -> Iterator[Arena]:
    rules = find_game("duel")
    setting = MatchSetting(rules, rules.parse_options({}), Untimed(), on_fault=on_fault)
    entered = [Entrant(label(text), find_bot(text, home)) for text in bots]
    with Arena(setting, entered, BlockTerms(7, one_field(len(bots))), home, limits) as opened:
        yield opened


def label(text: str) -> str:
    return " ".join(text.split()[-2:])


def faults_of(played: Played) -> list[tuple[str, FaultKind]]:
    return [(fault.bot, fault.kind) for fault in played.faults]


@pytest.mark.parametrize(
    ("fault", "message", "on_fault"),
    [
        *((*case, OnFault.AUTOPLAY) for case in CASES),
        *((*case, OnFault.FORFEIT) for case in CASES if case[1] in {"turn", "ended"}),
    ],
)
def test_each_fault_at_each_message_stays_with_its_bot(
    fault: str, message: str, on_fault: OnFault
) -> None:
    """It is named in each match, the rival plays on, and the next match begins afresh.

    The result of a match that is over does not change.
    """
    limits = IMPATIENT if fault == "hang" else LASTING
    with arena(text_of(fault, message), "random", limits=limits, on_fault=on_fault) as table:
        block = table.block(1)
    kind = kind_of(fault, message)
    costs_one = (fault, message) in PLAYS_ON and on_fault is OnFault.AUTOPLAY
    is_out = message != "ended" and not costs_one
    for played, seat in zip(block, (0, 1), strict=True):
        assert faults_of(played) == ([] if kind is None else [(f"{fault} {message}", kind)])
        assert played.seats[seat].kept_time is not is_out
        assert played.seats[1 - seat].kept_time
        assert (seat in played.record.flagged) is is_out
        records.verify(played.record)


def test_a_bot_that_is_waited_for_is_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Long before it counts as a bot that hangs, once in a match."""
    monkeypatch.setattr(line_bot, "PATIENCE_S", 0.1)
    with arena(text_of("hang", "turn"), "random", limits=IMPATIENT) as table:
        first, second = (played.match_id for played in table.block(1))
    assert [line.getMessage() for line in caplog.records] == [
        f"Waiting for hang turn in match {match}, for at most 0.6 s" for match in (first, second)
    ]


@pytest.mark.parametrize("home", [Home.HERE, Home.FRESH])
def test_no_process_receives_messages_of_another(home: Home) -> None:
    """A process that ended leaves numbers of its pipes, which the rival's next process gets."""
    bots = [text_of("leave", "ended"), text_of("crash", "turn")]
    with arena(*bots, home=home) as table:
        matches = [played for number in (1, 2) for played in table.block(number)]
    for played in matches:
        (fault,) = played.faults
        assert (fault.bot, fault.why) == ("crash turn", "its process ended with code 3")


@pytest.mark.parametrize("when", ["ended", "after"])
def test_a_program_may_end_after_each_match(when: str) -> None:
    """It is started again, and plays as if it had stayed."""
    with arena(text_of("leave", when), "random") as table:
        matches = [*table.block(1), *table.block(2)]
    assert [faults_of(played) for played in matches] == [[]] * len(matches)
    assert all(seat.decisions > 1 for played in matches for seat in played.seats)


def test_a_program_that_crashes_after_its_match_is_named_in_the_next() -> None:
    """The match that it had finished counts, and the one after the fault begins afresh."""
    with arena(text_of("crash", "after"), "random") as table:
        matches = [*table.block(1), *table.block(2)]
    named = [("crash after", FaultKind.CRASH)]
    assert [faults_of(played) for played in matches] == [[], named, [], named]


PYTHON_BOTS = """
import os, sys
from saqqara_sdk import Bot

class Leaving(Bot):
    def choose(self, turn):
        return turn.legal_actions[0]

    def match_ended(self, result):
        os._exit(0)

class Exiting(Leaving):
    def match_ended(self, result):
        sys.exit()

class Quitting(Leaving):
    def choose(self, turn):
        os._exit(0)
"""


@pytest.mark.parametrize("home", [Home.PROCESS, Home.FRESH])
@pytest.mark.parametrize(("bot", "has_left"), [("Leaving", 0), ("Exiting", 0), ("Quitting", 1)])
def test_a_python_bot_ends_like_any_program(
    bot: str, has_left: int, home: Home, tmp_path: Path
) -> None:
    """Also in a fork, whose end the arena notices at once."""
    (tmp_path / "ends.py").write_text(PYTHON_BOTS)
    with arena(f"{tmp_path}/ends.py:{bot}", "random", home=home) as table:
        for played in table.block(1):
            assert [fault.kind for fault in played.faults] == [FaultKind.CRASH] * has_left


def test_a_process_that_has_ended_has_no_numbers() -> None:
    """Nothing can be written to it, and nothing is killed in its place."""
    process = BotProcess(("cat",), LASTING)
    process.start()
    process.write(b"one\n", deadline := perf_counter_ns() + 10 * NS_PER_S)
    assert process.hear(deadline) == b"one"
    process.kill()
    assert process.pid is None
    reused = [os.open(os.devnull, os.O_RDWR) for _ in range(8)]
    try:
        for act in (
            lambda: process.write(b"two\n", deadline),
            lambda: process.hear(deadline),
            process.has_more,
        ):
            with pytest.raises(Misstep, match="it is not running"):
                act()
        process.interrupt()
        process.kill()
        process.close()
    finally:
        for number in reused:
            os.close(number)
