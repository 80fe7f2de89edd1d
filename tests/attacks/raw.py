"""Bytes sent as an attacker sends them: by hand, in any form, from any address of this machine."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from tests.service.replicas import Api

HOME = "127.0.0.1"
PATIENCE_S = 60.0
HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"sec-websocket-protocol: graphql-transport-ws\r\n\r\n"
)
CHUNKED = (
    b"POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    b"transfer-encoding: chunked\r\n\r\n"
)


def post(length: int, path: str = "/api/v1/matches/m0/actions") -> bytes:
    """The head of a request whose body has so many bytes."""
    return (
        f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        f"content-length: {length}\r\n\r\n"
    ).encode()


def frame(payload: bytes, opcode: int = 1, *, fin: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    head = bytes([opcode | 0x80 * fin])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload)]) + bytes(4) + payload
    return head + bytes([0x80 | 126]) + len(payload).to_bytes(2) + bytes(4) + payload


@dataclass(slots=True)
class Raw:
    """A connection and what came over it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, *parts: bytes, every_s: float = 0.0) -> bool:
        """Send these bytes, a part now and a part then; whether all of them were taken.

        Who sends in a loop has to end it then: a connection that is gone is told at once.
        """
        try:
            for part in parts:
                self.writer.write(part)
                await self.writer.drain()
                await asyncio.sleep(every_s)
        except ConnectionError:
            return False
        return True

    async def trickle(self, data: bytes, every_s: float = 0.1) -> None:
        """Send byte after byte, again and again."""
        while await self.send(*(data[at : at + 1] for at in range(len(data))), every_s=every_s):
            pass

    async def to_the_end(self) -> bytes:
        """What is told until the server ends the connection."""
        received = b""
        async with asyncio.timeout(PATIENCE_S):
            with suppress(ConnectionError):
                while more := await self.reader.read(65_536):
                    received += more
        await self.close()
        return received

    async def until(self, limit_s: float) -> bytes | None:
        """What comes next: nothing at the end, None if nothing has come by then."""
        try:
            async with asyncio.timeout(limit_s):
                return await self.reader.read(65_536)
        except TimeoutError:
            return None
        except ConnectionError:
            return b""

    async def close(self) -> None:
        """Let go of it, whatever is still to come."""
        self.writer.transport.abort()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def head(self) -> bytes:
        """The head of an answer."""
        async with asyncio.timeout(PATIENCE_S):
            return await self.reader.readuntil(b"\r\n\r\n")


async def raw(api: Api, home: str = HOME, buffer: int | None = None) -> Raw:
    """A connection from that address, with so small a window if it is told."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.settimeout(0)
    if buffer is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    made.bind((home, 0))
    await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", api.port))
    return Raw(*await asyncio.open_connection(sock=made, limit=1_024 if buffer else 65_536))


async def exchange(api: Api, *parts: bytes) -> bytes:
    """What is answered to these bytes until the server ends the connection."""
    connection = await raw(api)
    await connection.send(*parts)
    return await connection.to_the_end()


@asynccontextmanager
async def connections(
    api: Api, count: int, said: bytes, home: str = HOME
) -> AsyncIterator[list[Raw]]:
    """So many connections that have said this and then nothing."""
    held: list[Raw] = []
    try:
        for _ in range(count):
            held.append(await raw(api, home))
            await held[-1].send(said)
        yield held
    finally:
        for one in held:
            await one.close()
