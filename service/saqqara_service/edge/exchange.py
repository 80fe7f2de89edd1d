"""One request or handshake on its way in, its answer on the way out, and what the log tells of it.

The head is read once; what every answer tells is put into its head when it is sent.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import structlog
from starlette.types import Message, Receive, Scope, Send

from saqqara_service.application.limits.concurrency import ConcurrencyLimit
from saqqara_service.application.limits.rate_limits import RequestCost
from saqqara_service.application.limits.token_buckets import UNKNOWN, Client
from saqqara_service.application.play.delays import note_arrival
from saqqara_service.application.service import Service
from saqqara_service.edge import rate_limits
from saqqara_service.edge.bodies import Body
from saqqara_service.observability.access import AccessLog, begin_request, shown
from saqqara_service.observability.metrics import Metrics
from saqqara_service.pages import security
from saqqara_service.rest.endpoints import Endpoint

REQUEST_ID: Final = "x-request-id"
QUIET_PATHS: Final = frozenset({"/livez", "/readyz", "/metrics"})
READING: Final = frozenset({"GET", "HEAD"})
SOCKET: Final = "WEBSOCKET"
"""What a handshake is called among methods."""
HEADS: Final = frozenset({"http.response.start", "websocket.http.response.start"})
METHODS: Final = frozenset({*READING, "POST", "OPTIONS", SOCKET})
"""Those we serve; any other word is counted as `other`."""
REFUSED: Final = frozenset({*range(400, 500), HTTPStatus.SERVICE_UNAVAILABLE})
_ID: Final = re.compile(rb"[A-Za-z0-9-]{8,64}")
_LOG: Final = structlog.get_logger("access")


class Exchange:
    """What the steps of the edge know of one request, and the two channels that they pass on."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.began = time.perf_counter()
        self.scope = scope
        self.svc: Service = scope["app"].state.service
        self.method: str = scope.get("method", SOCKET)
        self.path: str = scope["path"]
        self.head: dict[bytes, bytes] = dict(reversed(scope["headers"]))  # the first of a name
        self.is_look = self.path in QUIET_PATHS and self.method != SOCKET
        self.client = Client(rate_limits.origin(peer[0] if (peer := scope.get("client")) else ""))
        given = self.head.get(b"x-request-id", b"")
        self.request_id = given.decode() if _ID.fullmatch(given) else secrets.token_hex(8)
        self.cost: RequestCost | None = None
        self.endpoint: Endpoint | None = None
        self.place: ConcurrencyLimit | None = None
        self.status: int | None = None
        self.kept: list[Message] = []
        self._receive, self._send = receive, send
        scope.setdefault("state", {}).update(
            exchange=self, request_id=self.request_id, client=self.client, body=b""
        )

    @property
    def is_stream(self) -> bool:
        """Whether it stays for long."""
        return self.method == SOCKET or b"text/event-stream" in self.head.get(b"accept", b"")

    @property
    def has_body(self) -> bool:
        """Whether a body comes."""
        length = self.head.get(b"content-length", b"0")
        return length != b"0" or b"transfer-encoding" in self.head

    @property
    def holder(self) -> str:
        """Whose share of the bodies it is; who cannot be told from others has one alone."""
        return self.request_id if self.client.address == UNKNOWN else self.client.address

    async def read(self, coming: Body) -> bool:
        """Take the body in, which the state has from now on; whether the client is still there."""
        length = self.head.get(b"content-length", b"0")
        announced = int(length) if length.isdigit() else 0
        parts: list[bytes] = []
        is_whole = False
        while not is_whole:
            coming.demand_room(announced)
            message = await self.receive()
            if message["type"] == "http.disconnect":
                return False
            parts.append(message.get("body", b""))
            coming.hold(len(parts[-1]))
            is_whole = not message.get("more_body", False)
        coming.demand_room(announced)
        self.scope["state"]["body"] = b"".join(parts)
        return True

    async def receive(self) -> Message:
        """The next message, whose arrival is noted: of a body the last part, which may be slow."""
        message = await self._receive()
        note_arrival()
        return message

    async def send(self, message: Message) -> None:
        """Send a part of the answer, or keep it if no budget pays for it: it may have to wait."""
        if message["type"] == "websocket.send":
            await self._send(message)
            return
        begins = message["type"] == "http.response.start"
        if begins and self.place is not None and self.is_stream:
            self.leave()
        if (cost := self.cost) is not None:
            if message.get("status") == HTTPStatus.SERVICE_UNAVAILABLE:
                cost.is_refused = True  # by us: not what the caller did
            limits = self.svc.rate_limits
            if self.method != "HEAD":  # of that only the head is sent
                limits.note_sent(cost, len(message.get("body", b"")))
            if self.kept or (begins and limits.is_unpaid(cost)):
                self.kept.append(message)
                return
        elif self.is_look:
            self.kept.append(message)
            return
        await self.tell(message)

    async def tell(self, message: Message) -> None:
        """Send a part of the answer now."""
        if message["type"] in HEADS:
            self.status = int(message["status"])
            self._mark(message)
        elif message["type"] == "websocket.close":
            self.status = message.get("code", 1000)
        await self._send(message)

    def leave(self) -> None:
        """Leave the place among the operations: a stream does so when it begins."""
        if self.place is not None:
            self.place.leave()
            self.place = None

    def _mark(self, message: Message) -> None:
        """Put into the head of an answer what every answer tells."""
        own = {b"x-request-id": self.request_id.encode(), **rate_limits.fields(self.client)}
        if self.scope["app"].state.is_draining:
            own[b"connection"] = b"close"  # the next request finds another process
        headers = [pair for pair in message["headers"] if pair[0] not in own]
        named = {name for name, _ in headers}
        is_public = self.method in {*READING, SOCKET} and b"authorization" not in self.head
        if not (is_public or b"cache-control" in named):  # it may depend on who asks
            headers.append((b"cache-control", b"no-store"))
        headers += (pair for pair in security.OF_EVERY_ANSWER if pair[0] not in named)
        message["headers"] = [*headers, *own.items()]


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
            self.access.refused(one.client.address, refusal, one.path)
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
    if one.method != SOCKET and one.client.wait_s > 0:
        return HTTPStatus.TOO_MANY_REQUESTS  # GraphQL says so in an answer of 200
    return one.status if one.status in REFUSED else None
