"""What is noticed of each operation, whatever it does: its outcome, its time, and whose it is."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import structlog

from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Internal
from saqqara_service.models import Caller

OK: Final = "ok"
LEFT: Final = "left"
"""The one who asked has gone, or was answered outside of the operation."""
LONGEST_ID: Final = 40
_LOG = structlog.get_logger(__name__)


@dataclass(slots=True)
class Seen:
    """How an operation ended: `ok` or the code of the problem."""

    outcome: str = OK


@contextmanager
def observed(
    svc: Service, door: str, operation: str, carrier: Mapping[str, str] | None = None
) -> Iterator[Seen]:
    """Count, measure and perhaps trace what the block does; `carrier` has the caller's span."""
    if svc.tracing is None:
        with _counted(svc, door, operation) as seen:
            yield seen
        return
    with svc.tracing.span(f"{door} {operation}", carrier or {}) as told:
        try:
            with _counted(svc, door, operation) as seen:
                yield seen
        finally:
            told["outcome"] = seen.outcome


@contextmanager
def _counted(svc: Service, door: str, operation: str) -> Iterator[Seen]:
    seen = Seen()
    started = time.perf_counter()
    try:
        yield seen
    except ApplicationError as error:
        seen.outcome = error.code
        raise
    except Exception:
        seen.outcome = Internal.code if seen.outcome == OK else seen.outcome
        raise
    except BaseException:
        seen.outcome = LEFT
        raise
    finally:
        took_s = time.perf_counter() - started
        svc.metrics.operation_ended(door, operation, seen.outcome).inc()
        svc.metrics.operation_took(door, operation).observe(took_s)
        _LOG.debug(
            "operation",
            door=door,
            operation=operation,
            outcome=seen.outcome,
            ms=round(took_s * 1000, 1),
        )


def name_caller(caller: Caller) -> None:
    """Let every later line of this operation's log say who asks."""
    structlog.contextvars.bind_contextvars(account_id=caller.account_id)
    if caller.bot_id is not None:
        structlog.contextvars.bind_contextvars(bot_id=caller.bot_id)


def name_match(match_id: object) -> None:
    """Let every later line of this operation's log say which match it is about."""
    structlog.contextvars.bind_contextvars(match_id=str(match_id)[:LONGEST_ID])
