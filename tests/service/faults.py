"""Faults to be planted in a Redis that a test has for itself."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from saqqara_service.storage.redis.embedded import EmbeddedRedis


@contextmanager
def frozen(redis: EmbeddedRedis) -> Iterator[None]:
    """A Redis that answers nobody for the time of the block."""
    os.kill(redis.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(redis.pid, signal.SIGCONT)
