"""A disk that runs full once stops play while it is full, and not for a moment longer."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest
import redis
from structlog.testing import capture_logs

from saqqara_service.cli import stack
from saqqara_service.settings import Settings
from tests.prerequisites import lacks
from tests.stack.conditions import LIMIT_S, LOOK_S, eventually
from tests.visitor import Visitor

DISK_MB = 24
PART = 1 << 12
MOMENT_S = 0.0005


@pytest.fixture
def disk_mb() -> int:
    """How large the disk is."""
    return DISK_MB


@pytest.fixture
def disk(tmp_path: Path, disk_mb: int) -> Iterator[Path]:
    """A small disk of its own, which a test may fill."""
    mount = tmp_path / "disk"
    mount.mkdir()
    words = ("mount", "-t", "tmpfs", "-o", f"size={disk_mb}m", "saqqara", str(mount))
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        lacks(f"a disk to fill has to be mounted: {error}")
    if done.returncode:
        lacks(f"a disk to fill has to be mounted, which root may: {done.stderr.strip()}")
    try:
        yield mount
    finally:
        subprocess.run(("umount", "--lazy", str(mount)), check=True)


@contextmanager
def going_on(do: Callable[[], None]) -> Iterator[None]:
    """Do it again and again for the time of the block."""
    over = Event()

    def again() -> None:
        while not over.wait(MOMENT_S):
            do()

    thread = Thread(target=again)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Take all that is left on the disk, and what is given back, for the time of the block."""
    file = disk / "filler"

    def fill() -> None:
        with file.open("ab", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(PART))

    with going_on(fill):
        yield
    file.unlink()


@contextmanager
def traffic(url: str) -> Iterator[None]:
    """Write for the time of the block, whether anybody answers or not."""
    with redis.Redis.from_url(url) as client:

        def write() -> None:
            with suppress(redis.exceptions.RedisError):
                client.set("saqqara:test", bytes(PART))

        with going_on(write):
            yield


@pytest.mark.chaos
async def test_the_service_returns_when_there_is_room(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis ends on a full disk and cannot start there; with room it does, with nobody's help."""
    monkeypatch.setenv("SAQQARA_FREE_DISK_MB", "1")  # also of the processes
    settings = Settings(data=disk / "data", port=0, redis_url=None)
    with capture_logs() as said:
        async with (
            asyncio.timeout(LIMIT_S),
            stack.running(settings, apis=1, workers=1) as running,
            httpx.AsyncClient(base_url=running.server, timeout=30, trust_env=False) as http,
        ):
            visitor = await Visitor.register(running.server, "before")
            assert running.redis is not None
            with traffic(running.redis.url), full(disk):
                reasons: list[str] = []
                while not any("0 MiB free" in reason for reason in reasons):
                    reasons = (await http.get("/readyz")).json()["reasons"]
                await eventually(lambda: any(line.get("task") == "redis" for line in said))
            while "MiB free" in (answer := await http.get("/readyz")).text or answer.is_error:
                await asyncio.sleep(LOOK_S)
            async with aclosing(visitor.http):
                await visitor.create_bot("after")
