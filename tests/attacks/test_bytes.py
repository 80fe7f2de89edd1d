"""Bytes that no request needs, sent to the proxy: bounded, refused and forgotten."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.attacks.innocent import innocent
from tests.attacks.raw import CHUNKED, HANDSHAKE, PATIENCE_S, exchange, frame, raw
from tests.service.replicas import Api
from tests.service.transports import Rest, a_party, bearer

pytestmark = pytest.mark.timeout(400)
GROWTH_MIB = 40
"""What all of these together may leave behind; before, one of them left 800 behind."""
GET = b"GET /livez HTTP/1.1\r\n"
STREAM = b"GET /api/v1/matches/m0/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n"
MUCH = 4_096
TAKEN_S = 10.0

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


async def test_what_never_ends_is_ended(public: Api) -> None:
    """Each is ended soon, or no more of it is taken; the memory stays, and a bot plays on."""
    api = public
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
    """Send it until the connection is ended, or takes no more; how many bytes were sent."""
    connection = await raw(api)
    reading = asyncio.create_task(connection.to_the_end())
    sent = 0
    await connection.send(first)
    with suppress(TimeoutError):
        async with asyncio.timeout(TAKEN_S):
            while not reading.done() and await connection.send(more * MUCH, every_s=0.01):
                sent += len(more) * MUCH
    await connection.close()
    await reading
    return sent


@pytest.mark.parametrize(
    "said",
    [
        GET + b"host: x\r\nhost: y\r\n\r\n",
        GET + b"\r\n",
        GET + b"host: evil.test/x?\r\n\r\n",
        GET + b"host: a b\r\n\r\n",
        HANDSHAKE.replace(b"host: x\r\n", b""),
        b"GET /livez\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        CHUNKED[:-2] + b"connection: close\r\ncontent-length: 5\r\n\r\n0\r\n\r\n",
        CHUNKED.replace(b"/1.1", b"/1.0") + b"2\r\n{}\r\n0\r\n\r\n",
    ],
    ids=["two hosts", "no host", "path", "blank", "handshake", "0.9", "two lengths", "both", "1.0"],
)
async def test_an_ambiguous_head_is_refused(public: Api, said: bytes) -> None:
    """What two programs could read differently is 400, once, and the connection ends."""
    answer = await exchange(public, said)
    assert answer.split(b" ")[1] == b"400"
    assert answer.count(b"HTTP/1.") == 1


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
    public: Api, attacked_log: Path, frames: bytes
) -> None:
    """By the close code of the protocol (RFC 6455, 7.4.1), and without a fault in the log."""
    assert (1007).to_bytes(2) in await over_a_socket(public, frames)
    assert "UTF-8" not in attacked_log.read_text(encoding="utf-8")


async def test_a_sign_may_come_in_two_pieces(public: Api) -> None:
    """Only the whole message has to be UTF-8."""
    first = frame(b'{"type":"ping","payload":{"a":"\xc3', fin=False)
    answer = await over_a_socket(public, first + frame(b'\xa9"}}', 0) + frame(b"[]"))
    assert b'"pong"' in answer
    assert (4400).to_bytes(2) in answer


async def over_a_socket(api: Api, frames: bytes) -> bytes:
    """What is answered to these frames until the server ends the websocket."""
    connection = await raw(api)
    await connection.send(HANDSHAKE)
    await connection.head()
    await connection.send(frames)
    return await connection.to_the_end()


async def test_requests_in_a_row_are_answered(public: Api) -> None:
    """Some requests may come before the answers to those before them."""
    last = b"host: x\r\nconnection: close\r\n\r\n"
    answer = await exchange(public, (GET + b"host: x\r\n\r\n") * 5 + GET + last)
    assert answer.count(b"HTTP/1.1 200 ") == 6


async def test_nobody_is_sent_elsewhere(public: Api) -> None:
    """A path with a slash too many is nothing, whatever host was named."""
    said = b"GET /api/v1/games/ HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n"
    answer = await exchange(public, said)
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"evil" not in answer


async def test_private_answers_are_kept_by_nobody(public: Api) -> None:
    """What depends on a token says so to every cache; what all may see does not."""
    asked = (
        b"GET /api/v1/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\nconnection: close\r\n"
    )
    answer = await exchange(public, asked + b"\r\n")
    assert b"cache-control: no-store" in answer.lower()
    games = b"GET /api/v1/games HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    assert b"no-store" not in await exchange(public, games)


async def test_a_head_of_a_stream_is_only_its_head(public: Api) -> None:
    """`HEAD` tells what a stream would be, and the connection lives on."""
    async with httpx.AsyncClient(base_url=public.address, timeout=PATIENCE_S) as client:
        party = await a_party(Rest(client), 1)
        asked = {"accept": "text/event-stream", **bearer(party.tokens[0])}
        for _ in range(2):
            answer = await client.head("/api/v1/turns", headers=asked)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
