"""Waiting for what processes do: for a condition, with a limit that only a broken one reaches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

LIMIT_S = 180.0
LOOK_S = 0.02


def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition is true."""
    deadline = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        time.sleep(LOOK_S)


async def eventually(condition: Callable[[], bool]) -> None:
    """The same, while other tasks run."""
    deadline = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        await asyncio.sleep(LOOK_S)
