"""The threads in which bots think."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from contextvars import ContextVar

import pytest

from saqqara_sdk.runner.threads import in_thread

NAME: ContextVar[str] = ContextVar("name", default="")


async def test_a_thread_is_used_again() -> None:
    """One decision after the other takes no new thread, and each has its own context."""
    numbers = set()
    for name in ("first", "second"):
        NAME.set(name)
        assert await in_thread(NAME.get) == name
        numbers.add(await in_thread(threading.get_ident))
    assert len(numbers) == 1


async def test_a_busy_thread_is_left_alone() -> None:
    """Work that was given up keeps its thread until it is done; other work has another one."""
    release, abandoned = threading.Event(), []

    def think() -> None:
        abandoned.append(threading.get_ident())
        release.wait()

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await in_thread(think)
    assert await in_thread(threading.get_ident) not in abandoned
    release.set()


@pytest.mark.parametrize("error", [StopIteration(3), KeyboardInterrupt(), SystemExit(2)])
async def test_an_error_is_raised_where_it_is_awaited(error: BaseException) -> None:
    """Also one that a future cannot carry; the thread serves on."""

    def fail() -> None:
        raise error

    with pytest.raises((type(error), RuntimeError)):
        await in_thread(fail)
    assert await in_thread(lambda: 7) == 7


async def test_a_slow_decision_does_not_block_the_loop() -> None:
    """Whatever came before it: the loop goes on while a bot that was quick takes its time."""
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    clock = asyncio.create_task(tick())
    for _ in range(3):
        for _ in range(20):
            await in_thread(lambda: None)
        before = ticks
        await in_thread(lambda: time.sleep(0.5))
        assert ticks - before > 10
    clock.cancel()


def _child() -> None:
    assert asyncio.run(in_thread(lambda: 7)) == 7


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_has_threads_of_its_own() -> None:
    """A forked process has none of its parent's threads and waits for none."""
    _child()
    child = multiprocessing.get_context("fork").Process(target=_child)
    child.start()
    child.join(30)
    assert child.exitcode == 0
