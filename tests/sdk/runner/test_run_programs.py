"""Commands that speak the line protocol on a server: real processes that misbehave."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from saqqara_sdk import RunReport
from saqqara_sdk.client.access import Access
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.process import Surroundings
from saqqara_sdk.runner.program import Program
from saqqara_sdk.runner.program_terms import ProgramTerms
from saqqara_sdk.runner.runner import Runner
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService
from tests.sdk.lines.fault_table import FAULTY_BOT
from tests.sdk.runner.test_challenge_answers import offered, run
from tests.sdk.runner.test_runner_bots import BRISK

LINE_BOT = str(Path(__file__).parents[1] / "lines" / "line_bot.py")
DECISIONS = 6
"""The third of them is at version 9 or later, from where a line bot plays its trick."""

ONCE = """
import json, os, sys
log = open("messages", "a")
for text in sys.stdin:
    item = json.loads(text)
    print(text.strip(), file=log, flush=True)
    match item["type"]:
        case "hello":
            answer = {"type": "hello", "protocol": 1, "name": "once", "events": True}
        case "turn" if item["version"] > 7 and not os.path.exists("died"):
            open("died", "w").close()
            print("SAQQARA_TOKEN is", os.environ.get("SAQQARA_TOKEN"), file=sys.stderr)
            os._exit(3)
        case "turn":
            answer = {"type": "answer", "version": item["version"], "action": item["actions"][-1]}
        case _:
            answer = {"type": "ready"}
    print(json.dumps(answer), flush=True)
"""


@contextmanager
def program(
    *command: str,
    folder: Path | None = None,
    answer_s: float = 60,
    accepts: bool = False,
    is_fresh: bool = False,
    worn_ns: int | None = None,
) -> Iterator[Program]:
    """A command that has been started."""
    limits, heard = Limits(answer_s=answer_s), logging.getLogger("heard").info
    hidden = {name: value for name, value in os.environ.items() if name != "SAQQARA_TOKEN"}
    around = Surroundings(folder, hidden, heard)
    terms = ProgramTerms(
        command,
        limits,
        around,
        overhead_ms=50,
        accepts=lambda _: accepts,
        is_fresh=is_fresh,
        used_ns=lambda _pid: 1_000,
        worn_ns=worn_ns,
    )
    started = Program(terms)
    try:
        started.open()
        yield started
    finally:
        started.close()


async def played(service: FakeService, bot: Program) -> RunReport:
    async with service.running(), asyncio.timeout(90):
        access = Access(service.url, TOKEN)
        matches = len(service.matches)
        return await Runner(bot.bot, access, max_matches=matches, timeouts=BRISK).run()


@pytest.mark.parametrize(
    ("trick", "why", "errors"),
    [
        ("first", None, 0),
        ("illegal", "it chose 'win at once', which is not one of the", 1),
        ("error", "it raised no idea", 1),
        ("garbage", "'let me think', which is not a message", 2),
        ("exit", "its process ended with code 3", 2),
    ],
)
async def test_no_turn_is_lost_by_a_program_that_misbehaves(
    trick: str, why: str | None, errors: int, caplog: pytest.LogCaptureFixture
) -> None:
    """The first legal action is played for it, and each fault is logged and counted once."""
    service = FakeService([FakeMatch("m1", DECISIONS)])
    with program(sys.executable, LINE_BOT, trick) as bot:
        report = await played(service, bot)
    faulty = sum(version > 7 for version, _ in service.applied["m1"])
    assert len(service.applied["m1"]) == report.turns == DECISIONS
    assert faulty
    assert report.errors == errors * faulty
    messages = [line.getMessage() for line in caplog.records if line.levelname == "ERROR"]
    assert len(messages) == report.errors
    assert all(line.startswith("match m1, version ") for line in messages)
    assert all(why is not None and why in line for line in messages)


@pytest.mark.parametrize("fault", ["leave", "crash", "error", "flood"])
async def test_the_end_of_a_match_is_the_end_of_its_fault(fault: str) -> None:
    """A program that fails at the end plays the next match, and one that ends has not failed."""
    with program(sys.executable, FAULTY_BOT, fault, "ended") as bot:
        for name in ("m1", "m2"):
            service = FakeService([FakeMatch(name, DECISIONS)])
            report = await played(service, bot)
            assert (report.turns, report.errors) == (DECISIONS, int(fault != "leave"))


async def test_a_program_that_hangs_plays_in_time(caplog: pytest.LogCaptureFixture) -> None:
    """Before its time is gone the first legal action is played, and a new process goes on."""
    service = FakeService([FakeMatch("m1", DECISIONS, time_ms=3000)])
    with program(sys.executable, LINE_BOT, "hang") as bot:
        report = await played(service, bot)
    assert len(service.applied["m1"]) == DECISIONS
    assert report.errors == sum(version > 7 for version, _ in service.applied["m1"])
    assert "it did not answer within the 2." in caplog.text


async def test_a_new_process_is_brought_to_the_state(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One that died is replaced within the turn, and told of the match from its beginning.

    What it wrote to standard error is in the log, and the token was not in its environment.
    """
    caplog.set_level(logging.INFO)
    service = FakeService([FakeMatch("m1", DECISIONS)])
    (tmp_path / "once.py").write_text(ONCE)
    with program(sys.executable, "once.py", folder=tmp_path) as bot:
        report = await played(service, bot)
    assert report.errors == 1
    assert len(service.applied["m1"]) == DECISIONS
    messages = [json.loads(line) for line in (tmp_path / "messages").read_text().splitlines()]
    begun = [number for number, one in enumerate(messages) if one["type"] == "match_started"]
    assert len(begun) == 2
    assert messages[begun[0]]["options"] == {"players": 2}
    turns = [one for one in messages if one["type"] == "turn"]
    (anew,) = (two for one, two in pairwise(turns) if one["version"] == two["version"])
    assert [event["version"] for event in anew["events"]] == list(range(2, anew["version"] + 1))
    # In the place of the one that died another may say hello at any time.
    assert [one["type"] for one in messages if one["type"] != "hello"][-1] == "match_ended"
    assert "SAQQARA_TOKEN is None" in caplog.text


async def test_matches_at_once_have_processes_of_their_own(tmp_path: Path) -> None:
    """Each match that runs has a process; those that are over leave theirs to others."""
    (tmp_path / "died").touch()
    (tmp_path / "once.py").write_text(ONCE)
    service = FakeService([FakeMatch(f"m{number}", 3) for number in range(3)])
    with program(sys.executable, "once.py", folder=tmp_path) as bot:
        report = await played(service, bot)
    assert (report.matches, report.errors) == (3, 0)
    messages = [json.loads(line) for line in (tmp_path / "messages").read_text().splitlines()]
    assert sum(one["type"] == "match_ended" for one in messages) == 3


@pytest.mark.parametrize(
    ("is_fresh", "worn_ns", "processes"),
    [(False, None, 1), (False, 1_001, 1), (False, 1_000, 2), (True, None, 2)],
)
async def test_a_match_has_a_fresh_process_if_it_is_to(
    tmp_path: Path, *, is_fresh: bool, worn_ns: int | None, processes: int
) -> None:
    """A program that says that it keeps no state plays on in the same process until it is worn."""
    (tmp_path / "died").touch()
    pids = "for text in sys.stdin:\n    print(os.getpid(), text, end='', file=open('pids', 'a'))"
    (tmp_path / "once.py").write_text(ONCE.replace("for text in sys.stdin:", pids))
    with program(
        sys.executable, "once.py", folder=tmp_path, is_fresh=is_fresh, worn_ns=worn_ns
    ) as bot:
        for name in ("m1", "m2"):
            report = await played(FakeService([FakeMatch(name, 3)]), bot)
            assert (report.matches, report.errors) == (1, 0)
    lines = [line.split(" ", 1) for line in (tmp_path / "pids").read_text().splitlines()]
    asked = {pid for pid, text in lines if json.loads(text)["type"] == "turn"}
    assert len(asked) == processes


async def test_a_run_that_is_stopped_leaves_no_process(tmp_path: Path) -> None:
    """A program that thinks for ever is ended with the run, and is not blamed for that."""
    blamed: list[object] = []
    hanging = tmp_path / "hanging.py"
    hanging.write_text(ONCE.replace('case "turn":', 'case "turn":\n            input()\n'))
    (tmp_path / "died").touch()
    service = FakeService([FakeMatch("m1", DECISIONS)])
    with program(sys.executable, "hanging.py", folder=tmp_path) as bot:
        bot.terms = replace(bot.terms, blame=lambda *words: blamed.append(words))
        async with service.running(), asyncio.timeout(60):
            runner = Runner(bot.bot, Access(service.url, TOKEN), timeouts=BRISK)
            run = asyncio.create_task(runner.run())
            while '"turn"' not in (tmp_path / "messages").read_text():
                await asyncio.sleep(0.05)
            runner.stop()
            await run
        pids = _children(str(tmp_path))
    while any(map(_is_alive, pids)):
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)  # the thread that waited for it hears that it is gone
    assert blamed == []


async def test_a_program_that_does_not_start_again_costs_no_turn(tmp_path: Path) -> None:
    """One that dies and then hangs at its start: in its place is played, and nothing is left."""
    (tmp_path / "once.py").write_text(
        ONCE.replace("for text", "while os.path.exists('died'):\n    pass\nfor text").replace(
            "> 7", "> 0"
        )
    )
    service = FakeService([FakeMatch("m1", 3, time_ms=1500)])
    with program(sys.executable, "once.py", folder=tmp_path) as bot:
        report = await played(service, bot)
    assert (report.matches, report.turns) == (1, 3)
    assert report.errors >= 3
    while any(map(_is_alive, _children(str(tmp_path)))):
        await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("games", "answers"), [(None, ["accepted"]), (["imhotep"], ["accepted"]), (["duel"], ["game"])]
)
async def test_challenges_are_answered_for_a_program(
    games: list[str] | None, answers: list[str], tmp_path: Path
) -> None:
    """As its terms say, but for games that it does not play."""
    said = "" if games is None else f", 'games': {games}"
    (tmp_path / "once.py").write_text(ONCE.replace(', "events": True', said))
    with program(sys.executable, "once.py", folder=tmp_path, accepts=True) as bot:
        service = FakeService([])
        service.challenges = [offered("c1")]
        await run(service, bot.bot, 1)
    assert [answer for _, answer in service.answers] == answers


def _children(folder: str) -> list[int]:
    """The processes whose folder it is."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal() and str((entry / "cwd").readlink()) == folder:
                found.append(int(entry.name))
        except OSError:  # it has ended, or belongs to somebody else
            continue
    return found


def _is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]
    except OSError:
        return False
