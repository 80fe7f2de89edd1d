"""Requests that are never finished, sent to the proxy: they hold nothing that others need."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from saqqara_service.settings import Settings
from tests.attacks.innocent import innocent
from tests.attacks.odd import IS_LONG
from tests.attacks.raw import HANDSHAKE, Raw, connections, frame, post, raw
from tests.service.replicas import Api

pytestmark = pytest.mark.timeout(400)
OF_ADDRESS = Settings.model_fields["address_connections"].default
CROWD = 1_300 if IS_LONG else OF_ADDRESS + 100
EACH = 5
FLOOD = "127.0.1.30"
PAUSE_S = 1.0
PING = re.compile(rb"\x89\x04(.{4})", re.DOTALL)


async def test_half_requests_hold_no_place(public: Api) -> None:
    """More half requests than an address may have under way: the service hears of none."""
    async with (
        innocent(public.address) as bot,
        connections(public, CROWD, post(100) + b"{") as held,
    ):
        await bot.plays(30)
        ended = [await one.to_the_end() for one in held]
    bot.demand_unhurt()
    assert {said.split(b" ")[1] for said in ended} <= {b"408", b"499"}


async def test_an_address_has_so_many_under_way(public: Api) -> None:
    """Websockets that never greet, more than an address may have: others find a place."""
    async with (
        innocent(public.address) as bot,
        connections(public, CROWD, HANDSHAKE, FLOOD) as held,
    ):
        await bot.plays(30)
        heads = [await one.head() for one in held]
    bot.demand_unhurt()
    statuses = Counter(int(head.split(b" ")[1]) for head in heads)
    assert statuses[101] <= OF_ADDRESS
    assert statuses[429] >= CROWD - OF_ADDRESS


async def head_trickled(api: Api) -> bytes:
    """A header that never ends, byte by byte."""
    connection = await raw(api)
    await connection.send(b"GET / HTTP/1.1\r\nhost: x\r\n")
    return await trickling(connection, b"x: y\r\n")


async def body_half_sent(api: Api) -> bytes:
    """Half a body, then nothing."""
    connection = await raw(api)
    await connection.send(post(100) + b"{" * 50)
    return await connection.to_the_end()


async def body_trickled(api: Api) -> bytes:
    """A body, byte by byte."""
    connection = await raw(api)
    await connection.send(post(60_000))
    return await trickling(connection, b" ")


async def idle(api: Api) -> bytes:
    """A connection that asks once and stays."""
    connection = await raw(api)
    await connection.send(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n")
    return await connection.to_the_end()


async def silent(api: Api) -> bytes:
    """A connection that says nothing at all."""
    return await (await raw(api)).to_the_end()


async def handshake_never_finished(api: Api) -> bytes:
    """A websocket that begins to be one."""
    connection = await raw(api)
    await connection.send(HANDSHAKE[:-2])
    return await connection.to_the_end()


async def frame_trickled(api: Api) -> bytes:
    """A message on a websocket, byte by byte."""
    connection = await socket(api)
    return await trickling(connection, frame(b" " * 60_000))


async def message_never_ended(api: Api) -> bytes:
    """A message in fragments, each of a byte, from somebody who answers pings."""
    connection = await socket(api)
    received = b""
    is_going = await connection.send(frame(b"{", fin=False))
    while is_going:
        more = await connection.until(PAUSE_S)
        received += more or b""
        answers = [frame(payload, 10) for payload in PING.findall(more or b"")]
        is_going = more != b"" and await connection.send(*answers, frame(b" ", 0, fin=False))
    await connection.close()
    return received


async def fragments(api: Api) -> bytes:
    """A message of nothing, in more fragments than anybody needs."""
    connection = await socket(api)
    await connection.send(frame(b"", fin=False), *[frame(b"", 0, fin=False)] * 200)
    return await connection.to_the_end()


async def pings(api: Api) -> bytes:
    """Pings without end."""
    connection = await socket(api)
    await connection.send(*[frame(b"x", 9)] * 200)
    return await connection.to_the_end()


async def socket(api: Api) -> Raw:
    """A websocket that is greeted, to be fed by hand."""
    connection = await raw(api)
    await connection.send(HANDSHAKE)
    await connection.head()
    await connection.send(frame(b'{"type":"connection_init"}'))
    return connection


async def trickling(connection: Raw, data: bytes) -> bytes:
    """What is told while the same bytes come one by one, to the end."""
    sending = asyncio.create_task(connection.trickle(data))
    try:
        return await connection.to_the_end()
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


FORMS: dict[Callable[[Api], Awaitable[bytes]], bytes] = {
    head_trickled: b"",
    body_half_sent: b"HTTP/1.1 499 ",
    body_trickled: b"",
    idle: b'"alive"',
    silent: b"",
    handshake_never_finished: b"",
    frame_trickled: b"keepalive ping timeout",  # within a frame nobody can answer a ping
    message_never_ended: b"a message has to come within 20 s",
    fragments: b"a message has at most 64 fragments",
    pings: b"too many pings and pongs",
}
"""Each form, and what its sender hears in the end, unless it still sends then."""


async def test_whoever_is_slow_is_ended(public: Api) -> None:
    """Every form at once, each by many: all are ended; a bot plays on beside them."""
    async with innocent(public.address) as bot:
        forms = [(form, said) for form, said in FORMS.items() for _ in range(EACH)]
        heard = await asyncio.gather(*(form(public) for form, _ in forms))
        await bot.plays(20)
    bot.demand_unhurt()
    missed = {
        form.__name__ for (form, said), reply in zip(forms, heard, strict=True) if said not in reply
    }
    assert missed == set()
