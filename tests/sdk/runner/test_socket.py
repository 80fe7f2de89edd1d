"""Opening a websocket to something that is not, or not quite, the service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import ServerConnection, serve

from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.socket import PROTOCOL, open_socket
from saqqara_sdk.wire.errors import (
    ConnectionFailed,
    Forbidden,
    SaqqaraError,
    TimedOut,
    Unauthenticated,
    UnreadableAnswer,
)

TOKEN = "imh_bot_secret"  # noqa: S105 - it opens nothing


async def opened(address: str, open_s: float = 10.0) -> SaqqaraError:
    """Why no socket to that address could be opened."""
    access = Access(address, TOKEN)
    with pytest.raises(SaqqaraError) as raised:
        async with (
            asyncio.timeout(30),
            open_socket(access, idle_timeout_s=lambda: 5, open_s=open_s),
        ):
            pass
    return raised.value


@asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[str]:
    """A server that answers whatever it is asked with these bytes."""

    async def answer_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(answer_once, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", Unauthenticated),
        (b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", Forbidden),
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 13\r\n\r\n<html></html>", ConnectionFailed),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n<html></html>", ConnectionFailed),
        (b"SSH-2.0-OpenSSH_9.2\r\n", ConnectionFailed),
        (b"", ConnectionFailed),
    ],
)
async def test_answers_that_are_no_websocket(answer: bytes, kind: type[SaqqaraError]) -> None:
    """Whatever answers instead of the service is a typed error that names the address."""
    async with answering(answer) as address:
        error = await opened(address)
    assert type(error) is kind
    assert address.removeprefix("http") in str(error)


async def test_redirects_are_not_followed() -> None:
    """A redirect is an error: the token is for one server."""
    reached: list[ServerConnection] = []

    async def note(connection: ServerConnection) -> None:
        reached.append(connection)

    async with serve(note, "127.0.0.1", 0, subprotocols=[PROTOCOL]) as elsewhere:
        port = next(iter(elsewhere.sockets)).getsockname()[1]
        location = f"Location: ws://127.0.0.1:{port}/graphql\r\n"
        answer = f"HTTP/1.1 302 Found\r\n{location}Content-Length: 0\r\n\r\n"
        async with answering(answer.encode()) as address:
            assert type(await opened(address)) is ConnectionFailed
    assert reached == []


async def silence(connection: ServerConnection) -> None:
    await connection.wait_closed()


async def test_another_protocol() -> None:
    """A websocket that does not agree on graphql-transport-ws is not the service."""
    async with serve(silence, "127.0.0.1", 0) as server:
        address = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        assert type(await opened(address)) is UnreadableAnswer


async def test_no_greeting() -> None:
    """A service that does not greet back in time is given up."""
    async with serve(silence, "127.0.0.1", 0, subprotocols=[PROTOCOL]) as server:
        address = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        assert type(await opened(address, open_s=0.2)) is TimedOut
