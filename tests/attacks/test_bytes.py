"""Bytes around a request that no request needs: bounded, refused by a clear word, and forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.attacks.innocent import innocent
from tests.attacks.raw import CHUNKED, HANDSHAKE, PATIENCE_S, frame, raw, told
from tests.service.replicas import Api
from tests.service.transports import Rest, a_party, bearer

pytestmark = pytest.mark.timeout(400)
GROWTH_MIB = 40
"""What all of these together may leave behind; before, one of them left 800 behind."""
GET = b"GET /livez HTTP/1.1\r\n"
STREAM = b"GET /api/v1/matches/m0/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n"
MUCH = 4_096

ENDLESS = {
    "trailers": (CHUNKED + b"2\r\n{}\r\n0\r\n", b"a:\r\n"),
    "chunk extension": (CHUNKED + b"2;a=", b"bbbb"),
    "chunk extensions": (CHUNKED, b"1;a=b\r\n \r\n"),
    "small chunks": (CHUNKED, b"1\r\n \r\n"),
    "small headers": (GET + b"host: x\r\n", b"a:\r\n"),
    "blank lines": (b"", b"\r\n"),
    "requests behind a request": (STREAM, GET + b"host: x\r\n\r\n"),
}
"""What is said first, and what again and again."""


async def test_what_never_ends_is_ended(attacked: tuple[Api, ...]) -> None:
    """Each of them is ended after some kilobytes; the memory stays, and a bot plays on."""
    api = attacked[0]
    async with innocent(api.address) as bot:
        before = api.resident_mib
        sent = await asyncio.gather(
            *(endless(api, first, more) for first, more in ENDLESS.values() for _ in range(5))
        )
        await bot.plays(20)
        grown = api.resident_mib - before
    bot.demand_unhurt()
    assert max(sent) < 16 * 2**20
    assert grown < GROWTH_MIB


async def endless(api: Api, first: bytes, more: bytes) -> int:
    """Send it until the connection is ended; how many bytes were sent."""
    connection = await raw(api)
    reading = asyncio.create_task(connection.to_the_end())
    sent = 0
    await connection.send(first)
    async with asyncio.timeout(PATIENCE_S):
        while not reading.done() and await connection.send(more * MUCH, every_s=0.01):
            sent += len(more) * MUCH
    await reading
    return sent


@pytest.mark.parametrize(
    ("said", "word"),
    [
        (GET + b"host: x\r\nhost: y\r\n\r\n", b"one Host header"),
        (GET + b"\r\n", b"one Host header"),
        (GET + b"host: evil.test/x?\r\n\r\n", b"the Host header is a name"),
        (GET + b"host: a b\r\n\r\n", b"the Host header is a name"),
        (HANDSHAKE.replace(b"host: x\r\n", b""), b"one Host header"),
        (b"GET /livez\r\n\r\n", b"speaks HTTP/1.1"),
        (
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
            b"not a valid HTTP/1.1 request",
        ),
        (CHUNKED[:-2] + b"content-length: 5\r\n\r\n0\r\n\r\n", b"not a valid HTTP/1.1 request"),
        (CHUNKED.replace(b"/1.1", b"/1.0") + b"2\r\n{}\r\n0\r\n\r\n", b"no Transfer-Encoding"),
    ],
    ids=["two hosts", "no host", "path", "blank", "handshake", "0.9", "two lengths", "both", "1.0"],
)
async def test_an_ambiguous_head_is_refused(
    attacked: tuple[Api, ...], said: bytes, word: bytes
) -> None:
    """What two programs could read differently is 400, and the connection ends."""
    answer = await told(attacked[0], said)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert word in answer
    assert answer.count(b"HTTP/1.1 400 ") == 1


@pytest.mark.parametrize(
    "frames",
    [
        frame(b"\xff\xfe"),
        frame(b'{"type":"\xed\xa0\x80"}'),
        frame(b'{"type":"\xc3', fin=False) + frame(b'"}', 0),
    ],
    ids=["no sign", "surrogate", "half a sign"],
)
async def test_a_text_that_is_no_utf_8_ends_the_socket(
    attacked: tuple[Api, ...], attacked_log: Path, frames: bytes
) -> None:
    """By the close code of the protocol (RFC 6455, 7.4.1), and without a fault in the log."""
    assert (1007).to_bytes(2) in await over_a_socket(attacked[0], frames)
    assert "UTF-8" not in attacked_log.read_text(encoding="utf-8")


async def test_a_sign_may_come_in_two_pieces(attacked: tuple[Api, ...]) -> None:
    """Only the whole message has to be UTF-8."""
    first = frame(b'{"type":"ping","payload":{"a":"\xc3', fin=False)
    answer = await over_a_socket(attacked[0], first + frame(b'\xa9"}}', 0) + frame(b"[]"))
    assert b'"pong"' in answer
    assert (4400).to_bytes(2) in answer


async def over_a_socket(api: Api, frames: bytes) -> bytes:
    """What is answered to these frames until the server ends the websocket."""
    connection = await raw(api)
    await connection.send(HANDSHAKE)
    await connection.head()
    await connection.send(frames)
    return await connection.to_the_end()


async def test_requests_in_a_row_are_answered(attacked: tuple[Api, ...]) -> None:
    """Some requests may come before the answers to those before them."""
    last = b"host: x\r\nconnection: close\r\n\r\n"
    answer = await told(attacked[0], (GET + b"host: x\r\n\r\n") * 5 + GET + last)
    assert answer.count(b"HTTP/1.1 200 ") == 6


async def test_nobody_is_sent_elsewhere(attacked: tuple[Api, ...]) -> None:
    """A path with a slash too many is nothing, whatever host was named."""
    said = b"GET /api/v1/games/ HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n"
    answer = await told(attacked[0], said)
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"evil" not in answer


async def test_private_answers_are_kept_by_nobody(attacked: tuple[Api, ...]) -> None:
    """What depends on a token says so to every cache; what all may see does not."""
    asked = (
        b"GET /api/v1/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\nconnection: close\r\n"
    )
    assert b"cache-control: no-store" in await told(attacked[0], asked + b"\r\n")
    public = b"GET /api/v1/games HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    assert b"no-store" not in await told(attacked[0], public)


async def test_a_head_of_a_stream_is_only_its_head(attacked: tuple[Api, ...]) -> None:
    """`HEAD` tells what a stream would be, and the connection lives on."""
    async with httpx.AsyncClient(base_url=attacked[0].address, timeout=PATIENCE_S) as client:
        party = await a_party(Rest(client), 1)
        asked = {"accept": "text/event-stream", **bearer(party.tokens[0])}
        for _ in range(2):
            answer = await client.head("/api/v1/turns", headers=asked)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
