"""How much a process takes on: what is too much is refused at once, and nothing else suffers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from saqqara_service.edge.edge import PAUSE_S
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.faults import frozen
from tests.service.sockets import greet, hear, opened, say
from tests.service.transports import PATIENCE_S, Rest, a_party, bearer, serving

ME = "{ viewer { account { id } } }"
MOST = 4
ACTIONS = "/api/v1/matches/m0/actions"
AN_ACTION = {"action": "get", "expectedVersion": 1, "actionId": "a"}


@asynccontextmanager
async def a_small_process(redis: EmbeddedRedis) -> AsyncIterator[tuple[str, httpx.AsyncClient]]:
    """A process that carries very little, and a client of it."""
    settings = Settings(redis_url=redis.url, max_operations=MOST, max_streams=2, metrics=True)
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        yield address, client


async def carried(client: httpx.AsyncClient) -> int:
    """How many operations the process carries now."""
    text = (await client.get("/metrics")).text
    (line,) = [line for line in text.splitlines() if 'carried{kind="operation"}' in line]
    return int(float(line.split(" ")[1]))


async def test_more_than_a_process_carries_is_refused_at_once(own_server: EmbeddedRedis) -> None:
    """While its places are taken, both transports say 503; health is told, actions are taken."""
    async with a_small_process(own_server) as (address, client), AsyncExitStack() as held:
        party = await a_party(Rest(client), 1)
        socket = await held.enter_async_context(opened(address))
        await greet(socket, party.tokens[0])
        mine = bearer(party.tokens[0])
        with frozen(own_server):
            waiting = [
                asyncio.create_task(client.get("/api/v1/me", headers=mine)) for _ in range(MOST)
            ]
            while await carried(client) < MOST:
                await asyncio.sleep(0.01)
            acting = asyncio.create_task(client.post(ACTIONS, json=AN_ACTION, headers=mine))
            started = time.perf_counter()
            refusing = asyncio.gather(
                client.get("/api/v1/me", headers=mine),
                client.post("/graphql", json={"query": ME}, headers=mine),
            )
            await say(socket, type="subscribe", id="1", payload={"query": ME})
            by_socket = (await hear(socket))["payload"]["errors"][0]
            assert (await client.get("/livez")).status_code == 200
            by_rest, by_graphql = await refusing
            assert time.perf_counter() - started >= PAUSE_S
            assert not any(task.done() for task in waiting), "the places were still taken"
            assert not acting.done()
        for answer in (by_rest, by_graphql):
            assert answer.status_code == 503
            assert answer.headers["retry-after"] == "1"
        assert by_rest.json()["code"] == "busy"
        assert by_rest.json()["retryAfterMs"] == 1_000
        for fault in (by_graphql.json()["errors"][0], by_socket):
            assert fault["extensions"]["code"] == "busy"
            assert fault["extensions"]["retryAfterMs"] == 1_000
        assert (await acting).json()["code"] == "not_found"
        await asyncio.gather(*waiting)
        assert (await client.get("/api/v1/me", headers=mine)).status_code == 200
        assert await carried(client) == 0


async def test_more_streams_than_a_process_carries_are_refused(own_server: EmbeddedRedis) -> None:
    """Sockets and event streams share their places; one that ends gives its place back."""
    async with a_small_process(own_server) as (address, client):
        party = await a_party(Rest(client), 1)
        ask = {"accept": "text/event-stream", **bearer(party.tokens[0])}
        async with AsyncExitStack() as held:
            await held.enter_async_context(opened(address))
            first = client.stream("GET", "/api/v1/turns", headers=ask)
            assert (await held.enter_async_context(first)).status_code == 200
            with pytest.raises(InvalidStatus) as refused:
                async with opened(address):
                    pass
            assert refused.value.response.status_code == 503
            assert refused.value.response.headers["retry-after"] == "1"
            again = await client.get("/api/v1/turns", headers=ask)
            assert (again.status_code, again.json()["code"]) == (503, "busy")
            assert await carried(client) == 0
        async with asyncio.timeout(PATIENCE_S):
            while True:
                async with client.stream("GET", "/api/v1/turns", headers=ask) as answer:
                    if answer.status_code == 200:
                        break


async def test_behind_a_proxy_an_address_has_so_many_requests_under_way(
    own_server: EmbeddedRedis,
) -> None:
    """There connections are the proxy's; others who come by it are served."""
    settings = Settings(
        redis_url=own_server.url, trusted_proxies=("127.0.0.1",), address_connections=2
    )
    one, other = ({"x-forwarded-for": f"192.0.2.{number}"} for number in (1, 2))
    stream = {"accept": "text/event-stream"}
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        async with AsyncExitStack() as held:
            for _ in range(2):
                lobby = client.stream("GET", "/api/v1/lobby", headers=one | stream)
                assert (await held.enter_async_context(lobby)).status_code == 200
            refused = await client.get("/api/v1/games", headers=one)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
            assert (await client.get("/api/v1/games", headers=other)).status_code == 200
        while (await client.get("/api/v1/games", headers=one)).status_code != 200:
            await asyncio.sleep(0.01)  # the streams have ended here, not yet there
