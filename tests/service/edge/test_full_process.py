"""Connections of a process: so many and no more, and none is handed on with an answer under way."""

from __future__ import annotations

import asyncio
import json
from asyncio import StreamReader, StreamWriter
from pathlib import Path

from saqqara_service.edge.protocols.requests import TURNED_AWAY
from tests.service.replicas import Api, apis
from tests.service.transports import PATIENCE_S

GET = b"GET /api/v1/server HTTP/1.1\r\nhost: x\r\n\r\n"
STREAM = b"GET /api/v1/lobby HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n"
HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"sec-websocket-protocol: graphql-transport-ws\r\n\r\n"
)
MOST = 3


async def opened(api: Api) -> tuple[StreamReader, StreamWriter]:
    """A connection that has said nothing yet."""
    return await asyncio.open_connection("127.0.0.1", api.port)


async def status(reader: StreamReader, writer: StreamWriter) -> bytes:
    """The status line of the answer to a request on this connection, whose body is read."""
    writer.write(GET)
    head = await reader.readuntil(b"\r\n\r\n")
    (length,) = (
        int(line.split(b":")[1])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length")
    )
    await reader.readexactly(length)
    return head.split(b"\r\n")[0]


async def test_a_full_process_serves_whom_it_has_let_in(redis_url: str, tmp_path: Path) -> None:
    """Others are told, or cut where they are many; who goes makes room."""
    with apis(redis_url, tmp_path / "log", 1, SAQQARA_MAX_CONNECTIONS=str(MOST)) as (api,):
        async with asyncio.timeout(PATIENCE_S):
            first = await opened(api)
            assert await status(*first) == b"HTTP/1.1 200 OK"
            idle = [await opened(api) for _ in range(MOST - 1)]
            idle.append(await opened(api))
            head, _, body = (await idle[-1][0].read()).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert b"retry-after: 1" in head
            assert json.loads(body)["code"] == "busy"
            flood = [await opened(api) for _ in range(2 * TURNED_AWAY)]
            await asyncio.gather(*(reader.read() for reader, _ in flood), return_exceptions=True)
            assert await status(*first) == b"HTTP/1.1 200 OK"
            for _, writer in (*idle, *flood):
                writer.close()
            await asyncio.gather(
                *(writer.wait_closed() for _, writer in (*idle, *flood)), return_exceptions=True
            )
            while b"200" not in await status_of_new(api):
                await asyncio.sleep(0)
            first[1].close()


async def status_of_new(api: Api) -> bytes:
    """What a new connection is told; nothing where it is cut."""
    reader, writer = await opened(api)
    try:
        return await status(reader, writer)
    except (OSError, asyncio.IncompleteReadError):
        return b""
    finally:
        writer.close()


async def test_no_socket_takes_over_a_connection_with_an_answer_under_way(
    redis_url: str, tmp_path: Path
) -> None:
    """It would wait for a client that does not read without a pause, and take a core."""
    log = tmp_path / "log"
    with apis(redis_url, log, 1) as (api,):
        async with asyncio.timeout(PATIENCE_S):
            reader, writer = await opened(api)
            writer.write(STREAM)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(HANDSHAKE)
            assert b"101 Switching" not in await reader.read()
            writer.close()
    assert "Traceback" not in log.read_text(encoding="utf-8")
