"""Orderly termination of a run by signals."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol, TypeVar

R_co = TypeVar("R_co", covariant=True)


LOOKS_EVERY_S = 1.0


def stop_with_parent() -> None:
    """Send SIGTERM to this process when its parent has ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOKS_EVERY_S)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="saqqara-parent", daemon=True).start()


class Stoppable(Protocol[R_co]):
    """Something that runs until it is stopped and returns a result."""

    def stop(self) -> None:
        """End the run soon."""
        ...

    async def run(self) -> R_co:
        """Run to the end."""
        ...


async def until_signalled(runner: Stoppable[R_co]) -> R_co:
    """Run until SIGINT or SIGTERM; a second signal stops at once."""
    loop = asyncio.get_running_loop()
    with signals(lambda: loop.call_soon_threadsafe(runner.stop)):
        return await runner.run()


@contextmanager
def signals(stop: Callable[[], object]) -> Iterator[None]:
    """Call `stop` for the first SIGINT or SIGTERM; then restore the previous handlers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def handle(_number: int, _frame: FrameType | None) -> None:
        restore()
        stop()

    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        restore()
