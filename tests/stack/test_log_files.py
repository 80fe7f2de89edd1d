"""Logs of the processes of one machine do not grow without end, whatever is written."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from saqqara_service.cli import log_files
from saqqara_service.cli.processes import Child, ProcessCommand
from saqqara_service.cli.stack import running
from saqqara_service.settings import Settings
from tests.stack.conditions import eventually

MOST = 10_000
FILES = 4
PATIENT = """
import os, sys, time
for n in range(8):
    os.write(1, b"%07d\\n" % n * 1_500)
    while os.fstat(1).st_size > 10_000:
        time.sleep(0.005)
os.write(1, b"the end\\n")
"""
"""Writes so much at once that it is turned, and goes on when it was."""
HASTY = "import os\nfor n in range(4_000): os.write(1, b'%07d\\n' % n * 500)"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at once."""
    monkeypatch.setattr(log_files, "TURN_S", 0.005)


@asynccontextmanager
async def kept_short(folder: Path, most: int = MOST, files: int = FILES) -> AsyncIterator[None]:
    """All logs of the folder, for the time of the block."""
    task = asyncio.create_task(log_files.keep_short(lambda: folder.glob("*.log"), most, files))
    try:
        yield
        assert not task.done(), task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def of(log: Path) -> dict[str, int]:
    """The files of a log, and their sizes."""
    return {one.name: one.stat().st_size for one in log.parent.glob(f"{log.name}*")}


def is_short(log: Path, most: int) -> bool:
    """Whether it has at most so many bytes now."""
    return log.stat().st_size <= most


async def ended(folder: Path, code: str) -> Path:
    """The log of a program that has ended by itself."""
    log = folder / "child.log"
    child = await Child.start(ProcessCommand("child", (sys.executable, "-c", code), {}, log))
    await eventually(lambda: not child.is_running)
    assert await child.stop() == 0
    return log


async def test_a_long_log_is_turned_and_so_many_are_kept(tmp_path: Path) -> None:
    """The end of each is kept under a number, the youngest under 1; older ones go."""
    async with kept_short(tmp_path):
        log = await ended(tmp_path, PATIENT)
    assert of(log) == {"child.log": 8, **{f"child.log.{n}": MOST for n in (1, 2, 3)}}
    assert log.read_text() == "the end\n"
    youngest_first = [log.with_name(f"child.log.{n}").read_text()[-8:] for n in (1, 2, 3)]
    assert youngest_first == [f"{n:07d}\n" for n in (7, 6, 5)]


async def test_whoever_writes_faster_than_anybody_looks_fills_no_more(tmp_path: Path) -> None:
    """Sixteen megabytes as fast as they go: what is left is the bound times the number."""
    async with kept_short(tmp_path):
        log = await ended(tmp_path, HASTY)
        await eventually(partial(is_short, log, MOST))
    assert sum(of(log).values()) <= FILES * MOST


async def test_fewer_files_than_before_are_kept(tmp_path: Path) -> None:
    """What a larger number left is deleted; with one file nothing old is kept at all."""
    log = tmp_path / "a.log"
    for name in ("a.log", "a.log.1", "a.log.2", "a.log.3", "a.log.12", "a.log.old"):
        (tmp_path / name).write_bytes(b"x" * (MOST + 1))
    log_files.turn(log, MOST, 2)
    assert of(log) == {"a.log": 0, "a.log.1": MOST, "a.log.old": MOST + 1}
    log.write_bytes(b"x" * (MOST + 1))
    log_files.turn(log, MOST, 1)
    assert of(log) == {"a.log": 0, "a.log.old": MOST + 1}


async def test_a_log_that_is_short_or_gone_is_left_alone(tmp_path: Path) -> None:
    """Nothing is made that was not there."""
    log = tmp_path / "a.log"
    log_files.turn(log, MOST, FILES)
    assert of(log) == {}
    log.write_bytes(b"x" * MOST)
    log_files.turn(log, MOST, FILES)
    assert of(log) == {"a.log": MOST}


async def test_on_a_full_disk_the_log_is_emptied_all_the_same(tmp_path: Path) -> None:
    """Its end is lost, and no half of it is left: room matters more."""
    log = tmp_path / "a.log"
    log.write_bytes(b"x" * (MOST + 1))
    log.with_name("a.log.1").symlink_to("/dev/full")
    with capture_logs() as said:
        log_files.turn(log, MOST, 2)
    assert of(log) == {"a.log": 0}
    assert [line["event"] for line in said] == ["log_lost"]
    assert "No space left" in said[0]["reason"]


async def test_a_log_that_cannot_be_turned_is_told_once_and_hinders_no_other(
    tmp_path: Path,
) -> None:
    """Whatever is wrong with one file."""
    (tmp_path / "a.log").mkdir()
    others = [tmp_path / "b.log", tmp_path / "c.log"]
    with capture_logs() as said:
        async with kept_short(tmp_path, most=1):
            for other in others:
                other.write_bytes(b"xx")
                await eventually(partial(is_short, other, 0))
    assert [line["event"] for line in said] == ["log_not_turned"]


async def test_every_log_of_the_stack_is_kept_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of its processes and of its Redis, by the settings."""
    monkeypatch.setenv("SAQQARA_LOG_FILE_MB", "1")
    settings = Settings(data=tmp_path, port=0)
    async with running(settings, apis=1, workers=0) as stack:
        assert stack.redis is not None
        for log in (stack.children[0].program.log, stack.redis.log):
            with log.open("ab") as log_file:
                log_file.write(b"x" * (1 << 20))
            await eventually(partial(is_short, log, (1 << 20) - 1))
            assert of(log)[f"{log.name}.1"] == 1 << 20
