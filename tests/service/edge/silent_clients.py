"""Clients that ask for much and read nothing."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.uri import parse_uri

from tests.service.sockets import PROTOCOL
from tests.service.streams import NEWS
from tests.service.transports import PATIENCE_S, Json

RECEIVE_BUFFER = 4096
HOME = "127.0.0.1"
OK = b"HTTP/1.1 200"
BEGUN = 2_048
"""So many bytes are more than a greeting."""


class SilentAsker:
    """A websocket that asks and never reads, by hand: nothing reads behind our back."""

    def __init__(self, address: str, *questions: Json, home: str = HOME) -> None:
        self._socket = _connected(address, home)
        self._protocol = ClientProtocol(
            parse_uri(address.replace("http", "ws") + "/graphql"), subprotocols=[PROTOCOL]
        )
        try:
            self._ask(questions)
        except OSError:  # it was ended while it asked
            self.close()
            raise

    def read_to_the_end(self) -> Close | None:
        """Begin to read after all, until the close frame."""
        while self._protocol.close_rcvd is None and (data := self._socket.recv(65_536)):
            self._protocol.receive_data(data)
            self._protocol.events_received()
        return self._protocol.close_rcvd

    def read_answers(self, count: int) -> list[str]:
        """Begin to read after all: the ids of so many answers, as they end."""
        ended: list[str] = []
        while len(ended) < count:
            came = self._socket.recv(65_536)
            assert came, ended
            self._protocol.receive_data(came)
            self._flush()  # the server waits for a pong again
            for event in self._protocol.events_received():
                if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                    said = json.loads(bytes(event.data))
                    if said["type"] == "complete":
                        ended.append(said["id"])
        return ended

    def hang_up(self) -> None:
        """When an answer has begun, say that it closes, and read nothing of the rest."""
        read = 0
        while read < BEGUN:
            read += len(self._socket.recv(BEGUN))
        self._protocol.send_close(1000)
        self._flush()

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()

    def _ask(self, questions: Sequence[Json]) -> None:
        self._protocol.send_request(self._protocol.connect())
        self._flush()
        self._protocol.receive_data(self._socket.recv(1024))
        self._say(type="connection_init")
        for number, question in enumerate(questions):
            self._say(type="subscribe", id=str(number), payload=question)

    def _say(self, **message: object) -> None:
        self._protocol.send_text(json.dumps(message).encode())
        self._flush()

    def _flush(self) -> None:
        self._socket.sendall(b"".join(self._protocol.data_to_send()))


class SilentSocket(SilentAsker):
    """A websocket that follows a match many times over."""

    def __init__(self, address: str, match_id: str, subscriptions: int) -> None:
        question: Json = {"query": NEWS, "variables": {"id": match_id, "views": True}}
        super().__init__(address, *[question] * subscriptions)


class SilentReader:
    """Requests on one connection whose answers nobody reads."""

    def __init__(
        self, address: str, path: str, *headers: str, count: int = 1, home: str = HOME
    ) -> None:
        self._socket = _connected(address, home)
        head = (f"GET {path} HTTP/1.1", f"host: {urlsplit(address).netloc}", *headers, "\r\n")
        self._socket.sendall("\r\n".join(head).encode() * count)

    def read_answers(self, count: int) -> None:
        """Begin to read after all, until so many answers have begun."""
        read = b""
        while read.count(OK) < count:
            came = self._socket.recv(65_536)
            assert came, read[-200:]
            read += came

    def read_bytes(self, size: int) -> None:
        """Begin to read after all: so many bytes, or more."""
        while size > 0:
            came = self._socket.recv(65_536)
            assert came
            size -= len(came)

    def send(self, data: bytes) -> None:
        """Ask something else."""
        self._socket.sendall(data)

    def read_to_the_end(self) -> bytes:
        """Begin to read after all, until the connection ends."""
        parts = []
        while came := self._socket.recv(65_536):
            parts.append(came)
        return b"".join(parts)

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()


class SilentStream(SilentReader):
    """An event stream that nobody reads."""

    def __init__(self, address: str, match_id: str) -> None:
        path = f"/api/v1/matches/{match_id}/events?views=true"
        super().__init__(address, path, "accept: text/event-stream")


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0.01)


def _connected(address: str, home: str) -> socket.socket:
    """A connection with a small window from its very beginning."""
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    connection.settimeout(PATIENCE_S)
    connection.bind((home, 0))
    parts = urlsplit(address)
    connection.connect((parts.hostname, parts.port))
    return connection
