"""Ends connections whose clients take in nothing of what is sent to them.

What cannot be handed to the network waits in this process; a client that lets it wait for long is
closed, so that nobody's silence costs memory for good. What the network holds for it is bounded by
`listeners.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, cast

import structlog
from websockets.frames import CloseCode

from saqqara_service.application.limits.rate_limits import RateLimits
from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.errors import ApplicationError, Busy, TooMany
from saqqara_service.graphql.transport.greeting import CloseCode as Closing
from saqqara_service.rest.errors import STATUS
from saqqara_service.transport.admission import Admission, Leave
from saqqara_service.transport.protocols.deadlines import Deadlines
from saqqara_service.transport.protocols.frames import BoundedFrames
from saqqara_service.transport.protocols.write_coalescing import WriteCoalescing

CONNECTION_S: Final = 0.0002
"""What a connection takes of the processor."""
HEAD_S: Final = 0.0005
"""What it takes to refuse a head and to end its connection."""
REASON: Final = "too slow: read what you are sent, or follow less"

_LOG = structlog.get_logger(__name__)


class SlowConsumers(asyncio.Protocol):
    """Mixed into a protocol: no send may wait for longer than `flush_s`."""

    flush_s: float
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The client does not take in what it was sent: begin to lose patience."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.flush_s, self._give_up)

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

    def _give_up(self) -> None:
        _LOG.info("reader_evicted", waiting_bytes=self.transport.get_write_buffer_size())
        self.drop()

    def _calm_down(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class HttpProtocol(SlowConsumers, Deadlines):
    """Requests and event streams; a websocket takes its connection over."""

    admission: Admission
    rate_limits: Callable[[], RateLimits]
    _leave: Leave | None = None
    _address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in, or say why not; nothing of it is read before."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self._address = self.admission.address_of(peer)
        try:
            self._leave = self.admission.admit(peer)
        except (Busy, TooMany) as error:
            self._leave = self.admission.turn_away()
            if self._leave is None:
                self.transport.abort()
            else:
                self.refuse(error, STATUS[type(error)])
        else:
            self._heed_back_pressure()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        if self._leave is not None:
            self._leave()

    def refuse(self, error: ApplicationError, status: HTTPStatus) -> None:
        """A head that is no head counts, too."""
        if self._address and not self._is_refused:
            self.rate_limits().charge_unasked(Asker(self._address), HEAD_S)
        super().refuse(error, status)

    def _heed_back_pressure(self) -> None:
        """Read nothing for a while from an address that is far over its share."""
        pressure = self.rate_limits().back_pressure
        if not self._address or not pressure.late_s(self._address):
            return
        pressure.add(self._address, CONNECTION_S)
        if unread_s := pressure.unread_s(self._address):
            self.hold(unread_s)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on, with its place."""
        super().handle_websocket_upgrade()
        socket = cast("SocketProtocol", self.transport.get_protocol())
        socket.leave, self._leave = self._leave, None

    def on_response_complete(self) -> None:
        """What was answered has to be taken in, too."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(self.flush_s, self._demand_taken, self._answering)

    def _demand_taken(self, answered: object) -> None:
        if self._answering is answered and self.transport.get_write_buffer_size():
            self._give_up()


class SocketProtocol(SlowConsumers, BoundedFrames):
    """Websockets: they are told why, if they begin to read after all."""

    leave: Leave | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; what is written in one turn of the loop goes out at once."""
        super().connection_made(WriteCoalescing(cast("asyncio.Transport", transport), self.loop))

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        if self.leave is not None:
            self.leave()

    def start_keepalive(self) -> None:
        """Greeted: what was said in greeting is needed no more."""
        self.request.headers.clear()  # the parser keeps the request itself
        del self.request, self.response
        super().start_keepalive()

    def keepalive_timeout(self) -> None:
        """Who does not answer a ping does not read either."""
        self.end(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")

    def drop(self) -> None:
        """Say so, and do not wait for long."""
        self.end(Closing.TOO_SLOW, REASON)
