"""The first command on a machine that is slow, with bots that come late: it ends well."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console

from saqqara_bots import demo
from saqqara_service.cli import stack
from saqqara_service.settings import Settings
from tests.stack import process_table

IS_LONG: Final = bool(os.environ.get("SIEGE_LONG"))
PERIOD_S: Final = 0.2
SHARE: Final = 0.1 if IS_LONG else 0.2
LATE_S: Final = 5 if IS_LONG else 2
LOOK_S: Final = 1.0


@pytest.mark.timeout(1800 if IS_LONG else 420)
async def test_it_ends_well_at_a_fraction_of_the_speed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """All processes stand still most of the time and bots start late; nothing is missing."""
    plain = demo.bot_command
    late = ("/bin/sh", "-c", f'sleep {LATE_S}; exec "$@"', "late")
    monkeypatch.setattr(demo, "bot_command", lambda kind: (*late, *plain(kind)))
    if not IS_LONG:
        # One block is two matches: at a fifth of the speed that is enough for the short form.
        monkeypatch.setattr(demo, "LADDERS", {"Two players": (1, 2)})
        monkeypatch.setattr(demo, "KINDS", ("random", "greedy"))
        monkeypatch.setattr(demo, "SUBMITTED", {})
    settings = Settings(data=tmp_path, port=0, redis_url=None)
    is_trusting = shutil.which("bwrap") is None
    with slowed():
        async with stack.running(settings, runners=1, house=True, trust=is_trusting) as running:
            monkeypatch.setenv("SAQQARA_SERVER", running.server)
            monkeypatch.delenv("SAQQARA_TOKEN", raising=False)
            await demo.demonstrate(tmp_path, Console(highlight=False, soft_wrap=True))
    output = capfd.readouterr().out
    last_table, figures, following = output.partition("2 timed matches, each counted once")
    assert "The game is over after round 6 of 6." in last_table
    assert figures
    assert "saqqara bot new mine" in following


@contextlib.contextmanager
def slowed() -> Iterator[None]:
    """From the moment a bot is there, all that this process starts here runs seldom."""
    over, others = threading.Event(), _descendants()
    pacing = threading.Thread(target=_pace, args=(over, others.keys()))
    pacing.start()
    try:
        yield
    finally:
        over.set()
        pacing.join()


def _pace(over: threading.Event, others: Set[int]) -> None:
    pids: Set[int] = set()
    looked_at = 0.0
    try:
        while not over.is_set():
            if time.monotonic() - looked_at > LOOK_S:
                pids, looked_at = _paced(others), time.monotonic()
            _signal(pids, signal.SIGSTOP)
            over.wait(PERIOD_S * (1 - SHARE))
            _signal(pids, signal.SIGCONT)
            over.wait(PERIOD_S * SHARE)
    finally:
        _signal(pids, signal.SIGCONT)


def _paced(others: Set[int]) -> Set[int]:
    """What was started since then, once there are bots."""
    found = {pid: command for pid, command in _descendants().items() if pid not in others}
    return found.keys() if any("bot run" in command for command in found.values()) else set()


def _descendants() -> dict[int, str]:
    """The commands of all processes that descend from this one."""
    rows = process_table.rows()
    found: dict[int, str] = {}
    while more := [
        row for row in rows if row.parent in {os.getpid(), *found} and row.pid not in found
    ]:
        found |= {row.pid: row.command for row in more}
    return found


def _signal(pids: Set[int], sign: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, sign)
