"""uvicorn's protocol of requests: of a full process it turns new connections away in words."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from saqqara_service.edge.exchange import REQUEST_ID
from saqqara_service.errors import Busy
from saqqara_service.rest.errors import MEDIA_TYPE, details

TURNED_AWAY: Final = 64
"""The number of connections that are told at once why they are not let in; the others are cut."""
LINGER_S: Final = 1.0
"""To close on somebody who still sends would reset the connection, and the answer be lost."""


class RequestProtocol(HttpToolsProtocol):
    """Requests and event streams; a websocket takes its connection over.

    uvicorn's own `limit_concurrency` would refuse each request of a full process, also on
    connections that were let in before, such as those of bots whose clocks run.
    """

    most_connections: int
    shed: Callable[[], None]
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in, or say why not; nothing of it is read before."""
        super().connection_made(transport)
        too_many = len(self.connections) - self.most_connections
        if too_many > 0:
            self._is_refused = True
            self.shed()
        if too_many > TURNED_AWAY:
            transport.abort()
        elif too_many > 0:
            transport.write(_full())
            transport.write_eof()
            self.loop.call_later(LINGER_S, transport.close)

    def data_received(self, data: bytes) -> None:
        """Hear who was let in."""
        if not self._is_refused:
            super().data_received(data)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on once all answers have been taken in, or else close it.

        That writing is paused is told to this protocol alone: the other one would take a core to
        wait for a client that does not read.
        """
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self.transport.get_write_buffer_size():
            self.transport.close()
        else:
            super().handle_websocket_upgrade()


def _full() -> bytes:
    error = Busy("This process is at its limit of connections. Try again.", retry_after_ms=1_000)
    status, request_id = HTTPStatus.SERVICE_UNAVAILABLE, secrets.token_hex(8)
    body = details(error, status, request_id)
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"content-type: {MEDIA_TYPE}",
        f"content-length: {len(body)}",
        f"{REQUEST_ID}: {request_id}",
        "retry-after: 1",
        "connection: close",
        "\r\n",
    )
    return "\r\n".join(lines).encode() + body
