"""What is begun has to come: a head, a body, a message each within its time, and of its size.

Who sends half a request, or a byte now and then, holds a connection for so long and no longer.
What is counted is the bytes as they came, so that nothing around a body is free either: lengths
and extensions of chunks, trailers.
"""

from __future__ import annotations

import asyncio
from functools import partial
from http import HTTPStatus
from typing import Final

from saqqara_service.edge.bodies import (
    BODY_LIMIT,
    UPLOAD_LEAST,
    UPLOAD_LIMIT,
    UPLOAD_LOOK_S,
    UPLOAD_PATIENCE,
    is_upload,
)
from saqqara_service.edge.protocols.heads import BoundedHead
from saqqara_service.errors import Malformed, TooLarge

WIRE_LIMIT: Final = 2 * BODY_LIMIT
"""Bytes that a body may take on its way, with all that is around it."""
UPLOAD_WIRE: Final = 2 * UPLOAD_LIMIT


class Deadlines(BoundedHead):
    """Mixed into the protocol of requests: nobody is waited for longer than that."""

    head_s: float
    body_s: float
    _is_begun = False
    _is_reading_body = False
    _is_upgraded = False
    _is_upload = False
    _wire = 0
    _deadline: asyncio.TimerHandle | None = None
    _waits_for: str | None = None
    _unread: list[bytes] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The head has to come."""
        super().connection_made(transport)
        self._wait()

    def hold(self, unread_s: float) -> None:
        """Read nothing for so long; only then the head has to come.

        What the loop reads before it heeds that is kept.
        """
        self._stop_waiting()
        self._unread = []
        self.loop.call_soon(self._pause)  # before its first reading a transport is deaf
        self.loop.call_later(unread_s, self._read_on)

    def data_received(self, data: bytes) -> None:
        """Count what comes of a body; look what is still to come."""
        if self._unread is not None:
            self._unread.append(data)
            return
        if self._is_reading_body:
            self._wire += len(data)
        super().data_received(data)
        limit, wire = (UPLOAD_LIMIT, UPLOAD_WIRE) if self._is_upload else (BODY_LIMIT, WIRE_LIMIT)
        if self._wire > wire and self._is_reading_body:
            said = f"The request body exceeds {limit} bytes, or its chunk framing is too large."
            self.refuse(TooLarge(said, limit=limit), HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        self._wait()

    def on_message_begin(self) -> None:
        """A head begins."""
        self._is_begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A body begins, if only an empty one."""
        super().on_headers_complete()
        self._is_reading_body, self._wire = True, 0
        method, path = self.parser.get_method().decode(), self.url.decode("latin-1")
        self._is_upload = is_upload(method, path)

    def on_message_complete(self) -> None:
        """The request is whole; the bytes of another may follow."""
        self._is_begun = self._is_reading_body = self._is_whole = False
        self._head = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a websocket's time."""
        self._stop_waiting()
        self._is_upgraded = True
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more comes."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _pause(self) -> None:
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _read_on(self) -> None:
        came, self._unread = self._unread or [], None
        if self.transport.is_closing():
            return
        self.transport.resume_reading()
        self._wait()
        if came:
            self.data_received(b"".join(came))

    def _wait(self) -> None:
        """Begin to wait for what is begun; what has come is waited for no more."""
        wanted = self._wanted()
        if wanted == self._waits_for:
            return
        self._stop_waiting()
        self._waits_for = wanted
        if wanted is not None:
            body_s = self.body_s * UPLOAD_PATIENCE if self._is_upload else self.body_s
            patience_s = body_s if wanted == "body" else self.head_s
            if wanted == "body" and self._is_upload:
                self._look(self.loop.time() + patience_s, patience_s)
                return
            self._deadline = self.loop.call_later(patience_s, self._end, wanted, patience_s)

    def _look(self, until: float, patience_s: float, before: int | None = None) -> None:
        """Look now and then whether an archive still comes, and not only as a trickle."""
        left_s = until - self.loop.time()
        if left_s <= 0:
            self._end("body", patience_s)
        elif before is not None and self._wire - before < UPLOAD_LEAST:
            said = f"An upload must send at least {UPLOAD_LEAST} bytes every {UPLOAD_LOOK_S:g} s."
            self.refuse(Malformed(said), HTTPStatus.REQUEST_TIMEOUT)
        else:
            look_s = min(UPLOAD_LOOK_S, left_s)
            again = partial(self._look, until, patience_s, self._wire)
            self._deadline = self.loop.call_later(look_s, again)

    def _wanted(self) -> str | None:
        if self._is_refused or self._is_upgraded or self.parser is None:
            return None
        if self._is_reading_body:
            return "body"
        return "head" if self._is_begun or self._head or self.cycle is None else None

    def _end(self, wanted: str, patience_s: float) -> None:
        """Too late."""
        if self._is_begun:
            late = Malformed(f"The {wanted} of the request did not arrive within {patience_s:g} s.")
            self.refuse(late, HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()

    def _stop_waiting(self) -> None:
        self._waits_for = None
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
