"""How much one process carries at once; more is refused at once rather than all made to wait."""

from __future__ import annotations

from typing import Final

from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics

RETRY_AFTER_MS: Final = 1_000


class ConcurrencyLimit:
    """As many places as there are; who takes one, by `with` or by name, has to leave it."""

    def __init__(self, kind: str, most: int, metrics: Metrics) -> None:
        self._kind = kind
        self._most = most
        self._taken = 0
        self._shed = metrics.shed.labels(kind)
        metrics.carried.labels(kind).set_function(lambda: self._taken)

    def take(self) -> None:
        """Take a place; raises `Busy` if none is left."""
        if self._taken >= self._most:
            self._shed.inc()
            raise Busy(
                f"this process carries its {self._most} {self._kind}s; try again",
                retry_after_ms=RETRY_AFTER_MS,
            )
        self._taken += 1

    def leave(self) -> None:
        """Leave a place."""
        self._taken -= 1

    def __enter__(self) -> None:
        """Take a place for the time of the block."""
        self.take()

    def __exit__(self, *_: object) -> None:
        """Leave it."""
        self.leave()


class ConcurrencyLimits:
    """Limits for operations, as many for actions, and places for sockets and streams, which stay.

    Actions have places of their own so that no crowd of readers takes them: a clock is running. One
    is taken only for who has shown a good token, so that strangers cannot take them either.
    """

    def __init__(self, operations: int, streams: int, metrics: Metrics) -> None:
        self.operation = ConcurrencyLimit("operation", operations, metrics)
        self.action = ConcurrencyLimit("action", operations, metrics)
        self.stream = ConcurrencyLimit("stream", streams, metrics)
