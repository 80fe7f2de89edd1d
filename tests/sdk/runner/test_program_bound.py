"""A program that plays more matches than it may have processes."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from saqqara_sdk.lines.missteps import FaultKind
from tests.sdk.fake_service import FakeMatch, FakeService
from tests.sdk.runner.test_run_programs import played, program

MATCHES, DECISIONS = 8, 4
COUNTING = """
import json, os, sys
def alive():
    found = 0
    for one in os.listdir("/proc"):
        try:
            found += one.isdecimal() and os.readlink(f"/proc/{one}/cwd") == os.getcwd()
        except OSError:
            pass
    return found
seen = open("seen", "a")
for text in sys.stdin:
    item = json.loads(text)
    match item["type"]:
        case "hello":
            answer = {"type": "hello", "protocol": 1, "name": "counting"}
        case "turn":
            answer = {"type": "answer", "version": item["version"], "action": item["actions"][-1]}
        case _:
            answer = {"type": "ready"}
    print(json.dumps([alive(), item["type"]]), file=seen, flush=True)
    print(json.dumps(answer), flush=True)
"""


@pytest.mark.parametrize("is_fresh", [False, True])
async def test_matches_share_the_processes_that_there_may_be(
    tmp_path: Path,
    is_fresh: bool,  # noqa: FBT001
) -> None:
    """A process that decides nothing gives way, and every match is played to its end."""
    (tmp_path / "counting.py").write_text(COUNTING)
    service = FakeService([FakeMatch(f"m{number}", DECISIONS) for number in range(MATCHES)])
    with program(sys.executable, "counting.py", folder=tmp_path, is_fresh=is_fresh) as bot:
        bot.terms = replace(bot.terms, most=lambda: 2)
        report = await played(service, bot)
    assert (report.matches, report.turns, report.errors) == (MATCHES, MATCHES * DECISIONS, 0)
    seen = [json.loads(line) for line in (tmp_path / "seen").read_text().splitlines()]
    assert max(alive for alive, _ in seen) <= 2
    assert sum(kind == "turn" for _, kind in seen) == MATCHES * DECISIONS


async def test_a_program_ends_what_is_too_many(tmp_path: Path) -> None:
    """Other programs come to the machine: the processes that wait end first."""
    (tmp_path / "counting.py").write_text(COUNTING)
    service = FakeService([FakeMatch(f"m{number}", DECISIONS) for number in range(3)])
    most = 3
    with program(sys.executable, "counting.py", folder=tmp_path) as bot:
        bot.terms = replace(bot.terms, most=lambda: most)
        await played(service, bot)
        assert bot.waiting is not None
        most = 1
        bot.shrink()
        last = bot.waiting
        assert last is not None
        bot.shrink()
        assert bot.waiting == last
        await played(FakeService([FakeMatch("m9", DECISIONS)]), bot)
    seen = [json.loads(line) for line in (tmp_path / "seen").read_text().splitlines()]
    assert [alive for alive, _ in seen[-DECISIONS:]] == [1] * DECISIONS


async def test_whoever_has_no_time_for_a_new_process_was_slow(tmp_path: Path) -> None:
    """One that hangs uses up the time in which the next would start: no fault of the machine."""
    turn = 'case "turn"'
    hangs = f'{turn} if item["version"] > 7:\n            input()\n        {turn}'
    hanging = COUNTING.replace(turn, hangs)
    (tmp_path / "counting.py").write_text(f"import time; time.sleep(0.5)\n{hanging}")
    blamed: list[FaultKind] = []
    service = FakeService([FakeMatch("m1", 6, time_ms=1500)])
    with program(sys.executable, "counting.py", folder=tmp_path) as bot:
        blame = lambda _match, _version, how: blamed.append(how.kind)  # noqa: E731
        bot.terms = replace(bot.terms, most=lambda: 1, blame=blame)
        report = await played(service, bot)
    assert report.turns == 6
    assert len(blamed) > 1
    assert set(blamed) == {FaultKind.HANG}
