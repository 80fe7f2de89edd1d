"""The API process as whoever runs it sees it: whether it lives, is ready, and how it stops."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import httpx

from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.sockets import FEED, closing_code, greet, opened, subscribe
from tests.service.transports import (
    PATIENCE_S,
    Party,
    Rest,
    a_party,
    bearer,
    serving,
    stoppable_server,
)


async def test_a_process_lives_without_redis_but_is_not_ready(tmp_path: Path) -> None:
    """`/livez` asks nobody; `/readyz` and every use case say that the store is away."""
    with EmbeddedRedis(tmp_path) as redis:
        async with (
            serving(Settings(redis_url=redis.url, data=tmp_path)) as address,
            httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
        ):
            assert (await client.get("/readyz")).status_code == 200
            await asyncio.to_thread(redis.stop)
            assert (await client.get("/livez")).status_code == 200
            while (ready := await client.get("/readyz")).status_code == 200:
                await asyncio.sleep(0.05)  # what was found is told for a second
            assert ready.status_code == 503
            assert ready.json()["reasons"]
            busy = await client.post("/api/v1/accounts", json={"name": "Hemiunu"})
            assert busy.status_code == 503
            assert busy.json()["code"] == "busy"
            assert int(busy.headers["retry-after"]) >= 1


async def test_a_server_that_stops_says_so_first(settings: Settings) -> None:
    """Told to stop, it is not ready at once, answers while it drains, and then ends streams."""
    draining = settings.model_copy(update={"drain_ms": 2_000})
    async with (
        stoppable_server(draining) as (address, server),
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        party = await a_party(Rest(client), 1)
        ended = asyncio.create_task(the_whole_stream(client, party.tokens[0]))
        assert (await client.get("/readyz")).status_code == 200
        server.should_exit = True
        while (ready := await client.get("/readyz")).status_code == 200:
            await asyncio.sleep(0.01)
        assert ready.json()["reasons"] == ["shutting down"]
        while_draining = await client.get("/api/v1/games")
        assert while_draining.status_code == 200
        assert while_draining.headers["connection"] == "close"
        assert "problem" not in await ended


async def the_whole_stream(client: httpx.AsyncClient, token: str) -> str:
    """Everything that a bot's feed tells until the server ends it."""
    headers = {"accept": "text/event-stream", **bearer(token)}
    async with client.stream("GET", "/api/v1/turns", headers=headers) as answer:
        return (await answer.aread()).decode()


async def test_a_server_that_stops_says_that_it_will_be_back(settings: Settings) -> None:
    """At a stop, sockets are closed with 1012 (service restart), so that clients come again."""
    async with AsyncExitStack() as held:
        async with serving(settings) as address:
            party = await a_party_of(address)
            socket = await held.enter_async_context(opened(address))
            await greet(socket, party.tokens[0])
            await subscribe(socket, "1", FEED)
        assert await closing_code(socket) == 1012


async def a_party_of(address: str) -> Party:
    """Two bots of that server."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as http:
        return await a_party(Rest(http))
