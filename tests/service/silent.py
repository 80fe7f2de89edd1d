"""Clients that ask for much and read nothing."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from websockets.client import ClientProtocol
from websockets.frames import Close
from websockets.uri import parse_uri

from tests.service.sockets import PROTOCOL
from tests.service.streams import NEWS
from tests.service.transports import PATIENCE_S

RECEIVE_BUFFER = 4096


class SilentSocket:
    """A websocket that follows a match many times over, by hand: nothing reads behind our back."""

    def __init__(self, address: str, match_id: str, subscriptions: int) -> None:
        self._socket = _connected(address)
        self._protocol = ClientProtocol(
            parse_uri(address.replace("http", "ws") + "/graphql"), subprotocols=[PROTOCOL]
        )
        self._protocol.send_request(self._protocol.connect())
        self._flush()
        self._protocol.receive_data(self._socket.recv(1024))
        self._say(type="connection_init")
        for number in range(subscriptions):
            variables = {"id": match_id, "views": True}
            payload = {"query": NEWS, "variables": variables}
            self._say(type="subscribe", id=str(number), payload=payload)

    def read_to_the_end(self) -> Close | None:
        """Begin to read after all, until the close frame."""
        while self._protocol.close_rcvd is None and (data := self._socket.recv(65_536)):
            self._protocol.receive_data(data)
            self._protocol.events_received()
        return self._protocol.close_rcvd

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()

    def _say(self, **message: object) -> None:
        self._protocol.send_text(json.dumps(message).encode())
        self._flush()

    def _flush(self) -> None:
        self._socket.sendall(b"".join(self._protocol.data_to_send()))


class SilentStream:
    """An event stream that nobody reads."""

    def __init__(self, address: str, match_id: str) -> None:
        self._socket = _connected(address)
        head = (
            f"GET /api/v1/matches/{match_id}/events?views=true HTTP/1.1",
            f"host: {urlsplit(address).netloc}",
            "accept: text/event-stream",
            "\r\n",
        )
        self._socket.sendall("\r\n".join(head).encode())

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0.01)


def _connected(address: str) -> socket.socket:
    """A connection with a small window from its very beginning."""
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    connection.settimeout(PATIENCE_S)
    parts = urlsplit(address)
    connection.connect((parts.hostname, parts.port))
    return connection
