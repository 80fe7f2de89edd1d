"""What is noticed of each operation, whatever it does: its outcome, its time, and whose it is."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

import structlog

from saqqara_service.application.limits.meter import meter
from saqqara_service.application.limits.rate_limits import RequestCost
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Internal
from saqqara_service.models import Caller

OK: Final = "ok"
LEFT: Final = "left"
"""The one who asked has gone."""
LONGEST_ID: Final = 40
UNFORESEEN: Final = "The service has an internal error. Report the request id."
_LOG = structlog.get_logger(__name__)


@contextmanager
def observed(
    svc: Service, transport: str, operation: str, carrier: Mapping[str, str]
) -> Iterator[None]:
    """Count, measure and perhaps trace what the block does; `carrier` has the caller's span.

    What nobody foresaw is masked: no traceback leaves the house.
    """
    one, started, outcome = meter(), time.perf_counter(), OK
    if one is not None:
        one.operation = (transport, operation)
    untraced: AbstractContextManager[MutableMapping[str, str]] = nullcontext({})
    name, tracing = f"{transport} {operation}", svc.tracing
    try:
        with untraced if tracing is None else tracing.span(name, carrier) as span:
            try:
                yield
            except BaseException as error:
                outcome = _outcome(error)
                raise
            finally:
                took_s = time.perf_counter() - started
                span["outcome"] = outcome
                if one is not None:
                    one.outcome = outcome
                svc.metrics.operation_ended(transport, operation, outcome).inc()
                svc.metrics.operation_took(transport, operation).observe(took_s)
                ms = round(took_s * 1000, 1)
                _LOG.debug("operation", transport=transport, operation=operation, ms=ms, **span)
    except ApplicationError:
        raise
    except Exception:  # noqa: BLE001 - the last line of defence
        _LOG.exception("unexpected", operation=operation)
        raise Internal(UNFORESEEN) from None


def _outcome(error: BaseException) -> str:
    """How an operation ended that failed: the code of the problem, or `left`."""
    if isinstance(error, ApplicationError):
        return error.code
    return Internal.code if isinstance(error, Exception) else LEFT


@contextmanager
def cost_of_request(svc: Service, client: Client) -> Iterator[RequestCost]:
    """Measure what the block begins, and let its client pay; `metered` runs what it measures."""
    one = RequestCost(client, svc.rate_limits)
    try:
        with one:
            yield one
    finally:
        svc.rate_limits.close(one)
        svc.metrics.note_cost(*one.operation, one.spent_s, one.longest_s)
        if one.play is None:
            svc.cost_queue.settle(one)


def name_caller(caller: Caller) -> None:
    """Let every later line of this operation's log say who asks."""
    named = {"account_id": caller.account_id, "bot_id": caller.bot_id}
    structlog.contextvars.bind_contextvars(**{key: one for key, one in named.items() if one})


def name_match(match_id: object) -> None:
    """Let every later line of this operation's log say which match it is about."""
    structlog.contextvars.bind_contextvars(match_id=str(match_id)[:LONGEST_ID])
