"""What is noticed of each operation, whatever it does: its outcome, its time, and whose it is."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Final

import structlog

from saqqara_service.application.limits.metering import measuring, meter
from saqqara_service.application.limits.rate_limits import Bill
from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Internal
from saqqara_service.models import Caller
from saqqara_service.observability.tracing import Tracing

OK: Final = "ok"
LEFT: Final = "left"
"""The one who asked has gone."""
LONGEST_ID: Final = 40
_LOG = structlog.get_logger(__name__)


def observed(
    svc: Service, transport: str, operation: str, carrier: Mapping[str, str] | None = None
) -> AbstractContextManager[None]:
    """Count, measure and perhaps trace what the block does; `carrier` has the caller's span."""
    counted = MeasuredOperation(svc, transport, operation)
    return counted if svc.tracing is None else _traced(svc.tracing, counted, carrier or {})


@contextmanager
def _traced(
    tracing: Tracing, counted: MeasuredOperation, carrier: Mapping[str, str]
) -> Iterator[None]:
    with tracing.span(f"{counted.transport} {counted.operation}", carrier) as told:
        try:
            with counted:
                yield
        finally:
            told["outcome"] = counted.outcome


class MeasuredOperation:
    """Counts and measures one operation for the time of a block."""

    def __init__(self, svc: Service, transport: str, operation: str) -> None:
        self.transport = transport
        self.operation = operation
        self.outcome = OK
        """How it ended: `ok`, the code of the problem, or `left`."""
        self._metrics = svc.metrics
        self._started = time.perf_counter()

    def __enter__(self) -> None:
        """Let what it costs be counted under its name."""
        if (one := meter()) is not None:
            one.operation = (self.transport, self.operation)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Note how it ended."""
        took_s = time.perf_counter() - self._started
        transport, operation = self.transport, self.operation
        match error:
            case None:
                pass
            case ApplicationError():
                self.outcome = error.code
            case Exception():
                self.outcome = Internal.code
            case _:
                self.outcome = LEFT
        if (one := meter()) is not None:
            one.outcome = self.outcome
        self._metrics.operation_ended(transport, operation, self.outcome).inc()
        self._metrics.operation_took(transport, operation).observe(took_s)
        ms = round(took_s * 1000, 1)
        _LOG.debug(
            "operation", transport=transport, operation=operation, outcome=self.outcome, ms=ms
        )


@contextmanager
def billed(svc: Service, asker: Asker) -> Iterator[Bill]:
    """Measure what the block begins, and let its asker pay; `metered` runs what it measures."""
    one = Bill(asker, svc.rate_limits)
    try:
        with measuring(one):
            yield one
    finally:
        svc.rate_limits.close(one)
        svc.metrics.note_cost(*one.operation, one.spent_s, one.longest_s)
        if one.play is None:
            svc.lane.settle(one)


def name_caller(caller: Caller) -> None:
    """Let every later line of this operation's log say who asks."""
    named = {"account_id": caller.account_id, "bot_id": caller.bot_id}
    structlog.contextvars.bind_contextvars(**{key: one for key, one in named.items() if one})


def name_match(match_id: object) -> None:
    """Let every later line of this operation's log say which match it is about."""
    structlog.contextvars.bind_contextvars(match_id=str(match_id)[:LONGEST_ID])
