"""A command that is told to end unwinds once, and leaves signals as they were."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from saqqara_sdk.arena import Home
from saqqara_sdk.arena.entrants import Roster, introduction_of
from saqqara_sdk.lines import process
from saqqara_sdk.lines.limits import USUAL, Limits
from saqqara_sdk.lines.termination import ending_in_order, whole

ASKED = (signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    """As a command finds them, whatever the run of these tests was started under."""
    usual = dict.fromkeys(ASKED, signal.SIG_DFL) | {signal.SIGINT: signal.default_int_handler}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ASKED)
def test_what_was_begun_is_ended_and_nothing_cuts_that_short(number: signal.Signals) -> None:
    """Whoever asks again while it unwinds changes nothing; the code is that of shells."""
    done: list[str] = []

    def command() -> None:
        with ending_in_order():
            try:
                os.kill(os.getpid(), number)
            finally:
                for again in ASKED:
                    os.kill(os.getpid(), again)
                done.append("ended its bots")

    with pytest.raises(SystemExit) as ended:
        command()
    assert done
    assert ended.value.code == 128 + number
    assert {signal.getsignal(one) for one in ASKED} == {signal.SIG_DFL}


def test_what_others_decided_of_a_signal_stands() -> None:
    """Ignored under `nohup`, or handled by whoever runs the command inside a program."""
    heard: list[int] = []

    def handle(number: int, _frame: object) -> None:
        heard.append(number)

    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, handle)
    with ending_in_order():
        for number in ASKED:
            os.kill(os.getpid(), number)
    assert heard == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is handle
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_ctrl_c_waits_for_what_must_be_whole() -> None:
    """It interrupts after the outermost block, and then all is as before."""
    done = []

    def begin() -> None:
        with whole():
            with whole():
                os.kill(os.getpid(), signal.SIGINT)
                done.append("inner")
            done.append("outer")
        done.append("after")

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert done == ["inner", "outer"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_in_another_thread_nothing_is_changed() -> None:
    """Only the main thread may say what a signal does."""
    seen: list[object] = []

    def run() -> None:
        with ending_in_order():
            seen.extend(map(signal.getsignal, ASKED))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [signal.SIG_DFL, signal.SIG_DFL]


@pytest.mark.parametrize("number", ASKED)
def test_a_program_that_was_just_started_is_ended_too(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal comes when it runs and nobody has noted that it does."""
    begun: list[subprocess.Popen[bytes]] = []

    def interrupted(*given: Any) -> subprocess.Popen[bytes]:
        begun.append(started(*given))
        os.kill(os.getpid(), number)
        return begun[0]

    def command() -> None:
        with ending_in_order():
            introduction_of(
                Limits(4096, 60, 60), f"{sys.executable} -c 'import time; time.sleep(600)'"
            )

    started = process._started
    monkeypatch.setattr(process, "_started", interrupted)
    with pytest.raises(SystemExit):
        command()
    (one,) = begun
    assert one.returncode == -signal.SIGKILL


def test_bots_leave_the_table_as_a_whole() -> None:
    """Told to end while the first of them leaves, a command still ends the others."""
    left: list[str] = []

    class Seat:
        def close(self) -> None:
            os.kill(os.getpid(), signal.SIGTERM)
            left.append("one")

    def command() -> None:
        with ending_in_order(), closing(Roster([], Home.PROCESS, USUAL)) as roster:
            roster._seated |= {(number, 1): Seat() for number in range(3)}  # type: ignore[misc]

    with pytest.raises(SystemExit):
        command()
    assert len(left) == 3
