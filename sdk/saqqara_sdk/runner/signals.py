"""Stopping a run in an orderly way when the process is asked to end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def signals(stop: Callable[[], object]) -> Iterator[None]:
    """Stop by SIGINT and SIGTERM once; from then on they act as they did before."""
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
