"""What stays open: nobody takes all of a process, whatever tokens and sockets they have."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from saqqara_service.application.limits.concurrency import LEAST, SharedPlaces
from saqqara_service.edge.bodies import Bodies
from saqqara_service.errors import Busy, TooMany
from saqqara_service.models import OPERATION_LIMITS
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Settings
from tests.service.graphql.test_socket_limits import answer_to, asked, init
from tests.service.sockets import EVENTS, closing_code, greet, opened, say, subscribe
from tests.service.transports import (
    PATIENCE_S,
    Json,
    Rest,
    a_match,
    a_party,
    graphql_answer,
    serving,
)

HERE = "127.0.0.1"
THERE = "127.0.0.9"


@pytest.fixture
def places() -> SharedPlaces:
    """A hundred places: 25 for one, 50 for all strangers."""
    return SharedPlaces("socket", 100, Metrics())


def test_an_account_has_a_quarter_wherever_it_comes_from(places: SharedPlaces) -> None:
    """Its tokens and addresses count together; what it leaves it may take again."""
    left = [places.take((f"10.0.0.{number}", "account")) for number in range(25)]
    with pytest.raises(TooMany, match="The account already has 25 sockets"):
        places.take(("10.0.1.1", "account"))
    places.take(("10.0.0.1", "another"))
    left[0]()
    places.take(("10.0.1.1", "account"))


def test_strangers_have_half_however_many_addresses(places: SharedPlaces) -> None:
    """An address has a quarter, a crowd half: who shows a token finds a place."""
    for number in range(50):
        places.take((f"10.0.{number // 25}.1",))
    with pytest.raises(TooMany, match="Your address already has 25"):
        places.take(("10.0.0.1",))
    with pytest.raises(TooMany, match="Clients without a token already have 50"):
        places.take(("10.0.9.1",))
    for number in range(50):
        places.take(("10.0.0.1", f"account {number // 25}"))
    with pytest.raises(Busy, match="limit of 100 sockets"):
        places.take(("10.0.9.1", "late"))


@pytest.fixture
async def narrow(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A server of 64 places: 16 sockets and 32 subscriptions for an account, 32 for strangers."""
    monkeypatch.setitem(vars(OPERATION_LIMITS), "token_connections", 12)
    few = {"max_streams": 64, "token_burst": 1_000_000}
    async with serving(settings.model_copy(update=few)) as address:
        yield address


async def test_an_account_with_many_tokens_leaves_room_for_others(narrow: str) -> None:
    """Its sockets and streams, by whichever token and address, are a share; others are greeted."""
    async with AsyncExitStack() as held, httpx.AsyncClient(base_url=narrow) as client:
        party, other = await a_party(Rest(client)), await a_party(Rest(client), 1)
        first, second = party.tokens
        match = await a_match(Rest(client), party)
        path = f"/api/v1/matches/{match['id']}/events"
        for token in [first] * 10 + [second] * 5:
            here = HERE if token == first else THERE
            socket = await held.enter_async_context(opened(narrow, local_addr=(here, 0)))
            await greet(socket, token)
        stream = await held.enter_async_context(client.stream("GET", path, headers=asked(second)))
        assert stream.status_code == 200
        async with opened(narrow) as more:
            await say(more, type="connection_init", payload=init(party.owner))
            assert await closing_code(more) == 4433
        refused = await client.get(path, headers=asked(second))
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert refused.json()["limit"] == LEAST
        async with opened(narrow) as stranger, opened(narrow) as neighbour:
            await greet(stranger)
            await greet(neighbour, other.tokens[0])


async def test_what_an_account_follows_is_a_share_too(narrow: str) -> None:
    """However many sockets it has; one that is closed makes room."""
    async with AsyncExitStack() as held, httpx.AsyncClient(base_url=narrow) as client:
        party = await a_party(Rest(client))
        match = await a_match(Rest(client), party)

        async def follows(count: int) -> tuple[ClientConnection, list[Json]]:
            socket = await held.enter_async_context(opened(narrow))
            await greet(socket, party.owner)
            answers = []
            for number in range(count):
                await subscribe(socket, f"s{number}", EVENTS, id=match["id"])
                answers.append(await answer_to(socket, f"s{number}"))
            return socket, answers

        socket, messages = await follows(16)
        assert {one["type"] for one in messages} == {"next"}
        assert {one["type"] for one in (await follows(16))[1]} == {"next"}
        (refused,) = (await follows(1))[1]
        assert graphql_answer(refused["payload"], "").code == "too_many"
        await say(socket, type="complete", id="s0")
        await subscribe(socket, "again", EVENTS, id=match["id"])
        assert (await answer_to(socket, "again"))["type"] == "next"
        await socket.close()
        async with asyncio.timeout(PATIENCE_S):
            while (await follows(1))[1][0]["payload"].get("errors"):
                await asyncio.sleep(0.01)


def test_bodies_of_one_address_keep_out_no_others() -> None:
    """Once much is held, an address that holds more than its part waits, and others do not."""
    bodies = Bodies(limit=100, held_limit=3_000)
    with ExitStack() as crowd, bodies.coming("192.0.2.2") as other:
        for _ in range(30):
            crowd.enter_context(bodies.coming("192.0.2.1")).hold(100)
        with pytest.raises(Busy):
            crowd.enter_context(bodies.coming("192.0.2.1")).demand_room(100)
        other.demand_room(100)
        other.hold(100)
    with bodies.coming("192.0.2.1") as again:
        again.demand_room(100)
