"""A check says what a program did, whatever it does, and never takes its word for it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from saqqara_runner import program_check
from saqqara_runner.cache import Archives
from saqqara_runner.course import FAILED
from saqqara_runner.program_check import Checking, Checks
from saqqara_runner.programs import RunnerTerms
from saqqara_runner.reports import Failure, Reports
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.submissions import pack
from saqqara_sdk.wire.errors import ConnectionFailed
from saqqara_sdk.wire.models import Assignment
from tests.sdk.lines.fault_table import FAULTY_BOT

TRUSTING = RunnerTerms(Limits(4096, 20, 20), is_trusting=True)
"""Without a sandbox: tests/sandbox holds that it is one."""

RAISES = """import json
from saqqara_sdk import Bot
class Mine(Bot):
    name = "mine"
    games = ("duel",)
    def choose(self, turn):
        print("looks around")
        return self.best()
    def best(self):
        json.loads("no idea", object_hook=list, parse_int=int)
"""

Reported = list[tuple[str, bool, str]]


def assigned(folder: Path, script: str) -> tuple[Assignment, Archives]:
    """A program in Python without the SDK, which has to speak the protocol itself."""
    place = folder / "program"
    place.mkdir()
    (place / "program.py").write_text(script)
    (place / "bot.toml").write_text('command = ["python3", "program.py"]\n')
    bundle = pack(place).bundle

    async def fetch(_archive_hash: str) -> bytes:
        return bundle.pack()

    manifest = {"command": ["python3", "program.py"], "bot": None, "language": None}
    document = {
        "botId": "b1",
        "submissionId": "s1",
        "archiveHash": bundle.hash,
        "manifest": {**manifest, "stateless": False, "accepts": "no"},
        "work": "check",
        "token": None,
        "tokenId": None,
        "tokenExpiresMs": None,
    }
    found = Assignment.model_validate_json(json.dumps(document))
    return found, Archives(folder / "cache", fetch)


async def checked(folder: Path, script: str, fails: int = 0) -> Reported:
    """What the service is told; it is away for the first few times."""
    reported: Reported = []
    away = [ConnectionFailed("no route")] * fails

    async def report(name: str, has_passed: bool, said: str) -> None:  # noqa: FBT001
        if away:
            raise away.pop()
        reported.append((name, has_passed, said))

    one, archives = assigned(folder, script)
    await Checking(one, Checks(archives, TRUSTING, report, Reports(), asyncio.Semaphore(1))).run()
    return reported


@pytest.mark.parametrize(
    ("script", "word"),
    [
        ("import sys; sys.exit('no stone is left')", "no stone is left"),
        ("print('ok       starts')\nprint('ok       plays alike twice')", "not a message"),
        ("import os; os.write(2, b'x' * (1 << 22)); raise SystemExit(1)", "1 MiB"),
    ],
    ids=["exits", "pretends", "floods"],
)
async def test_a_program_that_cannot_play_is_refused(
    script: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it writes is never a finding; the report is bounded and told once."""
    monkeypatch.setattr(program_check, "AGAIN_S", 0.01)
    ((name, has_passed, said),) = await checked(tmp_path, script, fails=2)
    assert (name, has_passed) == ("s1", False)
    assert word in said or word == "1 MiB"
    assert len(said) <= program_check.LONGEST_REPORT


def test_the_owner_reads_where_the_program_raised(tmp_path: Path) -> None:
    """Its own files and lines, once, and no folder of this machine."""
    (tmp_path / "mine.py").write_text(RAISES)
    request = {
        "text": f"{tmp_path}/mine.py",
        "place": str(tmp_path),
        "memory_mb": 4096,
        "start_s": 20,
        "answer_s": 20,
        "is_trusting": True,
    }
    words = (sys.executable, "-m", "saqqara_runner.course", json.dumps(request))
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == FAILED, done.stderr
    assert done.stdout.count("it raised JSONDecodeError") > 2
    assert done.stdout.count("Traceback") == done.stdout.count("looks around") == 1
    assert '  File "mine.py", line 10, in best\n' in done.stdout
    assert '  File "json/__init__.py", line ' in done.stdout
    assert not [one for one in (str(tmp_path), sys.prefix, sys.base_prefix) if one in done.stdout]


async def test_a_program_may_end_after_each_match_of_its_check(tmp_path: Path) -> None:
    """Each match of the check then has another process."""
    script = Path(FAULTY_BOT).read_text().replace("*sys.argv[1:]", '"leave", "ended"')
    ((name, has_passed, said),) = await checked(tmp_path, script)
    assert (name, has_passed) == ("s1", True), said


@dataclass
class Hears:
    """Takes every failure."""

    taken: list[Failure] = field(default_factory=list)

    async def report_failure(self, failure: Failure) -> None:
        self.taken.append(failure)


async def missed(folder: Path, terms: RunnerTerms, command: list[str] | None = None) -> str:
    """The kind of failure that a check ends with, which tells nothing of the program."""
    hears, reports = Hears(), Reports()
    one, archives = assigned(folder, "raise SystemExit(1)")
    if command is not None:
        one.manifest.__dict__["command"] = command

    async def report(name: str, has_passed: bool, said: str) -> None:  # noqa: FBT001
        raise AssertionError((name, has_passed, said))

    await Checking(one, Checks(archives, terms, report, reports, asyncio.Semaphore(1))).run()
    delivering = asyncio.create_task(reports.deliver(hears))
    await asyncio.sleep(0)
    await reports.empty()
    delivering.cancel()
    return hears.taken[0].kind


async def test_a_check_that_this_machine_cannot_make_is_no_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without bubblewrap, or when the check itself breaks; a missing program counts as its own."""
    monkeypatch.setattr(program_check, "AGAIN_S", 0.01)
    (tmp_path / "sandbox").mkdir()
    (tmp_path / "breaks").mkdir()
    (tmp_path / "missing").mkdir()
    with monkeypatch.context() as changed:
        changed.setenv("PATH", "/no/such/folder")
        assert await missed(tmp_path / "sandbox", RunnerTerms(Limits())) == "host"
    with monkeypatch.context() as changed:
        changed.setenv("PYTHONHOME", "/no/such/folder")
        assert await missed(tmp_path / "breaks", TRUSTING) == "host"
    command = ["saqqara-no-such"]
    assert await missed(tmp_path / "missing", TRUSTING, command) == "start"


async def test_a_check_that_is_stopped_tells_nothing(tmp_path: Path) -> None:
    """Whoever is given it next begins anew, and no process is left."""
    reported: Reported = []

    async def report(name: str, has_passed: bool, said: str) -> None:  # noqa: FBT001
        reported.append((name, has_passed, said))

    one, archives = assigned(tmp_path, f"import time; time.sleep(600)  # {tmp_path}")
    job = Checking(one, Checks(archives, TRUSTING, report, Reports(), asyncio.Semaphore(1)))
    running = asyncio.create_task(job.run())
    await _until(lambda: bool(_programs(tmp_path)))
    job.stop()
    await running
    assert reported == []
    await _until(lambda: not _programs(tmp_path))


async def test_a_check_tells_what_it_uses(tmp_path: Path) -> None:
    """Its account pays; what has been told once is not less when the check is over."""

    async def report(name: str, has_passed: bool, said: str) -> None:  # noqa: FBT001
        raise AssertionError((name, has_passed, said))

    one, archives = assigned(tmp_path, f"while True: pass  # {tmp_path}")
    job = Checking(one, Checks(archives, TRUSTING, report, Reports(), asyncio.Semaphore(1)))
    assert job.meter.used_ms == 0
    running = asyncio.create_task(job.run())
    await _until(lambda: bool(_programs(tmp_path)))
    before_ms = job.meter.used_ms
    await _until(lambda: job.meter.used_ms > before_ms + 200)
    meter = job.meter
    job.stop()
    await running
    assert job.meter.name == meter.name
    assert job.meter.used_ms >= meter.used_ms


async def test_checks_wait_for_their_turn(tmp_path: Path) -> None:
    """The second begins when the first is over; stopped while it waits, it never begins."""
    reported: Reported = []

    async def report(name: str, has_passed: bool, said: str) -> None:  # noqa: FBT001
        reported.append((name, has_passed, said))

    turns, jobs, folders = asyncio.Semaphore(1), [], [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
        one, archives = assigned(folder, f"import time; time.sleep(600)  # {folder}")
        jobs.append(Checking(one, Checks(archives, TRUSTING, report, Reports(), turns)))
    running = [asyncio.create_task(job.run()) for job in jobs]
    await _until(lambda: bool(_programs(folders[0])))
    jobs[1].stop()
    await running[1]
    await asyncio.sleep(0.5)
    assert not any(map(_programs, folders[1:]))
    jobs[0].stop()
    await _until(lambda: bool(_programs(folders[2])))
    jobs[2].stop()
    await asyncio.gather(*running)
    assert reported == []


def _programs(folder: Path) -> list[str]:
    """The programs that run in a folder, without what checks them."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            is_here = (place / "cwd").readlink().is_relative_to(folder)
            if is_here and b"program.py" in (place / "cmdline").read_bytes().split(b"\0"):
                found.append(place.name)
        except OSError:
            continue
    return found


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.05)
