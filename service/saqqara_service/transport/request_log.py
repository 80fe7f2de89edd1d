"""What the log and the metrics tell of each request and websocket."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import structlog

from saqqara_service.application.play.timing import note_arrival
from saqqara_service.observability.access import AccessLog, begin_request, shown
from saqqara_service.observability.metrics import Metrics
from saqqara_service.transport.exchange import READING, SOCKET, Exchange

SERVER_FAULTS: Final = 500
"""From here on a status is about us."""
METHODS: Final = frozenset({*READING, "POST", "OPTIONS", SOCKET})
"""Those we serve; any other word is counted as `other`."""
_LOG: Final = structlog.get_logger("access")


@dataclass(frozen=True, slots=True)
class RequestLog:
    """Who is served has a line; who is refused is counted."""

    metrics: Metrics
    access: AccessLog

    def begin(self, one: Exchange) -> None:
        """Note when it came, and let every line of its log say which it is."""
        note_arrival()
        # The task may have inherited what a request before it on the same connection had bound.
        structlog.contextvars.clear_contextvars()
        begin_request()
        structlog.contextvars.bind_contextvars(request_id=one.request_id)

    def end(self, one: Exchange) -> None:
        """Count it, and tell of it unless it was refused, or is a look at the health."""
        method = one.method if one.method in METHODS else "other"
        self.metrics.responded(method, "none" if one.status is None else one.status).inc()
        refusal = None if one.is_look else _refusal(one)
        if refusal is not None:
            self.access.refused(one.asker.address, refusal, one.path)
        _LOG.log(
            logging.INFO if refusal is None and not one.is_look else logging.DEBUG,
            "request",
            method=method,
            path=shown(one.path),
            status=one.status,
            ms=round((time.perf_counter() - one.began) * 1000, 1),
        )


def _refusal(one: Exchange) -> int | None:
    """The status of an answer that is only counted: a flood of refusals must not fill the log."""
    if one.method != SOCKET and one.asker.wait_s > 0:
        return HTTPStatus.TOO_MANY_REQUESTS  # GraphQL says so in an answer of 200
    status = one.status
    is_refused = status is not None and HTTPStatus.BAD_REQUEST <= status < SERVER_FAULTS
    return status if is_refused or status == HTTPStatus.SERVICE_UNAVAILABLE else None
