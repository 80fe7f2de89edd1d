"""Cancelling what waits for redis-py."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def heeding(call: Awaitable[T]) -> T:
    """Await Redis without losing a cancellation.

    redis-py sends inside `asyncio.wait_for`, which swallows a cancellation before Python 3.12 if
    the sending was done at that moment.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    result = await call
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError
    return result
