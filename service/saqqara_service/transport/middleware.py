"""What every request meets before a transport: an id, a place in the log, a limit to its body."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Final, TypeAlias

import structlog
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from saqqara_service.application.accounts import authentication
from saqqara_service.application.limits.token_buckets import UNKNOWN
from saqqara_service.application.play.timing import note_arrival
from saqqara_service.errors import ApplicationError, Busy, TooLarge, TooMany
from saqqara_service.models import Caller
from saqqara_service.models import Scope as Permission
from saqqara_service.observability.access import AccessLog, begin_request, shown
from saqqara_service.observability.metrics import Metrics
from saqqara_service.pages import security
from saqqara_service.rest.questions import bearer
from saqqara_service.transport import rate_limits
from saqqara_service.transport.bodies import (
    BODY_LIMIT,
    HELD_LIMIT,
    UPLOAD_LIMIT,
    UPLOADS_HELD,
    Bodies,
    Body,
    is_upload,
)

REQUEST_ID: Final = "x-request-id"
Refuse: TypeAlias = Callable[[HTTPConnection, ApplicationError], Response]
"""How a request is answered that does not get to a transport."""
_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
_LOG = structlog.get_logger("access")

QUIET_PATHS: Final = frozenset({"/livez", "/readyz", "/metrics"})
SERVER_FAULTS: Final = 500
"""From here on a status is about us."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS", "WEBSOCKET"})
"""Those we serve; any other word is counted as `other`."""


class RequestLog:
    """Gives each request an id (the caller's own, if it is a sensible one), logs and counts it.

    It also notes when each message came: of a body the last part, since a bot may send it slowly.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, log: AccessLog) -> None:
        self.app = app
        self._metrics = metrics
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on under its id."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        request_id = _request_id(scope)
        scope.setdefault("state", {}).update(
            request_id=request_id, asker=rate_limits.asker_of(scope)
        )
        started = time.perf_counter()
        told: dict[str, int] = {}

        async def arriving() -> Message:
            message = await receive()
            note_arrival()
            return message

        async def tell(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                _mark(scope, message)
                told["status"] = int(message["status"])
            elif message["type"] == "websocket.close":
                told["status"] = message.get("code", 1000)
            await send(message)

        # The task may have inherited what a request before it on the same connection had bound.
        note_arrival()
        structlog.contextvars.clear_contextvars()
        begin_request()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            await self.app(scope, arriving, tell)
        finally:
            self._note(scope, told.get("status"), time.perf_counter() - started)

    def _note(self, scope: Scope, status: int | None, took_s: float) -> None:
        method = scope.get("method", "WEBSOCKET")
        counted = method if method in METHODS else "other"
        self._metrics.responded(counted, "none" if status is None else status).inc()
        is_quiet = scope["path"] in QUIET_PATHS
        if not is_quiet and (refusal := _refusal(scope, status)) is not None:
            self._log.refused(scope["state"]["asker"].address, refusal, scope["path"])
            is_quiet = True
        _LOG.log(
            logging.DEBUG if is_quiet else logging.INFO,
            "request",
            method=counted,
            path=shown(scope["path"]),
            status=status,
            ms=round(took_s * 1000, 1),
        )


class Sockets:
    """Takes websockets to their transports past what is meant for requests: they stay for long."""

    def __init__(self, app: ASGIApp, transports: Mapping[str, ASGIApp]) -> None:
        self.app = app
        self._transports = transports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the socket on to the transport at its path, anything else to where requests go."""
        is_socket = scope["type"] == "websocket"
        app = self._transports.get(scope["path"], self.app) if is_socket else self.app
        await app(scope, receive, send)


class WholeBody:
    """Reads a body before anything else is done for it, and hands it on whole.

    So nobody holds a place while it sends, or does not send. One over the limit is refused as soon
    as that is known, and so is what would make this process hold too much of unfinished bodies.
    """

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app = app
        self._refuse = refuse
        self._usual = Bodies(BODY_LIMIT, HELD_LIMIT)
        self._uploads = Bodies(UPLOAD_LIMIT, UPLOADS_HELD)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its body, unless the client leaves before."""
        headers = Headers(scope=scope) if scope["type"] == "http" else {}
        length = headers.get("content-length", "0")
        if length == "0" and "transfer-encoding" not in headers:
            await self.app(scope, receive, send)
            return
        announced = int(length) if length.isdecimal() else 0
        try:
            if is_upload(scope["method"], scope["path"]):
                await self._uploaded(scope, receive, send, announced)
                return
            with self._usual.coming(_holder_of(scope)) as coming:
                body = await _read(coming, receive, announced)
        except (TooLarge, TooMany, Busy) as error:
            await self._refuse(HTTPConnection(scope), error)(scope, receive, send)
            return
        if body is not None:
            await self.app(scope, _replayed(body, receive), send)

    async def _uploaded(self, scope: Scope, receive: Receive, send: Send, announced: int) -> None:
        """Read an archive, of whom may hand one in only; it counts until it is answered."""
        caller = await _owner(scope)
        if caller is None:  # who asks is refused before the body is looked at
            await self.app(scope, _replayed(b"", receive), send)
            return
        account_id, uploads = caller.account_id, self._uploads
        with uploads.alone(account_id), uploads.coming(_holder_of(scope), account_id) as coming:
            body = await _read(coming, receive, announced)
            if body is not None:
                await self.app(scope, _replayed(body, receive), send)


async def _read(coming: Body, receive: Receive, announced: int) -> bytes | None:
    """The body, which is held from now on; None if the client is gone."""
    parts: list[bytes] = []
    while True:
        coming.demand_room(announced)
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        coming.hold(len(parts[-1]))
        if not message.get("more_body", False):
            coming.demand_room(announced)
            return b"".join(parts)


def _holder_of(scope: Scope) -> str:
    """Whose share of the bodies it is; who cannot be told from others has one alone."""
    address: str = scope["state"]["asker"].address
    return str(scope["state"]["request_id"]) if address == UNKNOWN else address


async def _owner(scope: Scope) -> Caller | None:
    """Who may hand in an archive by the token of the request, if anybody."""
    token = bearer(Request(scope))
    if token is None:
        return None
    try:
        caller = await authentication.verify(scope["app"].state.service, token)
    except ApplicationError:
        return None
    return caller if caller.may(Permission.ACCOUNT_MANAGE) else None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body as one message, then whatever else comes."""
    kept: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replaying() -> Message:
        return kept.pop() if kept else await receive()

    return replaying


def _mark(scope: Scope, message: Message) -> None:
    """Put into the head of an answer what every answer tells."""
    state = scope["state"]
    own = {b"x-request-id": state["request_id"].encode(), **rate_limits.fields(state["asker"])}
    if scope["app"].state.is_draining:
        own[b"connection"] = b"close"  # the next request finds another process
    told = [pair for pair in message["headers"] if pair[0] not in own]
    named = {name for name, _ in told}
    if _is_private(scope) and b"cache-control" not in named:
        told.append((b"cache-control", b"no-store"))
    told += (pair for pair in security.OF_EVERY_ANSWER if pair[0] not in named)
    message["headers"] = [*told, *own.items()]


def _refusal(scope: Scope, status: int | None) -> int | None:
    """The status of an answer that is only counted: a flood of refusals must not fill the log."""
    if scope["type"] == "http" and scope["state"]["asker"].wait_s > 0:
        return HTTPStatus.TOO_MANY_REQUESTS  # GraphQL says so in an answer of 200
    is_refused = status is not None and HTTPStatus.BAD_REQUEST <= status < SERVER_FAULTS
    return status if is_refused or status == HTTPStatus.SERVICE_UNAVAILABLE else None


def _is_private(scope: Scope) -> bool:
    """Whether the answer may depend on who asks, or tell a token: nobody on the way keeps it."""
    is_read = scope.get("method", "GET") in {"GET", "HEAD"}
    return not is_read or any(name == b"authorization" for name, _ in scope["headers"])


def _request_id(scope: Scope) -> str:
    given = Headers(scope=scope).get(REQUEST_ID, "")
    return given if _ID.fullmatch(given) else secrets.token_hex(8)
