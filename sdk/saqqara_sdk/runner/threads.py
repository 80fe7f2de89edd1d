"""Running a bot's code in a thread of its own.

Not `asyncio.to_thread`: a thread of its pool is joined when the program ends, so that one bot
which thinks for ever would keep a stopped run from ending. And what a bot raises is carried as a
value, for a future cannot carry every exception (`StopIteration`).
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
    """What the work returns or raises, done beside the event loop and left behind if cancelled."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Callable[[], T]] = loop.create_future()

    def body() -> None:
        outcome = _attempt(work)
        with suppress(RuntimeError):  # the loop was closed while the bot was still thinking
            loop.call_soon_threadsafe(_tell, done, outcome)

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


def _tell(done: asyncio.Future[Callable[[], T]], outcome: Callable[[], T]) -> None:
    if not done.done():
        done.set_result(outcome)
