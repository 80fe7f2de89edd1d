"""What a websocket is sent, frame by frame: a message comes whole within its time.

The library bounds the bytes of a message. Here are the rest: how long it takes, in how many pieces
it comes, and how many frames come that are no part of any message. A proxy hands frames on unread:
behind Caddy each of these lived on, and four sockets that sent empty pieces without end kept a
process with stock uvicorn so busy that it did not stop within 30 s.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from saqqara_service.edge.listeners import GOODBYE_S
from saqqara_service.graphql.pulse import Pulse
from saqqara_service.graphql.transport.handshake import CloseCode as Closing

FRAGMENTS_LIMIT: Final = 64
CONTROLS_LIMIT: Final = 100
"""Pings and pongs in `CONTROLS_S`; each costs as much as a small message."""
CONTROLS_S: Final = 10.0
TICK_S: Final = 0.1
"""Clients are pinged at full ticks: to wake the loop for each costs more than its ping."""
MESSAGE_S: Final = 20.0
"""A message has to be whole within so long."""


class BoundedFrames(WebSocketsSansIOProtocol):
    """Mixed into the protocol of websockets: no message is waited for for ever."""

    _deadline: asyncio.TimerHandle | None = None
    _is_ended = False
    _is_whole = False
    _controls = 0
    _counted_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to measure how far away the client is."""
        self.pulse = Pulse()
        self.app_state = {**self.app_state, "pulse": self.pulse}
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Begin to wait if a message has begun; stop when one is whole."""
        if self._is_ended:
            return
        self._is_whole = False
        super().data_received(data)
        if self._is_whole and not self.frames:
            self._stop_waiting()
        elif self._deadline is None:
            said = f"a message has to come within {MESSAGE_S:g} s"
            self._deadline = self.loop.call_later(
                MESSAGE_S, self.end, CloseCode.POLICY_VIOLATION, said
            )

    def handle_connect(self, event: Request) -> None:
        """The handshake is whole."""
        self._is_whole = True
        super().handle_connect(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message, unless it comes in too many."""
        if len(self.frames) >= FRAGMENTS_LIMIT:
            said = f"a message has at most {FRAGMENTS_LIMIT} fragments"
            self.end(CloseCode.MESSAGE_TOO_BIG, said)
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message is whole; a text is UTF-8, or ends the connection."""
        self._is_whole = True
        if self.curr_msg_data_type == "text" and not _is_utf_8(b"".join(self.frames)):
            self.end(CloseCode.INVALID_DATA, "a text message is UTF-8")
            return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping."""
        self._count_control()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping; others are counted."""
        if event.data != self.pending_ping_payload:
            self._count_control()
            return
        self._is_whole = True
        self.pulse.note(self.loop.time() - self.ping_sent_at)
        super().handle_pong(event)

    def schedule_ping(self) -> None:
        """Ping again, seldom while the client only listens."""
        then = self.loop.time() + self.pulse.next_pause_s()
        self.ping_timer = self.loop.call_at(then - then % TICK_S, self.send_keepalive_ping)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more comes."""
        self._stop_waiting()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """End with the process; where the client has said goodbye uvicorn would raise."""
        is_open = self.conn.state is State.OPEN
        if self.handshake_complete and not is_open and not self.close_sent:
            self.stop_keepalive()
            self.transport.close()
        else:
            super().shutdown()

    def end(self, code: int, reason: str) -> None:
        """Say why, free what the socket holds, and close, whether or not that is heard.

        To close on somebody who still sends would reset the connection, and the reason be lost.
        """
        if self._is_ended or self.disconnected:
            return
        self._is_ended = True
        self.disconnected = True  # who still has something to say to it is told that it is gone
        self.writable.set()
        self.stop_keepalive()
        self._stop_waiting()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if self.conn.state is State.OPEN:  # else one side has said so, or there was no greeting
            self.close_sent = True
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        if self.close_timer is not None:  # the library's waits for what is not read
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(GOODBYE_S, self.transport.abort)

    def _count_control(self) -> None:
        """A ping or pong is whole; too many of them are the end."""
        self._is_whole = True
        now = self.loop.time()
        if now - self._counted_at > CONTROLS_S:
            self._controls, self._counted_at = 0, now
        self._controls += 1
        if self._controls > CONTROLS_LIMIT:
            self.end(Closing.TOO_MANY_MESSAGES, "too many pings and pongs")

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
