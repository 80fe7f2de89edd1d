"""Requests that are never finished, in every form, hold nothing that others need."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.attacks.innocent import innocent
from tests.attacks.odd import IS_LONG
from tests.attacks.raw import HANDSHAKE, Raw, connections, frame, post, raw
from tests.service.replicas import Api, apis

pytestmark = pytest.mark.timeout(400)
OF_ADDRESS = Settings.model_fields["address_connections"].default
CROWD = 1_300 if IS_LONG else OF_ADDRESS + 100
LIMITS = {f"SAQQARA_{name}_MS": "3000" for name in ("HEAD", "BODY", "IDLE", "FLUSH")}
"""So that a form is ended in seconds; by default it takes three to twenty times as long."""
READ_S = 9.0
LONG = b"GET /openapi.yaml HTTP/1.1\r\nhost: x\r\n\r\n"
EACH = 5


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A process that waits for seconds only."""
    log: Path = tmp_path_factory.mktemp("hasty") / "api.log"
    with EmbeddedRedis(log.parent / "redis") as redis, apis(redis.url, log, 1, **LIMITS) as (api,):
        yield api
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []


async def test_half_requests_hold_no_place(attacked: tuple[Api, ...]) -> None:
    """More half requests than an address may have connections: a bot acts on beside them."""
    api = attacked[0]
    async with innocent(api.address) as bot, connections(api, CROWD, post(100) + b"{") as held:
        await bot.plays(30)
        statuses = [await status(one) for one in held]
    bot.demand_unhurt()
    assert statuses.count(408) == OF_ADDRESS
    assert statuses.count(408) + statuses.count(429) + statuses.count(0) == CROWD


async def status(connection: Raw) -> int:
    """What the server says before it ends the connection; 0 for nothing."""
    said = await connection.to_the_end()
    return int(said.split(b" ")[1]) if said else 0


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


async def read_slowly(api: Api) -> bytes:
    """Long answers that are read byte by byte: it is cut in their middle."""
    connection = await raw(api, buffer=4_096)
    await connection.send(LONG * 4)
    until = time.monotonic() + READ_S
    said = b""
    while time.monotonic() < until:
        said += await connection.reader.read(1)
        await asyncio.sleep(0.1)
    said += await connection.to_the_end()
    return b"cut" if said.count(b"HTTP/1.1 200 ") < 4 else said


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
    """A message in fragments, each of a byte, with pings between them."""
    connection = await socket(api)
    await connection.send(frame(b"{", fin=False))
    return await trickling(connection, frame(b" ", 0, fin=False) + frame(b"", 9))


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
    head_trickled: b"HTTP/1.1 408 ",
    body_half_sent: b"HTTP/1.1 408 ",
    body_trickled: b"HTTP/1.1 408 ",
    read_slowly: b"cut",
    idle: b'"alive"',
    silent: b"",
    handshake_never_finished: b"HTTP/1.1 408 ",
    frame_trickled: b"a message has to come within 3 s",
    message_never_ended: b"a message has to come within 3 s",
    fragments: b"a message has at most 64 fragments",
    pings: b"too many pings and pongs",
}
"""Each form, and what its sender hears in the end."""


async def test_whoever_is_slow_is_ended(hasty: Api) -> None:
    """Every form at once, each by many: all are ended, and told why; a bot plays on beside them."""
    async with innocent(hasty.address) as bot:
        forms = [(form, said) for form, said in FORMS.items() for _ in range(EACH)]
        heard = await asyncio.gather(*(form(hasty) for form, _ in forms))
        await bot.plays(20)
    bot.demand_unhurt()
    missed = {
        form.__name__ for (form, said), told in zip(forms, heard, strict=True) if said not in told
    }
    assert missed == set()
