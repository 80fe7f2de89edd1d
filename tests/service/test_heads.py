"""The head of a request: what is too long or no HTTP is refused in the service's words."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlsplit

import httpx
import pytest

from saqqara_service.edge.protocols.heads import HEAD_LIMIT
from tests.service.transports import PATIENCE_S, Json

GET = b"GET /livez HTTP/1.1\r\nhost: x\r\n"
HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"sec-websocket-protocol: graphql-transport-ws\r\n"
)


async def answer_to(server: str, *chunks: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the answer to these bytes, and that the connection ends."""
    to = urlsplit(server)
    reader, writer = await asyncio.open_connection(to.hostname, to.port)
    async with asyncio.timeout(PATIENCE_S):
        for chunk in chunks:
            writer.write(chunk)
            await writer.drain()
            await asyncio.sleep(0)
        said = await reader.read()
    writer.close()
    head, _, body = said.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    return int(status.split(" ")[1]), headers, body


def header(size: int) -> bytes:
    """A header line of so many bytes."""
    return b"x: " + b"y" * (size - 5) + b"\r\n"


@pytest.mark.parametrize(
    "chunks",
    [
        (b"GET /" + b"x" * HEAD_LIMIT + b" HTTP/1.1\r\nhost: x\r\n\r\n",),
        (GET + header(HEAD_LIMIT) + b"\r\n",),
        (GET + header(100) * 82 + b"\r\n",),
        (GET + b"x: ", *[b"y" * 1_000] * 20),
        (GET, *[header(500)] * 40),
        (HANDSHAKE + header(HEAD_LIMIT) + b"\r\n",),
    ],
    ids=["target", "header", "headers", "endless header", "endless headers", "handshake"],
)
async def test_a_long_head_is_refused(lone_server: str, chunks: tuple[bytes, ...]) -> None:
    """The answer is 431 as a problem, as soon as that is known, and the connection ends."""
    status, headers, body = await answer_to(lone_server, *chunks)
    assert status == 431
    assert headers["content-type"] == "application/problem+json"
    problem: Json = json.loads(body)
    assert (problem["code"], problem["limit"]) == ("too_large", HEAD_LIMIT)
    assert problem["requestId"] == headers["x-request-id"]


@pytest.mark.parametrize(
    "junk", [b"junk\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"\x16\x03\x01\x02\x00\x01"]
)
async def test_what_is_no_http_is_malformed(lone_server: str, junk: bytes) -> None:
    """Neither a traceback nor silence: 400 as a problem."""
    status, _, body = await answer_to(lone_server, junk)
    assert status == 400
    assert json.loads(body)["code"] == "malformed"


async def test_a_long_head_that_is_allowed(lone_server: str) -> None:
    """Nearly as long as the limit is well, again and again on one connection, bodies or not."""
    async with httpx.AsyncClient(base_url=lone_server, timeout=PATIENCE_S) as client:
        for _ in range(3):
            headers = {"x": "y" * (HEAD_LIMIT - 500)}
            assert (await client.get("/livez", headers=headers)).status_code == 200
            bad = await client.post("/api/v1/accounts", content=b"x" * 20_000, headers=headers)
            assert bad.status_code == 415
