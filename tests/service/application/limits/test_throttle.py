"""Back pressure: whoever goes on asking is answered late, and an awaited action never is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from unittest.mock import patch

import httpx
import pytest
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection

from saqqara_service.application.limits import rate_limits
from saqqara_service.application.limits.throttle import (
    GRACE_S,
    LATEST_S,
    REMEMBERED,
    SHARE,
    Throttle,
)
from saqqara_service.application.operations import health
from saqqara_service.application.operations.health import LOOKED_EVERY_S, Looks
from saqqara_service.application.service import Service
from saqqara_service.edge.edge import Edge
from saqqara_service.edge.exchange import Exchange
from saqqara_service.settings import Settings
from tests.attacks.raw import HANDSHAKE, HOME, Raw, raw
from tests.service.application.limits.virtual_time import in_virtual_time
from tests.service.matches import legal_now
from tests.service.replicas import Api
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import (
    PATIENCE_S,
    Json,
    Rest,
    a_match,
    a_party,
    bearer,
    stoppable_server,
)

AWAY: Final = "127.0.0.2"
NEVER: Final = 0.01
"""Calls a second that a test does not live to see."""
REFUSAL_S: Final = 0.001
MOST_S: Final = (GRACE_S + LATEST_S) * SHARE
"""Of the processor: so much makes an address as late as any can be."""
GAMES: Final = b"GET /api/v1/games HTTP/1.1\r\nhost: x\r\n\r\n"


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        """What it shows."""
        return self.now


@asynccontextmanager
async def pressed(
    settings: Settings, *, call_ms: float = rate_limits.CALL_MS, **limits: Any
) -> AsyncIterator[tuple[Api, Throttle]]:
    """A server with these limits, and how late it is for whom."""
    few = settings.model_copy(update=limits)
    with patch.object(rate_limits, "CALL_MS", call_ms):
        async with stoppable_server(few) as (address, server):
            app = server.config.app
            assert isinstance(app, Starlette)
            svc: Service = app.state.service
            yield Api(int(address.rpartition(":")[2]), 0), svc.rate_limits.throttle


@asynccontextmanager
async def saying(api: Api, *parts: bytes, home: str = HOME) -> AsyncIterator[Raw]:
    """A connection over which this is said."""
    connection = await raw(api, home)
    try:
        await connection.send(*parts)
        yield connection
    finally:
        await connection.close()


def test_answers_come_later_the_more_was_refused_and_in_time_again_after_a_while() -> None:
    """By degrees: on time, then late; no later than the latest."""
    clock = Clock()
    one = Throttle(clock)
    late = []
    for _ in range(1_000):
        one.add("a", REFUSAL_S)
        late.append(one.late_s("a"))
    free = int(GRACE_S * SHARE / REFUSAL_S)
    assert late[:free] == [0.0] * free
    assert sorted(late) == late
    assert late[-1] == pytest.approx(LATEST_S)
    assert one.late_s("b") == 0.0
    clock.now += LATEST_S / 2
    assert one.late_s("a") == pytest.approx(LATEST_S / 2)
    clock.now += LATEST_S / 2
    assert one.late_s("a") == 0.0


@pytest.mark.parametrize("sockets", [64, 512])
def test_an_address_gets_its_share_of_the_processor(sockets: int) -> None:
    """However many of its sockets ask again as soon as they are answered."""
    spent_s = 0.0

    async def goes_on(one: Throttle) -> None:
        nonlocal spent_s
        while True:
            spent_s += REFUSAL_S
            one.add("a", REFUSAL_S)
            await asyncio.sleep(one.late_s("a"))

    async def all_of_them() -> None:
        one = Throttle(asyncio.get_running_loop().time)
        tasks = [asyncio.create_task(goes_on(one)) for _ in range(sockets)]
        await asyncio.sleep(60)
        before_s = spent_s
        await asyncio.sleep(300)
        for task in tasks:
            task.cancel()
        assert (spent_s - before_s) / 300 < 0.055

    in_virtual_time(all_of_them())


def test_so_many_addresses_are_remembered() -> None:
    """Who floods from ever other addresses fills no memory."""
    one = Throttle(Clock())
    addresses = [f"2001:db8:0:{n:x}::/64" for n in range(10_000)]
    for address in addresses:
        one.add(address, 1.0)
    assert [name for name in addresses if one.late_s(name)] == addresses[-REMEMBERED:]


UNASKED = {
    "ready": b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n",
    "alive": b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n",
    "handshake": HANDSHAKE,
    "document": b"GET /openapi.yaml HTTP/1.1\r\nhost: x\r\n\r\n",
    "nowhere": b"GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n",
}


@pytest.mark.parametrize("name", UNASKED)
async def test_whatever_an_address_sends_counts(settings: Settings, name: str) -> None:
    """Also what no budget is asked for; then it may ask nothing, and others may."""
    limits = {"address_burst": 5, "address_per_s": NEVER, "call_ms": 10_000.0}
    async with pressed(settings, **limits) as (api, _):
        for _ in range(10):
            async with saying(api, UNASKED[name]) as connection:
                await connection.head()
        async with saying(api, GAMES) as connection:
            assert (await connection.head()).startswith(b"HTTP/1.1 429")
        async with saying(api, UNASKED["document"]) as connection:
            assert (await connection.head()).startswith(b"HTTP/1.1 429")
        async with saying(api, UNASKED["ready"]) as connection:
            assert (await connection.head()).startswith(b"HTTP/1.1 200")
        async with saying(api, GAMES, home=AWAY) as connection:
            assert (await connection.head()).startswith(b"HTTP/1.1 200")


async def test_a_look_that_nobody_waits_for_is_let_be(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its client left while its body was read, and its address is as late as any."""
    begun, ended = asyncio.Event(), asyncio.Queue[Exception | None]()
    look = Edge._looked

    async def looked(edge: Edge, one: Exchange) -> None:
        one.svc.rate_limits.throttle.add(HOME, 10 * MOST_S)
        begun.set()
        try:
            await look(edge, one)
        except Exception as error:
            await ended.put(error)
            raise
        await ended.put(None)

    monkeypatch.setattr(Edge, "_looked", looked)
    async with pressed(settings) as (api, pressure):
        head = b"POST /livez HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n"
        async with saying(api, head, b"ab"):
            await asyncio.wait_for(begun.wait(), PATIENCE_S)
            assert pressure.late_s(HOME)
        assert await asyncio.wait_for(ended.get(), PATIENCE_S) is None


async def test_an_awaited_action_passes_while_refusals_wait(
    settings: Settings, svc: Service
) -> None:
    """Of an address as late as any: its refusal waits, its action is taken, others are served."""
    limits = {"address_burst": 50, "address_per_s": NEVER, "call_ms": 10_000.0}
    async with (
        pressed(settings, **limits) as (api, pressure),
        httpx.AsyncClient(base_url=api.address, timeout=PATIENCE_S) as client,
    ):
        party = await a_party(Rest(client))
        match = await a_match(Rest(client), party)
        token = party.tokens[0]
        while (await client.get("/api/v1/me", headers=bearer(token))).status_code == 200:
            pass
        async with saying(api) as connection:
            assert (await client.get("/livez")).is_success  # the connection is there, and is read
            pressure.add(HOME, MOST_S)
            await connection.send(GAMES)
            refusal = asyncio.create_task(connection.head())
            for turn in range(5):
                current, legal = await legal_now(svc, match["id"])
                assert current.to_act is not None
                ask: Json = {
                    "action": legal[0],
                    "actionId": f"a{turn}",
                    "expectedVersion": current.version,
                }
                acted = await Rest(client).do("act", party.tokens[current.to_act], ask, match["id"])
                assert acted.code is None, acted
            async with saying(api, GAMES, home=AWAY) as other:
                assert (await other.head()).startswith(b"HTTP/1.1 200")
            assert not refusal.done()
            refusal.cancel()


async def hears_that_it_is_spent(socket: ClientConnection) -> None:
    """Before the operation begins, or as its answer if Redis alone knew that nothing is left."""
    refused = await hear(socket)
    assert "rate_limited" in str(refused)
    if refused["type"] == "next":
        assert (await hear(socket))["type"] == "complete"


async def test_a_socket_that_asks_before_its_time_is_read_no_further(settings: Settings) -> None:
    """Another socket of the same address is: it was not told yet how long to wait."""
    limits = {"address_burst": 5, "address_per_s": NEVER, "call_ms": 10_000.0}
    async with (
        pressed(settings, **limits) as (api, pressure),
        opened(api.address) as hasty,
        opened(api.address) as other,
    ):
        for socket in (hasty, other):
            await greet(socket)
        for _ in range(10):
            async with saying(api, UNASKED["alive"]) as connection:
                await connection.head()
        for number in range(3):
            await subscribe(hasty, f"{number}", "{ games { name } }")
            await hears_that_it_is_spent(hasty)
        pressure.add(HOME, MOST_S)
        for number in range(3, 5):
            await subscribe(hasty, f"{number}", "{ games { name } }")
        await hears_that_it_is_spent(hasty)
        unread = asyncio.create_task(hear(hasty))
        await subscribe(other, "1", "{ games { name } }")
        assert "rate_limited" in str(await hear(other))
        assert not unread.done()
        unread.cancel()


def test_redis_is_looked_at_once_a_second_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All who ask within a second of a look hear what it found; the next one looks again."""
    looked: list[float] = []

    async def ready(_svc: object) -> list[str]:
        looked.append(asyncio.get_running_loop().time())
        await asyncio.sleep(0.1)
        return [f"look {len(looked)}"]

    async def warnings(_svc: object) -> list[str]:
        return []

    monkeypatch.setattr(health, "ready", ready)
    monkeypatch.setattr(health, "warnings", warnings)

    async def ask(svc: Any = None) -> None:
        looks = Looks()
        answers = await asyncio.gather(*(looks.health(svc) for _ in range(1_000)))
        assert {one.reasons[0] for one in answers} == {"look 1"}
        for _ in range(1_000):
            answers.append(await looks.health(svc))
            await asyncio.sleep(0.01)
        assert len(looked) <= asyncio.get_running_loop().time() / LOOKED_EVERY_S + 1
        assert answers[-1].reasons != ["look 1"]

    in_virtual_time(ask())
