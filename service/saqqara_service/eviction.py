"""Ends connections whose clients take in nothing of what is sent to them.

What cannot be handed to the network waits in this process; a client that lets it wait for long is
closed, so that nobody's silence costs memory for good. What the network holds for a client that
takes nothing is bounded, and given up by the system itself where it can do that.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from typing import Final, Protocol, cast

import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from saqqara_service.gathering import Gathering
from saqqara_service.heads import BoundedHead

TOO_SLOW: Final = 4408
REASON: Final = "too slow: read what you are sent, or follow less"
SEND_BUFFER: Final = 65_536
GOODBYE_S: Final = 1.0
"""How long a close frame may take to reach a client that did not read."""

_LOG = structlog.get_logger(__name__)


class Evicting(asyncio.Protocol):
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

    def evict(self) -> None:
        """End the connection, whatever is still to be sent."""
        self.transport.abort()

    def _give_up(self) -> None:
        _LOG.info("reader_evicted", waiting_bytes=self.transport.get_write_buffer_size())
        self.evict()

    def _calm_down(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class EvictingHttp(Evicting, BoundedHead):
    """Requests and event streams."""


class EvictingSocket(Evicting, WebSocketsSansIOProtocol):
    """Websockets: they are told why, if they begin to read after all."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; what is written in one turn of the loop goes out at once."""
        super().connection_made(Gathering(cast("asyncio.Transport", transport), self.loop))

    def start_keepalive(self) -> None:
        """Greeted: what was said in greeting is needed no more."""
        self.request.headers.clear()  # the parser keeps the request itself
        del self.request, self.response
        super().start_keepalive()

    def evict(self) -> None:
        """Free what the socket holds, say goodbye, and do not wait for long."""
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_SLOW, "reason": REASON})
        if not self.close_sent:
            self.close_sent = True
            self.conn.send_close(TOO_SLOW, REASON)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        self.loop.call_later(GOODBYE_S, self.transport.abort)


class Listening(Protocol):
    """A listening socket, whichever loop made it."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """Set an option; the connections that it accepts inherit it."""
        ...


def bound(listeners: Iterable[Listening], flush_s: float) -> None:
    """Bound what the network holds for a client that takes in nothing, and for how long."""
    for listener in listeners:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            patience_ms = int(flush_s * 1000)
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience_ms)
