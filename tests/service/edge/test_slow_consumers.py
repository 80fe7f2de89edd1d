"""Clients that do not read what they are sent are closed, and the others go on."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn

from saqqara_service.application.accounts import presence
from saqqara_service.application.feeds import match_events
from saqqara_service.application.service import Service
from saqqara_service.edge import listeners
from saqqara_service.edge.protocols.slow_consumers import SocketProtocol
from saqqara_service.settings import Settings
from tests.service.edge.silent_clients import SilentSocket, SilentStream, until
from tests.service.matches import a_match, play_out
from tests.service.streams import by_websocket
from tests.service.transports import Json, stoppable_server

SILENT = 50


@pytest.fixture
def hasty(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a server that soon loses patience."""
    monkeypatch.setattr(listeners, "FLUSH_S", 0.4)
    return settings


@asynccontextmanager
async def silent(
    make: Callable[[], SilentSocket | SilentStream], count: int
) -> AsyncIterator[None]:
    """So many clients that never read."""
    made = [await asyncio.to_thread(make) for _ in range(count)]
    try:
        yield
    finally:
        for client in made:
            client.close()


def connections(server: uvicorn.Server) -> int:
    """How many connections the server holds."""
    return len(server.server_state.connections)


def followers() -> int:
    """How many followers of matches there are in this process."""
    gc.collect()
    return sum(isinstance(one, match_events._Follower) for one in gc.get_objects())


async def versions(news: AsyncIterator[Json]) -> list[int]:
    """The versions that a stream tells to its end."""
    return [item["event"]["version"] async for item in news if item["kind"] == "event"]


@pytest.mark.parametrize("kind", ["websocket", "sse"])
async def test_whoever_does_not_read_is_closed(svc: Service, hasty: Settings, kind: str) -> None:
    """Fifty clients that never read are all closed and forgotten; one that reads misses nothing."""
    long, played = await a_match(svc, 4), await a_match(svc)
    await play_out(svc, long, random.Random(1))

    async with stoppable_server(hasty) as (address, server):

        def make() -> SilentSocket | SilentStream:
            if kind == "sse":
                return SilentStream(address, long.id)
            return SilentSocket(address, long.id, subscriptions=4)

        async with asyncio.TaskGroup() as tasks:
            reader = tasks.create_task(versions(by_websocket(address, played.id)))
            async with silent(make, SILENT):
                await play_out(svc, played, random.Random(2))
                await until(lambda: reader.done() and connections(server) == 0)
                await until(lambda: followers() == 0)
    stored = await svc.matches.load(played.id)
    assert stored is not None
    assert reader.result() == list(range(1, stored.match.version + 1))


@pytest.mark.skipif("SIEGE_LONG" not in os.environ, reason="waits for the default time limits")
async def test_by_default_whoever_does_not_read_is_gone_in_half_a_minute(
    svc: Service, settings: Settings
) -> None:
    """With the defaults, fifty silent websockets are closed within 30 s."""
    long = await a_match(svc, 4)
    await play_out(svc, long, random.Random(1))
    async with stoppable_server(settings) as (address, server):
        began = time.monotonic()
        async with silent(lambda: SilentSocket(address, long.id, subscriptions=4), SILENT):
            assert connections(server) == SILENT
            await until(lambda: connections(server) == 0)
            took_s = time.monotonic() - began
    assert took_s < 30


async def test_who_begins_to_read_after_all_is_told_why(svc: Service, hasty: Settings) -> None:
    """A websocket that was given up is closed with 4408, as far as that can still be sent."""
    seated = await a_match(svc, 4)
    await play_out(svc, seated, random.Random(3))
    async with stoppable_server(hasty) as (address, server):
        client = await asyncio.to_thread(SilentSocket, address, seated.id, 4)
        try:
            (held,) = server.server_state.connections
            assert isinstance(held, SocketProtocol)
            await until(lambda: held.close_sent)
            closed = await asyncio.to_thread(client.read_to_the_end)
        finally:
            client.close()
    assert closed is not None
    assert closed.code == 4408


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such bound")
async def test_a_trickle_that_is_not_read_ends_too(
    svc: Service, hasty: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the network holds for a client that takes nothing is given up by the system."""
    seated = await a_match(svc, start=False)
    monkeypatch.setattr(presence, "HEARTBEAT_MS", 10)
    async with (
        stoppable_server(hasty) as (address, server),
        silent(lambda: SilentStream(address, seated.id), 1),
    ):
        await until(lambda: connections(server) == 1)
        await until(lambda: connections(server) == 0)
