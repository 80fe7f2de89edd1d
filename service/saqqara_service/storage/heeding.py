"""Awaiting redis-py: its cancellations, and what the event loop says in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from redis.exceptions import ConnectionError as RedisConnectionError

T = TypeVar("T")
_CLOSED = "handler is closed"


async def heeding(call: Awaitable[T]) -> T:
    """Await Redis without losing a cancellation, or the loss of a connection.

    redis-py sends inside `asyncio.wait_for`, which swallows a cancellation before Python 3.12 if
    the sending was done at that moment. It takes a connection that was lost since the last look for
    an open one, and then uvloop raises a RuntimeError.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    try:
        result = await call
    except RuntimeError as error:
        if _CLOSED in str(error):
            raise RedisConnectionError("the connection was lost") from error
        raise
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError
    return result
