"""Supervision: a background task that raises is begun again, whichever it is."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Final

import httpx
import pytest
from structlog.testing import capture_logs

import saqqara_service
from saqqara_service import supervision, worker
from saqqara_service.cli import stack
from saqqara_service.settings import Settings
from saqqara_service.supervision import Loop
from tests.service.transports import PATIENCE_S, serving

ROOM: Final = Path(saqqara_service.__file__).parent
SHORT: Final = {
    "application/caches/single_flight.py": "one reading of a match",
    "application/challenges/pairings.py": "one batch of matches",
    "application/limits/fair_slots.py": "one piece of work in a slot",
    "application/limits/rate_limits.py": "one question to Redis",
    "application/live/connections.py": "one place given back",
    "application/live/revocation.py": "as long as its stream",
    "application/operations/health.py": "one look",
    "cli/demo.py": "as long as the program it waits for",
    "cli/house.py": "as long as the process it waits for",
    "cli/processes.py": "ends the process, however it ends",
    "graphql/transport/handshake.py": "one farewell",
    "rest/published.py": "one document",
    "storage/matches/archive.py": "one reading of an archive",
    "storage/redis/cluster/routed.py": "one socket closed",
    "storage/redis/cluster/topology.py": "one reading of nodes, begun again by the next doubt",
    "storage/redis/durability.py": "rounds while commands wait, begun again by the next command",
    "storage/redis/embedded.py": "waits for the end of one process",
    "supervision.py": "supervises",
    "worker.py": "ends the process when it ends",
}
"""The files that begin a task or a thread without supervision, each with what bounds it."""
LASTING: Final = {
    *(
        "access_log",
        "hub",
        "hub_patience",
        "presence",
        "admission",
        "disk",
        "failovers",
        "fit",
        "retention",
    ),
    *("clocks", "standstills", "timers", "ladders", "revocations", "connections", "rules"),
    *("deletions", "archive", "queue", "census", "loop_lag"),
}
STACK: Final = {"redis", "log_files", "worker-1", "api-1"}


def test_what_is_not_supervised_has_an_end() -> None:
    """A new task or thread that lasts is begun by the supervisor; one that ends has a row above."""
    begins = {"create_task", "ensure_future", "Thread"}
    found = {
        str(file.relative_to(ROOM))
        for file in ROOM.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute | ast.Name)
        and (node.attr if isinstance(node, ast.Attribute) else node.id) in begins
    }
    assert found == SHORT.keys()


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each task was begun, when each raises as soon as it is begun first."""
    counts: Counter[str] = Counter()
    supervise = supervision.supervise

    async def failing(name: str, loop: Loop) -> None:
        async def first_raises() -> None:
            counts[name] += 1
            if counts[name] == 1:
                raise LookupError(name)
            await loop()

        await supervise(name, first_raises)

    monkeypatch.setattr(supervision, "supervise", failing)
    return counts


async def until_again(begun: Counter[str], names: set[str]) -> None:
    """Wait until all of them were begun again."""
    async with asyncio.timeout(PATIENCE_S):
        while not all(begun[name] > 1 for name in names):
            await asyncio.sleep(0.01)


async def test_each_task_of_the_api_is_begun_again(
    settings: Settings, tmp_path: Path, begun: Counter[str]
) -> None:
    """One that raises is logged by name, and the process serves."""
    own = settings.model_copy(
        update={"blobs": str(tmp_path / "blobs"), "data": tmp_path, "metrics_port": 0}
    )
    with capture_logs() as said:
        async with serving(own) as address, httpx.AsyncClient(base_url=address) as http:
            await until_again(begun, LASTING)
            assert (await http.get("/livez")).is_success
    assert set(begun) == LASTING
    assert {line["task"] for line in said if line["event"] == "task_failed"} == LASTING


async def test_each_task_of_the_stack_is_begun_again(tmp_path: Path, begun: Counter[str]) -> None:
    """Keepers of Redis, of the log files and of each process."""
    own = Settings(data=tmp_path, port=0, redis_url=None)
    async with stack.running(own, apis=1, workers=1) as running:
        await until_again(begun, STACK)
        for child in running.children:
            os.kill(child.pid, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE_S):
            while not all(child.deaths and child.is_running for child in running.children):
                await asyncio.sleep(0.01)


async def test_a_task_that_returns_is_over(begun: Counter[str]) -> None:
    """As that of a disk that is not to be looked at."""

    async def once() -> None:
        pass

    async with asyncio.timeout(PATIENCE_S):
        await supervision.supervise("once", once)
    assert begun == {"once": 2}


async def test_a_pause_grows_and_a_traceback_is_logged_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While attempts end soon; what is the same again has a line without a traceback."""
    monkeypatch.setattr(supervision, "LONGEST_PAUSE_S", 0.3)
    failed = asyncio.Event()
    attempts = 0

    async def fail() -> None:
        nonlocal attempts
        attempts += 1
        if attempts == 4:
            failed.set()
        raise OSError("no space left")

    with capture_logs() as said:
        async with supervision.running({"redis": fail}), asyncio.timeout(PATIENCE_S):
            await failed.wait()
    assert [line["again_s"] for line in said[:3]] == [0.1, 0.3, 0.3]
    assert [line["exc_info"] is None for line in said[:3]] == [False, True, True]


def test_a_worker_without_its_loop_ends(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take jobs and do none; whoever runs it begins it again."""
    ended = threading.Event()

    def note(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    before = signal.signal(signal.SIGTERM, note)
    try:
        with worker._open_bench(settings) as bench:

            def end() -> None:
                for task in asyncio.all_tasks(bench.loop):
                    task.cancel()

            bench.loop.call_soon_threadsafe(end)
            assert ended.wait(PATIENCE_S)
            monkeypatch.setattr(worker.Bench, "stop", lambda _: None)  # its loop is closed
    finally:
        signal.signal(signal.SIGTERM, before)


async def test_a_task_that_a_cancelled_part_ends_is_begun_again() -> None:
    """Only whoever cancels the supervised task itself ends it."""
    began = 0

    async def loop() -> None:
        nonlocal began
        began += 1
        if began == 1:
            raise asyncio.CancelledError

    async with asyncio.timeout(5):
        await supervision.supervise("parts", loop)
    assert began == 2
