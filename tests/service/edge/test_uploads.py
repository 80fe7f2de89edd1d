"""Archives on their way in, behind the proxy: slow ones, large ones, and what others notice."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from saqqara_bundle import MOST_PACKED
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.attacks.proxy import guarded
from tests.attacks.raw import Raw, raw
from tests.bundle.archives import BOT, packed
from tests.service.archives import handed_in
from tests.service.conftest import UNHINDERED
from tests.service.replicas import Api
from tests.service.transports import PATIENCE_S, Party, Rest, a_party

EACH_S = 1.0
CROWD = 12
THERE = "127.0.0.2"
ENDED = {b"408", b"499", b"502"}
"""How the proxy ends a request whose body does not come."""


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A process behind its proxy."""
    log: Path = tmp_path_factory.mktemp("uploads") / "api.log"
    settings = {**UNHINDERED, "SAQQARA_DATA": str(log.parent)}
    with (
        EmbeddedRedis(log.parent / "redis") as redis,
        guarded(redis.url, log, 1, **settings) as (one,),
    ):
        yield one
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []


def head(party: Party, size: int) -> bytes:
    """The head of an upload that announces so many bytes."""
    path = f"/api/v1/bots/{party.ids[0]}/submissions"
    token = f"authorization: Bearer {party.owner}\r\ncontent-length: {size}\r\n\r\n"
    return f"POST {path} HTTP/1.1\r\nhost: x\r\n{token}".encode()


async def trickled(connection: Raw, data: bytes) -> bytes:
    """What is said while the bytes come one a second."""
    sending = asyncio.create_task(connection.trickle(data, EACH_S))
    try:
        return await connection.to_the_end()
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


@pytest.mark.timeout(180)
async def test_a_byte_a_second_is_ended_and_holds_nobody_up(api: Api) -> None:
    """Meanwhile others hand in, and so may its account as soon as it has ended."""
    async with httpx.AsyncClient(base_url=api.address, timeout=PATIENCE_S) as client:
        slow, other = await a_party(Rest(client)), await a_party(Rest(client))
        archive = packed()
        connection = await raw(api)
        await connection.send(head(slow, len(archive)))
        trickling = asyncio.create_task(trickled(connection, archive))
        assert (await handed_in(client, other.owner, other.ids[0], archive)).status_code == 201
        assert (await trickling).split(b" ")[1] in ENDED
        again = await handed_in(client, slow.owner, slow.ids[0], archive)
        assert again.status_code == 201, again.text


@pytest.mark.timeout(300)
async def test_two_of_full_size_at_once(api: Api) -> None:
    """Of two accounts both are kept whole; what others ask meanwhile is answered."""
    async with httpx.AsyncClient(base_url=api.address, timeout=240) as client:
        parties = [await a_party(Rest(client)) for _ in range(2)]
        noise = random.Random(0).randbytes(MOST_PACKED - 100_000)
        large = [packed({**BOT, "weights": noise[number:]}) for number in range(2)]
        assert MOST_PACKED - 200_000 < min(map(len, large)) <= MOST_PACKED
        sending = [
            asyncio.create_task(handed_in(client, party.owner, party.ids[0], archive))
            for party, archive in zip(parties, large, strict=True)
        ]
        asked = 0
        while not all(one.done() for one in sending):
            assert (await client.get("/livez")).status_code == 200
            asked += 1
            await asyncio.sleep(0.05)
        answers = [one.result() for one in sending]
        assert [one.status_code for one in answers] == [201, 201], [one.text for one in answers]
        assert asked > 1
        hashes = {str(one.json()["archiveHash"]) for one in answers}
        assert len(hashes) == 2
        again = await handed_in(client, parties[0].owner, parties[0].ids[0], large[0])
        assert again.json()["archiveHash"] in hashes
        beyond = await handed_in(
            client, parties[1].owner, parties[1].ids[0], os.urandom(MOST_PACKED + 1)
        )
        assert beyond.status_code == 413


@pytest.mark.timeout(300)
async def test_archives_that_do_not_end_keep_out_no_others(api: Api) -> None:
    """Of another address or at the same one: each holds a share of what is read at once."""
    async with httpx.AsyncClient(base_url=api.address, timeout=240) as client:
        parties = [await a_party(Rest(client)) for _ in range(CROWD)]
        innocents = [await a_party(Rest(client)) for _ in range(2)]
        held = [await raw(api, THERE) for _ in parties]
        sending = [
            asyncio.create_task(one.send(head(party, MOST_PACKED), bytes(MOST_PACKED - 1)))
            for one, party in zip(held, parties, strict=True)
        ]
        noise = random.Random(1).randbytes(MOST_PACKED - 100_000)
        try:
            assert any(await asyncio.gather(*sending))  # all but the last byte is there
            large = packed({**BOT, "weights": noise})
            from_here = await handed_in(client, innocents[0].owner, innocents[0].ids[0], large)
            assert from_here.status_code == 201, from_here.text
            transport = httpx.AsyncHTTPTransport(local_address=THERE)
            async with httpx.AsyncClient(base_url=api.address, transport=transport) as beside:
                from_there = await handed_in(
                    beside, innocents[1].owner, innocents[1].ids[0], packed()
                )
            assert from_there.status_code == 201, from_there.text
        finally:
            for one in held:
                await one.close()


@pytest.mark.timeout(180)
async def test_an_archive_that_stops_coming_is_ended(api: Api) -> None:
    """All but the last byte holds memory for seconds."""
    async with httpx.AsyncClient(base_url=api.address, timeout=PATIENCE_S) as client:
        party = await a_party(Rest(client))
        archive = packed()
        connection = await raw(api)
        await connection.send(head(party, len(archive)), archive[:-1])
        assert (await connection.to_the_end()).split(b" ")[1] in ENDED
