"""Supervision of background tasks: one that fails is logged and begun again, after a pause.

Every task that lasts as long as its process is begun here. What must not be known here: what a
task does.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

import structlog

STEADY_S: Final = 5.0
"""A task that lasted this long begins again at once when it ends."""
LONGEST_PAUSE_S: Final = 5.0
Loop: TypeAlias = Callable[[], Awaitable[None]]
Loops: TypeAlias = Mapping[str, Loop]
Begin: TypeAlias = Callable[[str, Loop], None]
_LOG = structlog.get_logger(__name__)


class Backoff:
    """The pause before the next attempt: it grows while attempts end soon."""

    def __init__(self) -> None:
        self._pause_s = 0.0
        self._began = time.monotonic()

    def begin(self) -> None:
        """Note that an attempt begins."""
        self._began = time.monotonic()

    def pause_s(self) -> float:
        """Return the pause in seconds, now that the attempt has ended."""
        is_short = time.monotonic() - self._began < STEADY_S
        self._pause_s = min(2 * self._pause_s + 0.1, LONGEST_PAUSE_S) if is_short else 0.0
        return self._pause_s


@asynccontextmanager
async def supervisor() -> AsyncIterator[Begin]:
    """A function that begins supervised tasks; all of them end with the block."""
    tasks: list[asyncio.Task[None]] = []

    def begin(name: str, loop: Loop) -> None:
        tasks.append(asyncio.create_task(supervise(name, loop), name=name))

    try:
        yield begin
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def running(loops: Loops) -> AsyncIterator[None]:
    """Run loops for the time of the block."""
    async with supervisor() as begin:
        for name, loop in loops.items():
            begin(name, loop)
        yield


async def supervise(name: str, loop: Loop) -> None:
    """Run a loop until it returns; one that raises is begun again, whatever the error."""
    backoff, known = Backoff(), ""
    while True:
        backoff.begin()
        try:
            await loop()
        except (Exception, asyncio.CancelledError) as error:  # nobody else would begin it again
            if (own := asyncio.current_task()) is not None and own.cancelling():
                raise
            pause_s, reason = backoff.pause_s(), repr(error)
            _LOG.error(
                "task_failed",
                task=name,
                reason=reason,
                again_s=round(pause_s, 1),
                exc_info=error if reason != known else None,  # once is enough on a full disk
            )
            known = reason
        else:
            return
        await asyncio.sleep(pause_s)
