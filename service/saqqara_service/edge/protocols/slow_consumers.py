"""Ends connections whose clients take in nothing of what is sent to them.

What cannot be handed to the network waits in this process; a client that lets it wait for long is
closed, so that nobody's silence costs memory for good. How much may wait is bounded by `unread.py`,
what the network holds for it by `listeners.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, cast

import structlog
from uvicorn._types import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from websockets.frames import CloseCode

from saqqara_service.application.limits.concurrency import Leave
from saqqara_service.application.limits.rate_limits import RateLimits
from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.edge.admission import Admission
from saqqara_service.edge.protocols.deadlines import Deadlines
from saqqara_service.edge.protocols.frames import BoundedFrames
from saqqara_service.edge.protocols.write_coalescing import WriteCoalescing
from saqqara_service.edge.unread import HIGH_WATER, OF_ADDRESS, OF_SOCKET, Unread
from saqqara_service.errors import ApplicationError, Busy, Malformed, TooMany
from saqqara_service.graphql.transport.greeting import CloseCode as Closing

CONNECTION_S: Final = 0.0002
"""What a connection takes of the processor."""
HEAD_S: Final = 0.0005
"""What it takes to refuse a head and to end its connection."""
CONTROL_S: Final = 0.00004
"""What a ping or pong takes."""
FEW_CONTROLS: Final = 20
"""A socket with no more of them in `CONTROLS_S` is not closed for what others of its address do."""
REASON: Final = "too slow: read what you are sent, or follow less"

_LOG = structlog.get_logger(__name__)


class SlowConsumers(asyncio.Protocol):
    """Mixed into a protocol: no send may wait for longer than `flush_s`."""

    flush_s: float
    unread: Unread
    address = ""
    """Whom the connection is counted for; empty if it is a proxy's."""
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    @property
    def unread_bytes(self) -> int:
        """What could not be handed to the network yet."""
        return self.transport.get_write_buffer_size()

    def pause_writing(self) -> None:
        """The client does not take in what it was sent: begin to lose patience."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.flush_s, self._give_up)
        self.unread.add(self)

    def resume_writing(self) -> None:
        """The client takes it in."""
        self._calm_down()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._calm_down()
        super().connection_lost(exc)

    def drop(self) -> None:
        """End the connection, whatever is still to be sent."""
        self.transport.abort()

    def evict(self) -> None:
        """Cut the connection, when nothing of it runs: no close frame would go past what waits."""
        _LOG.info("reader_cut", waiting_bytes=self.unread_bytes)
        self.loop.call_soon(self.transport.abort)

    def _give_up(self) -> None:
        _LOG.info("reader_evicted", waiting_bytes=self.unread_bytes)
        self.drop()

    def _calm_down(self) -> None:
        self.unread.remove(self)
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class HttpProtocol(SlowConsumers, Deadlines):
    """Requests and event streams; a websocket takes its connection over."""

    admission: Admission
    rate_limits: Callable[[], RateLimits]
    _leave: Leave | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in, or say why not; nothing of it is read before."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=HIGH_WATER)
        peer = self.client[0] if self.client else ""
        self.address = self.admission.address_of(peer)
        try:
            self._leave = self.admission.admit(peer)
        except (Busy, TooMany) as error:
            self._leave = self.admission.turn_away()
            if self._leave is None:
                self.transport.abort()
            else:
                self.refuse(error, error.status)
        else:
            self._heed_back_pressure()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        if self._leave is not None:
            self._leave()

    def refuse(self, error: ApplicationError, status: HTTPStatus) -> None:
        """A head that is no head counts, too."""
        if self.address and not self._is_refused:
            self.rate_limits().charge_unasked(Asker(self.address), HEAD_S)
        super().refuse(error, status)

    def _heed_back_pressure(self) -> None:
        """Read nothing for a while from an address that is far over its share."""
        pressure = self.rate_limits().back_pressure
        if not self.address or not pressure.late_s(self.address):
            return
        pressure.add(self.address, CONNECTION_S)
        if unread_s := pressure.unread_s(self.address):
            self.hold(unread_s)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on, with its place, once all answers have been taken in."""
        answering = self._answering
        if self.flow.write_paused or (answering is not None and not answering.response_complete):
            said = "A websocket cannot start while responses are unread. Open a new connection."
            self.refuse(Malformed(said), HTTPStatus.BAD_REQUEST)
            return
        super().handle_websocket_upgrade()
        socket = cast("SocketProtocol", self.transport.get_protocol())
        socket.leave, self._leave = self._leave, None
        socket.address = self.address

    def on_response_complete(self) -> None:
        """What was answered has to be taken in, too."""
        answered = self._answering
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(self.flush_s, self._demand_taken, answered)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Begin with a request when the answer before it has been taken in."""

        async def drained(
            scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
        ) -> None:
            await self.flow.drain()
            if not cycle.disconnected:
                await app(scope, receive, send)

        super()._start_asgi_task(cycle, drained if self.flow.write_paused else app)

    def _demand_taken(self, answered: object) -> None:
        if self._answering is answered and self.transport.get_write_buffer_size():
            self._give_up()


class SocketProtocol(SlowConsumers, BoundedFrames):
    """Websockets: they are told why, if they begin to read after all."""

    leave: Leave | None = None
    rate_limits: Callable[[], RateLimits]
    _unsent = 0
    _unsent_bytes = 0

    @property
    def unread_bytes(self) -> int:
        """What waits for the network, and the messages that wait behind that."""
        return super().unread_bytes + self._unsent_bytes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; what is written in one turn of the loop goes out at once."""
        cast("asyncio.Transport", transport).set_write_buffer_limits(high=HIGH_WATER)
        super().connection_made(WriteCoalescing(cast("asyncio.Transport", transport), self.loop))

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        if self.leave is not None:
            self.leave()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; what was begun is gone on with before, and no more while much waits."""
        if not self.queue.empty():
            await asyncio.sleep(0)
        while not self.disconnected and self.unread_bytes > OF_SOCKET:
            await self.writable.wait()
            await asyncio.sleep(0)
        return await super().receive()

    async def send(self, message: ASGISendEvent) -> None:
        """Send when the client has taken in what was sent before."""
        while not self.writable.is_set():
            await self._wait(_size(message))
        await super().send(message)

    async def _wait(self, size: int) -> None:
        """Let a message of so many bytes wait; all that do are bounded."""
        self._unsent += 1
        self._unsent_bytes += size
        try:
            if self._unsent > 1 and self.unread_bytes > OF_ADDRESS:
                self.evict()
            elif not self.disconnected:
                self.unread.add(self)
            await self.writable.wait()
        finally:
            self._unsent -= 1
            self._unsent_bytes -= size

    def start_keepalive(self) -> None:
        """Greeted: what was said in greeting is needed no more."""
        self.request.headers.clear()  # the parser keeps the request itself
        del self.request, self.response
        super().start_keepalive()

    def keepalive_timeout(self) -> None:
        """Who does not answer a ping does not read either, unless it is we who do not."""
        if self.read_paused:
            self.pong_timer = self.pending_ping_payload = None
            self.schedule_ping()
            return
        self.end(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")

    def drop(self) -> None:
        """Say so, and do not wait for long."""
        self.end(Closing.TOO_SLOW, REASON)

    def _count_control(self) -> None:
        """All of an address together take a small share of a core, too."""
        super()._count_control()
        if self.address and not self._is_ended:
            pressure = self.rate_limits().control_pressure
            pressure.add(self.address, CONTROL_S)
            if self._controls > FEW_CONTROLS and pressure.late_s(self.address):
                self.end(Closing.TOO_MANY_MESSAGES, "too many pings and pongs from your address")


def _size(message: ASGISendEvent) -> int:
    """How many bytes of memory a message holds, about."""
    if message["type"] != "websocket.send":
        return 0
    return len(message.get("text") or message.get("bytes") or b"")
