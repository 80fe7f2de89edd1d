"""Whatever callers without a token send, the log grows by little, and a bot beside plays on."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from saqqara_service.observability.access import LINES_AT_ONCE, LINES_PER_S
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.attacks.innocent import innocent
from tests.attacks.odd import IS_LONG
from tests.attacks.raw import HANDSHAKE, exchange, frame, post, raw
from tests.service.replicas import Api, apis

COUNT = 20_000 if IS_LONG else 2_000
AT_ONCE = 100
SHORT_LINE = 1_500
"""Bytes that a line has which tells nothing at length, or with a short traceback."""
OF_THE_BOT = 50_000
"""What the bot's own calls may add."""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Where the process writes what it has to say."""
    return tmp_path / "api.log"


@pytest.fixture
def api(log: Path) -> Iterator[Api]:
    """A process with the limits of the defaults; it must log no fault of ours."""
    with EmbeddedRedis(log.parent / "redis") as redis, apis(redis.url, log, 1) as (started,):
        yield started
    assert '"unexpected"' not in log.read_text(encoding="utf-8")


async def unknown_paths(api: Api) -> Counter[str]:
    """One connection that asks for a long path where nothing is, as fast as it is answered."""
    heard: Counter[str] = Counter()
    request = b"GET /" + b"x" * 7_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n"
    connection = await raw(api)
    for _ in range(COUNT):
        await connection.send(request)
        head = await connection.head()
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        await connection.reader.readexactly(length)
        heard[head.split(b" ")[1].decode()] += 1
    await connection.close()
    return heard


async def public_pages(api: Api) -> Counter[str]:
    """One that asks for what everybody may see, with a long question."""
    heard: Counter[str] = Counter()
    request = b"HEAD /schema.graphql?" + b"x" * 4_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n"
    connection = await raw(api)
    for _ in range(COUNT):
        await connection.send(request)
        heard[(await connection.head()).split(b" ")[1].decode()] += 1
    await connection.close()
    return heard


async def no_requests(api: Api) -> Counter[str]:
    """Connection after connection that speaks no HTTP."""
    return await said(api, b"\x16\x03\x01" + b"x" * 200 + b"\r\n\r\n")


async def bad_queries(api: Api) -> Counter[str]:
    """Texts that are no GraphQL, under a token that is none."""
    body = json.dumps({"query": "{ " + "x" * 7_000}).encode()
    bearer = b"authorization: Bearer imh_usr_" + b"x" * 36 + b"\r\nconnection: close\r\n\r\n"
    head = post(len(body), "/graphql").removesuffix(b"\r\n") + bearer
    return await said(api, head + body)


async def bad_messages(api: Api) -> Counter[str]:
    """Sockets that say what is no text, of which uvicorn logs a traceback each."""
    heard: Counter[str] = Counter()
    for _ in range(COUNT // 4):
        connection = await raw(api)
        await connection.send(HANDSHAKE)
        heard[(await connection.head())[9:12].decode()] += 1
        await connection.send(frame(b"\xff" * 2_000))
        await connection.reader.read(1)  # of the frame that closes
        await connection.close()
    return heard


async def said(api: Api, what: bytes) -> Counter[str]:
    """Say this on one connection after another, many at once; what is answered."""
    heard: Counter[str] = Counter()
    for _ in range(COUNT // 4 // AT_ONCE):
        for answer in await asyncio.gather(*(exchange(api, what) for _ in range(AT_ONCE))):
            heard[answer[9:12].decode(errors="replace")] += 1
    return heard


FLOODS = (unknown_paths, public_pages, no_requests, bad_queries, bad_messages)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("flood", FLOODS)
async def test_the_log_grows_by_little(
    api: Api, log: Path, flood: Callable[[Api], Awaitable[Counter[str]]]
) -> None:
    """By what the budget of lines allows for the time, and the bot loses none of its time."""
    async with innocent(api.address) as bot:
        began, before = time.monotonic(), log.stat().st_size
        flooding = asyncio.ensure_future(flood(api))
        await bot.plays(50)
        heard = await flooding
        took_s, grown = time.monotonic() - began, log.stat().st_size - before
    bot.demand_unhurt()
    assert heard.total()
    assert grown <= SHORT_LINE * (LINES_AT_ONCE + LINES_PER_S * took_s) + OF_THE_BOT
    assert "x" * 200 not in log.read_text(encoding="utf-8")


async def test_what_was_refused_is_counted_in_one_line(tmp_path: Path) -> None:
    """At the latest when the process stops; each refusal once."""
    log = tmp_path / "api.log"
    with EmbeddedRedis(tmp_path / "redis") as redis, apis(redis.url, log, 1) as (api,):
        heard = await unknown_paths(api)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    counted = [line["statuses"] for line in lines if line["event"] == "refused_requests"]
    assert sum((Counter(one) for one in counted), Counter()) == heard
