"""Ends connections whose clients take in nothing of what is sent to them.

What cannot be handed to the network waits in this process; a client that lets it wait for long is
closed, so that nobody's silence costs memory for good. What the network holds for it is bounded by
`listeners.py`.
"""

from __future__ import annotations

import asyncio
from typing import Final, cast

import structlog
from websockets.frames import CloseCode

from saqqara_service.errors import Busy, TooMany
from saqqara_service.graphql.transport.greeting import CloseCode as Closing
from saqqara_service.rest.errors import STATUS
from saqqara_service.transport.admission import Admission, Leave
from saqqara_service.transport.protocols.deadlines import Deadlines
from saqqara_service.transport.protocols.frames import BoundedFrames
from saqqara_service.transport.protocols.write_coalescing import WriteCoalescing

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
    _leave: Leave | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in, or say why not; nothing of it is read before."""
        super().connection_made(transport)
        try:
            self._leave = self.admission.admit(self.client[0] if self.client else "")
        except (Busy, TooMany) as error:
            self._leave = self.admission.turn_away()
            if self._leave is None:
                self.transport.abort()
            else:
                self.refuse(error, STATUS[type(error)])

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        if self._leave is not None:
            self._leave()

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
