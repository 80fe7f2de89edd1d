"""What every request meets before a transport, in this order, where a step that refuses ends it:

1. an id (the caller's own, if it is a sensible one), a place in the log, the instant it came;
2. a place of its address; looks at the health have none, and are never refused;
3. its cost: it is measured from here on, whatever becomes of it. Websockets are counted, and go on
   with 7: what they ask is measured operation by operation;
4. the headers for pages of other origins, where there is an origin, or a cache may ask for one;
5. for what only reads: the budget of its address has something left;
6. compression, where it is accepted, or a cache may ask for it; and the whole body, within its
   bounds, so that nobody holds a place while it sends, or does not send;
7. a place in this process, and who answers. An action goes from 4 to its endpoint with its body:
   its places are for who has a good token, which is known only there.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Final, cast

import structlog
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from saqqara_service.api.operation import PREFIX
from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.accounts import authentication
from saqqara_service.application.limits.concurrency import Leave
from saqqara_service.application.limits.meter import CostMeter, metered
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.operations.observation import UNFORESEEN, cost_of_request
from saqqara_service.contract.rendered import COMPRESSED_FROM
from saqqara_service.edge import rate_limits
from saqqara_service.edge.admission import Admission
from saqqara_service.edge.bodies import (
    BODY_LIMIT,
    HELD_LIMIT,
    UPLOAD_LIMIT,
    UPLOADS_HELD,
    Bodies,
    is_upload,
)
from saqqara_service.edge.exchange import READING, REQUEST_ID, SOCKET, Exchange, RequestLog
from saqqara_service.errors import ApplicationError, Busy, Internal
from saqqara_service.graphql.transport.requests import refused
from saqqara_service.models import Caller
from saqqara_service.models import Scope as Permission
from saqqara_service.rest.endpoints import TRANSPORT, Endpoint
from saqqara_service.rest.errors import problem
from saqqara_service.rest.questions import bearer
from saqqara_service.settings import Settings

GRAPHQL: Final = "/graphql"
COMPRESSION: Final = 6
"""Of a replay's views, 0.39 MB, it leaves 6 KB in 4 ms; 1 leaves 18 KB in 3 ms."""
PREFLIGHT_S: Final = 7_200
"""How long a browser may keep the answer to a preflight; none keeps it for longer."""
EXPOSED_HEADERS: Final = ("etag", REQUEST_ID, "deprecation", "sunset", *rate_limits.FIELDS)
LATEST_LOOK_S: Final = 1.0
"""A probe that is slowed for longer would find a process dead that lives."""
PAUSE_S: Final = 0.5
"""A refusal comes so much later: who asks again at once takes no time from those who are let in."""
ACTIONS: Final = tuple(
    (re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", PREFIX + row.path)), row.method, Endpoint(row))
    for row in OPERATIONS
    if row.charge is Charge.ACTION
)
"""What answers an action, by its path, whose groups are ids, and its method."""
_LOG: Final = structlog.get_logger(__name__)


@dataclass(eq=False)
class Edge:
    """The steps; `inner` is the router with all that is no action, `graphql` is at its address."""

    inner: ASGIApp
    graphql: ASGIApp
    settings: Settings
    admission: Admission
    log: RequestLog

    def __post_init__(self) -> None:
        """Pages of the allowed origins may call, with whatever headers their libraries add.

        No cookie is ever used, so `*` gives nothing away.
        """
        self._usual = Bodies(BODY_LIMIT, HELD_LIMIT)
        self._uploads = Bodies(UPLOAD_LIMIT, UPLOADS_HELD)
        self._packed = GZipMiddleware(self._served, COMPRESSED_FROM, COMPRESSION)
        self._shared = CORSMiddleware(
            self._asked,
            allow_origins=self.settings.allowed_origins,
            allow_methods=("GET", "POST"),
            allow_headers=("*",),
            max_age=PREFLIGHT_S,
            expose_headers=EXPOSED_HEADERS,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or serve a websocket to its end."""
        if scope["type"] == "lifespan":
            await self.inner(scope, receive, send)
            return
        one = Exchange(scope, receive, send)
        leave: Leave | None = None
        self.log.begin(one)
        try:
            if one.is_look:
                await self._looked(one)
            else:
                leave = self.admission.ask(one.client.address)
                await (self._connected if one.method == SOCKET else self._charged)(one)
        except ApplicationError as error:
            await _refusal(one, error)(scope, receive, one.send)
        finally:
            if leave is not None:
                leave()
            self.log.end(one)
            scope["state"].clear()  # the connection keeps the scope until it has another

    async def _connected(self, one: Exchange) -> None:
        """Serve a websocket; an address over its budget is let in late."""
        limits = one.svc.rate_limits
        await limits.throttle.wait(limits.charge_connection(one.client))
        await self._placed(one, one.send)

    async def _charged(self, one: Exchange) -> None:
        """Measure a request, which is paid when it is over; most actions are taken for others."""
        one.endpoint = _action(one)
        with cost_of_request(one.svc, one.client) as one.cost:
            steps, acts = self._steps(one), one.endpoint
            is_excused = acts is not None and one.cost.excuse((TRANSPORT, acts.operation.name))
            await (steps if is_excused else metered(steps, one.cost))
        if one.kept:
            await self._respond_later(one)

    async def _looked(self, one: Exchange) -> None:
        """Answer a look at the health, which is late but never refused."""
        meter = CostMeter((one.client.address,))
        await metered(self._steps(one), meter)
        one.svc.rate_limits.charge_unasked(one.client, meter.spent_s)
        if one.kept:  # its client may have left
            await self._respond_later(one)

    async def _respond_later(self, one: Exchange) -> None:
        """Send what no budget pays for: whole by now, and holding nothing that others want."""
        address, pressure = one.client.address, one.svc.rate_limits.throttle
        late_s = pressure.late_s(address)
        await pressure.wait(min(late_s, LATEST_LOOK_S) if one.is_look else late_s)
        for message in one.kept:
            await one.tell(message)

    def _steps(self, one: Exchange) -> Coroutine[object, object, None]:
        is_shared = b"origin" in one.head or one.method in READING  # which caches keep by `Vary`
        step = self._shared if is_shared else self._asked
        return cast("Coroutine[object, object, None]", step(one.scope, one.receive, one.send))

    async def _asked(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an action past the router, whose unforeseen errors are masked as by `run`."""
        one: Exchange = scope["state"]["exchange"]
        try:
            if one.endpoint is None:
                await self._unspent(one, send)
                return
            if one.has_body and not await self._read(one):
                return
            answer = await one.endpoint(Request(scope, receive))
        except ApplicationError as error:
            answer = _refusal(one, error)
        except Exception:
            if one.endpoint is None:
                raise
            _LOG.exception("unexpected", operation=one.endpoint.operation.name)
            answer = problem(HTTPConnection(scope), Internal(UNFORESEEN))
        await answer(scope, receive, send)

    async def _unspent(self, one: Exchange, send: Send) -> None:
        """Refuse what only reads, documents too, while the budget of the address is spent.

        What may be an action goes on: the match may wait for it.
        """
        is_reading = one.method in READING
        if is_reading and not one.is_look:
            one.svc.rate_limits.demand_unspent(one.client, None, Charge.USUAL)
        may_pack = is_reading or b"gzip" in one.head.get(b"accept-encoding", b"")
        await (self._packed if may_pack else self._served)(one.scope, one.receive, send)

    async def _served(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Read the body, and go on unless the client leaves before."""
        one: Exchange = scope["state"]["exchange"]
        if one.has_body and is_upload(one.method, one.path):
            await self._uploaded(one, send)
        elif not one.has_body or await self._read(one):
            await self._placed(one, send)

    async def _read(self, one: Exchange) -> bool:
        """Read a body; whether there is anybody left to answer."""
        with self._usual.coming(one.holder) as coming:
            return await one.read(coming)

    async def _uploaded(self, one: Exchange, send: Send) -> None:
        """Read an archive, of whom may hand one in only; it counts until it is answered."""
        caller = await _owner(one)
        if caller is None:  # who asks is refused before the body is looked at
            await self._placed(one, send)
            return
        account_id, uploads = caller.account_id, self._uploads
        with uploads.alone(account_id), uploads.coming(one.holder, account_id) as coming:
            if await one.read(coming):
                await self._placed(one, send)

    async def _placed(self, one: Exchange, send: Send) -> None:
        """Go on with a place in this process, refused if there is none.

        A stream takes one among the operations until it begins, and one among the streams.
        """
        load, answers = one.svc.concurrency, self.graphql if one.path == GRAPHQL else self.inner
        try:
            with load.stream if one.is_stream and not one.is_look else nullcontext():
                if one.method != SOCKET and not one.is_look:
                    load.operation.take()
                    one.place = load.operation
                try:
                    await answers(one.scope, one.receive, send)
                finally:
                    one.leave()
        except Busy:
            await asyncio.sleep(PAUSE_S)
            raise


def _action(one: Exchange) -> Endpoint | None:
    """What answers, if it is an action."""
    for path, method, endpoint in ACTIONS:
        if method == one.method and (found := path.fullmatch(one.path)) is not None:
            one.scope["path_params"] = found.groupdict()
            return endpoint
    return None


async def _owner(one: Exchange) -> Caller | None:
    """Who may hand in an archive by the token of the request, if anybody."""
    with suppress(ApplicationError):
        caller = await authentication.verify(one.svc, bearer(Request(one.scope)) or "")
        return caller if caller.may(Permission.ACCOUNT_MANAGE) else None
    return None


def _refusal(one: Exchange, error: ApplicationError) -> Response:
    """A refusal before the transports, in the form of the one that was asked for."""
    request = HTTPConnection(one.scope)
    answer = problem(request, error)
    if one.path != GRAPHQL or one.method == SOCKET:
        return answer
    body = refused(request, error, answer.status_code)
    if "retry-after" in answer.headers:
        body.headers["retry-after"] = answer.headers["retry-after"]
    return body
