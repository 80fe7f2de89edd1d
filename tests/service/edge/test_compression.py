"""Answers travel compressed to whoever can read that, and a small message stays small in memory."""

from __future__ import annotations

import asyncio
import gzip
import random
import threading
from contextlib import aclosing
from math import ceil

import httpx
import pytest
from starlette.requests import Request
from websockets.asyncio.client import ClientConnection
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from saqqara_service.application.feeds import match_events
from saqqara_service.application.limits.rate_limits import BYTES_OF_CALL
from saqqara_service.application.service import open_service
from saqqara_service.contract.rendered import Rendered
from saqqara_service.rest import openapi, published
from saqqara_service.settings import Settings
from tests.service.matches import a_match, play_out
from tests.service.sockets import closing_code, greet, hear, opened, subscribe
from tests.service.streams import NEWS
from tests.service.transports import PATIENCE_S, serving

PLAIN = {"accept-encoding": "identity"}


async def test_a_long_answer_is_compressed_for_who_can_read_it(settings: Settings) -> None:
    """By REST and by GraphQL; without the header, and where it is short, it comes as it is."""
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        asked = {"query": "{ games { name options { name text values } } }"}
        for method, path, body in (
            ("GET", "/api/v1/games", None),
            ("POST", "/graphql", asked),
            ("GET", "/openapi.yaml", None),
        ):
            long = await client.request(method, path, json=body)
            as_it_is = await client.request(method, path, json=body, headers=PLAIN)
            assert long.headers["content-encoding"] == "gzip"
            assert "content-encoding" not in as_it_is.headers
            if method == "GET":  # nobody keeps another
                assert "accept-encoding" in as_it_is.headers["vary"].lower()
            assert abs(len(long.content) - len(as_it_is.content)) < 10
            assert int(long.headers["content-length"]) * 2 < len(long.content)
        short = await client.get("/livez")
        assert "content-encoding" not in short.headers


DOCUMENTS = ("/openapi.yaml", "/schema.graphql", "/explorer/explorer.js", "/", "/graphql")


@pytest.mark.parametrize("path", DOCUMENTS)
async def test_a_document_is_kept_by_whoever_has_it(settings: Settings, path: str) -> None:
    """It has a tag and a time, by each encoding and by HEAD; who has it is sent nothing more."""
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        client.headers["accept"] = "text/html"
        whole = await client.get(path)
        again = {"if-none-match": whole.headers["etag"]}
        for encoding in ("gzip", "identity"):
            headers = {"accept-encoding": encoding}
            asked = await client.get(path, headers=headers)
            about = await client.head(path, headers=headers)
            known = await client.get(path, headers={**headers, **again})
            assert asked.content == whole.content
            assert known.status_code == 304
            assert (about.content, known.content) == (b"", b"")
            assert about.headers["content-length"] == asked.headers["content-length"]
            for answer in (asked, about, known):
                assert answer.headers["etag"] == whole.headers["etag"]
                assert answer.headers["cache-control"] == whole.headers["cache-control"] != ""
                assert "accept-encoding" in answer.headers["vary"].lower()


async def test_a_document_costs_what_is_sent(settings: Settings) -> None:
    """By bytes: who takes it as it is, not compressed, soon has spent the address's budget."""
    frugal = {"address_burst": 100, "address_per_s": 0.01}
    async with (
        serving(settings.model_copy(update=frugal)) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        size = int((await client.head("/openapi.yaml", headers=PLAIN)).headers["content-length"])
        most = ceil(200 * BYTES_OF_CALL / size)
        statuses = [
            (await client.get("/openapi.yaml", headers=PLAIN)).status_code for _ in range(most + 1)
        ]
    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_a_document_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And only if somebody takes it so; a short one never is."""
    compressed: list[bytes] = []

    def compress(data: bytes, **_: object) -> bytes:
        compressed.append(data)
        return b"packed"

    monkeypatch.setattr(gzip, "compress", compress)
    taking = Request({"type": "http", "headers": [(b"accept-encoding", b"br, gzip")]})
    plain = Request({"type": "http", "headers": []})
    long, short = Rendered("a" * 10_000, "text/plain"), Rendered("a", "text/plain")
    for _ in range(3):
        assert long.answer(plain).body == b"a" * 10_000
        assert short.answer(taking).body == b"a"
    assert compressed == []
    for _ in range(3):
        assert long.answer(taking).body == b"packed"
    assert len(compressed) == 1


async def test_a_replay_by_websocket_is_a_third_of_its_text(settings: Settings) -> None:
    """Views repeat each other; a socket remembers what it has just said."""
    async with serving(settings) as address, open_service(settings) as svc:
        seated = await a_match(svc)
        await play_out(svc, seated, random.Random(7))
        sizes = [
            await _bytes_of_replay(address, seated.id, compression)
            for compression in ("deflate", None)
        ]
        async with aclosing(match_events.news(svc, None, seated.id, None, views=True)) as news:
            assert len([item async for item in news]) > 50
    assert sizes[0] * 3 < sizes[1]


async def _bytes_of_replay(address: str, match_id: str, compression: str | None) -> int:
    async with opened(address, max_queue=None, compression=compression) as socket:
        counted = _count(socket)
        await greet(socket)
        await subscribe(socket, "1", NEWS, id=match_id, after=None, views=True)
        while (await hear(socket))["type"] == "next":
            pass
        return sum(counted)


def _count(socket: ClientConnection) -> list[int]:
    """How many bytes come, as they come."""
    sizes: list[int] = []
    received = socket.data_received

    def counted(data: bytes) -> None:
        sizes.append(len(data))
        received(data)

    socket.data_received = counted  # type: ignore[method-assign]
    return sizes


async def test_a_message_that_swells_is_refused_before_it_does(settings: Settings) -> None:
    """A few kilobytes that would become megabytes end the connection, not the process."""
    swelling = [ClientPerMessageDeflateFactory(compress_settings={"level": 9})]
    async with serving(settings) as address:
        async with (
            asyncio.timeout(PATIENCE_S),
            opened(address, extensions=swelling, compression=None) as socket,
        ):
            await greet(socket)
            await socket.send(" " * 50_000_000)
            assert await closing_code(socket) == 1009
        async with opened(address) as socket:
            await greet(socket)


async def test_a_document_is_built_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if many ask before it is there, and the first one hangs up."""
    built: list[int] = []
    is_asked = threading.Event()

    def build() -> str:
        built.append(1)
        is_asked.wait(PATIENCE_S)
        return "openapi: 3.1.1"

    published._rendered.cache_clear()
    monkeypatch.setattr(openapi, "text", build)
    document, request = published.Published(), Request({"type": "http", "headers": []})
    try:
        asking = [asyncio.create_task(document.served(request)) for _ in range(20)]
        await asyncio.sleep(0)
        asking[0].cancel()
        is_asked.set()
        answers = await asyncio.gather(*asking[1:])
    finally:
        published._rendered.cache_clear()
    assert {bytes(answer.body) for answer in answers} == {b"openapi: 3.1.1"}
    assert len(built) == 1


async def test_a_document_that_could_not_be_built_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the next one who asks."""
    outcomes: list[str | Exception] = [MemoryError(), "openapi: 3.1.1"]

    def build() -> str:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    published._rendered.cache_clear()
    monkeypatch.setattr(openapi, "text", build)
    document, request = published.Published(), Request({"type": "http", "headers": []})
    try:
        with pytest.raises(MemoryError):
            await document.served(request)
        assert (await document.served(request)).body == b"openapi: 3.1.1"
    finally:
        published._rendered.cache_clear()
