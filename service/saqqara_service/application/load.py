"""How much one process carries at once; more is refused at once rather than all made to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from saqqara_service.errors import Busy
from saqqara_service.metrics import Metrics

RETRY_AFTER_MS: Final = 1_000


class Load:
    """Places for operations, and places for sockets and streams, which stay."""

    def __init__(self, operations: int, streams: int, metrics: Metrics) -> None:
        self._most = {"operation": operations, "stream": streams}
        self._carried = {"operation": 0, "stream": 0}
        self._metrics = metrics

    @contextmanager
    def operation(self) -> Iterator[None]:
        """Carry one operation for the time of the block; raises `Busy` when there is no place."""
        with self._place("operation"):
            yield

    @contextmanager
    def stream(self) -> Iterator[None]:
        """The same for a socket or stream."""
        with self._place("stream"):
            yield

    @contextmanager
    def _place(self, kind: str) -> Iterator[None]:
        gauge = self._metrics.carried.labels(kind)
        if self._carried[kind] >= self._most[kind]:
            self._metrics.shed.labels(kind).inc()
            raise Busy(
                f"this process carries its {self._most[kind]} {kind}s; try again",
                retry_after_ms=RETRY_AFTER_MS,
            )
        self._carried[kind] += 1
        gauge.inc()
        try:
            yield
        finally:
            self._carried[kind] -= 1
            gauge.dec()
