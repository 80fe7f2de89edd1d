"""Running a bot's code in a thread of its own.

`asyncio.to_thread` is unsuitable: its threads are joined at exit, so a bot that thinks for ever
would keep a stopped run from ending. Exceptions of bots are passed as values, because a future
cannot carry all of them (`StopIteration`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Run the work in a thread; return or raise its outcome. Cancelling abandons the thread."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Callable[[], T]] = loop.create_future()

    def body() -> None:
        outcome = _attempt(work)
        with suppress(RuntimeError):  # the loop was closed while the bot was still thinking
            loop.call_soon_threadsafe(_resolve, done, outcome)

    Thread(target=copy_context().run, args=(body,), name="saqqara-bot", daemon=True).start()
    return (await done)()


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
