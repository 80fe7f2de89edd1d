"""Running a bot's code in a thread of its own.

Threads are reused, because starting one takes longer than most decisions. `asyncio.to_thread` is
unsuitable: its threads are joined at exit, so a bot that thinks for ever would keep a stopped run
from ending. Exceptions of bots are passed as values, because a future cannot carry all of them
(`StopIteration`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")
Jobs: TypeAlias = "SimpleQueue[Callable[[], None]]"

_IDLE: Final[list[Jobs]] = []
"""The queues of the threads that wait for work."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_IDLE.clear)


async def in_thread(work: Callable[[], T]) -> T:
    """Run the work in a thread; return or raise its outcome. Cancelling abandons the thread."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Callable[[], T]] = loop.create_future()
    context, jobs = copy_context(), _free_thread()

    def body() -> None:
        outcome = context.run(_attempt, work)
        _IDLE.append(jobs)
        with suppress(RuntimeError):  # the loop was closed while the bot was still thinking
            loop.call_soon_threadsafe(_resolve, done, outcome)

    jobs.put(body)
    return (await done)()


def _free_thread() -> Jobs:
    """Return the queue of an idle thread, or of a new one."""
    try:
        return _IDLE.pop()
    except IndexError:
        jobs: Jobs = SimpleQueue()
        Thread(target=_serve, args=(jobs,), name="saqqara-bot", daemon=True).start()
        return jobs


def _serve(jobs: Jobs) -> None:
    while True:
        jobs.get()()


def _attempt(work: Callable[[], T]) -> Callable[[], T]:
    """Do the work; calling the outcome returns or raises what the work did."""
    try:
        value = work()
    except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
        raised = error

        def fail() -> T:
            raise raised

        return fail
    return lambda: value


def _resolve(done: asyncio.Future[Callable[[], T]], outcome: Callable[[], T]) -> None:
    if not done.done():
        done.set_result(outcome)
