"""A command that is told to end unwinds once, and leaves signals as they were."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from saqqara_sdk.lines.ending import ending_in_order

ASKED = (signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    """As a command finds them, whatever the run of these tests was started under."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in ASKED}
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
