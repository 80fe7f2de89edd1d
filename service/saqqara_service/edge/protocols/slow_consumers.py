"""Ends websockets whose clients take in nothing of what is sent to them.

A proxy waits for its client, so what that does not read waits here. With stock uvicorn behind
Caddy, 300 sockets that asked for long answers and read none made a process hold 1.5 GiB and the
system 2.1 GiB, for as long as they liked (`tests/attacks/test_unread_answers.py`). How much may
wait is bounded by `unread.py`, what the network holds by `listeners.py`. Requests need none of
this: the proxy ends those whose answers are not read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, cast

import structlog
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from websockets.frames import CloseCode

from saqqara_service.application.limits.rate_limits import RateLimits
from saqqara_service.application.limits.token_buckets import UNKNOWN
from saqqara_service.edge import listeners
from saqqara_service.edge.protocols.frames import BoundedFrames
from saqqara_service.edge.protocols.write_coalescing import WriteCoalescing
from saqqara_service.edge.rate_limits import origin
from saqqara_service.edge.unread import HIGH_WATER, OF_ADDRESS, OF_SOCKET, Unread
from saqqara_service.graphql.transport.handshake import CloseCode as Closing

CONTROL_S: Final = 0.00004
"""What a ping or pong takes."""
FEW_CONTROLS: Final = 20
"""A socket with no more of them in `CONTROLS_S` is not closed for what others of its address do."""
REASON: Final = "too slow: read what you are sent, or follow less"

_LOG = structlog.get_logger(__name__)


class SocketProtocol(BoundedFrames):
    """Websockets where no send may wait for longer than `FLUSH_S`.

    Who was given up is told why, if it begins to read after all.
    """

    unread: Unread
    rate_limits: Callable[[], RateLimits]
    _stalled: asyncio.TimerHandle | None = None
    _unsent = 0
    _unsent_bytes = 0

    @property
    def address(self) -> str:
        """Whom the connection is counted for, as a trusted proxy tells; empty if nobody knows."""
        client = self.scope["client"] if hasattr(self, "scope") else None  # no handshake yet
        known = origin(client[0] if client else "")
        return "" if known == UNKNOWN else known

    @property
    def unread_bytes(self) -> int:
        """What waits for the network, and the messages that wait behind that."""
        return self.transport.get_write_buffer_size() + self._unsent_bytes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; what is written in one turn of the loop goes out at once."""
        cast("asyncio.Transport", transport).set_write_buffer_limits(high=HIGH_WATER)
        super().connection_made(WriteCoalescing(cast("asyncio.Transport", transport), self.loop))

    def pause_writing(self) -> None:
        """The client does not take in what it was sent: begin to lose patience."""
        super().pause_writing()
        self._stalled = self.loop.call_later(listeners.FLUSH_S, self._give_up)
        self.unread.add(self)

    def resume_writing(self) -> None:
        """The client takes it in."""
        self._calm_down()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._calm_down()
        super().connection_lost(exc)

    def evict(self) -> None:
        """Cut the connection, when nothing of it runs: no close frame would go past what waits."""
        _LOG.info("reader_cut", waiting_bytes=self.unread_bytes)
        self.loop.call_soon(self.transport.abort)

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

    def _give_up(self) -> None:
        """Say so, and do not wait for long."""
        _LOG.info("reader_evicted", waiting_bytes=self.unread_bytes)
        self.end(Closing.TOO_SLOW, REASON)

    def _calm_down(self) -> None:
        self.unread.remove(self)
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _count_control(self) -> None:
        """All of an address together take a small share of a core, too."""
        super()._count_control()
        if not self._is_ended:
            pressure, address = self.rate_limits().control_throttle, self.address
            pressure.add(address, CONTROL_S)
            if self._controls > FEW_CONTROLS and pressure.late_s(address):
                self.end(Closing.TOO_MANY_MESSAGES, "too many pings and pongs from your address")


def _size(message: ASGISendEvent) -> int:
    """How many bytes of memory a message holds, about."""
    if message["type"] != "websocket.send":
        return 0
    return len(message.get("text") or message.get("bytes") or b"")
