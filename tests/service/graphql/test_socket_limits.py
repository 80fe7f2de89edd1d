"""How much one socket and one token may have at once, and what they hear who want more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from saqqara_service.edge.protocols import slow_consumers
from saqqara_service.graphql import allowance
from saqqara_service.graphql.allowance import Allowance
from saqqara_service.models import OPERATION_LIMITS
from saqqara_service.settings import Settings
from tests.service.documents import mutation
from tests.service.sockets import EVENTS, FEED, closing_code, greet, hear, opened, say, subscribe
from tests.service.transports import (
    PATIENCE_S,
    Json,
    Party,
    Rest,
    a_match,
    a_party,
    bearer,
    graphql_answer,
    serving,
)

PINGING, PINGS = 3, 30
"""All together take more than their address may, each fewer than a socket may."""


@pytest.fixture
async def narrow(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A server that carries little."""
    monkeypatch.setitem(vars(OPERATION_LIMITS), "token_connections", 3)
    monkeypatch.setitem(vars(OPERATION_LIMITS), "socket_subscriptions", 4)
    async with serving(settings.model_copy(update={"socket_messages_per_s": 20})) as address:
        yield address


@asynccontextmanager
async def visiting(address: str, bots: int = 2) -> AsyncIterator[tuple[httpx.AsyncClient, Party]]:
    """A client of that server, and some bots."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client:
        yield client, await a_party(Rest(client), bots)


async def test_a_socket_carries_so_many_subscriptions(narrow: str) -> None:
    """One more is refused by a typed error; the others and the socket live on, and room comes."""
    async with visiting(narrow) as (client, party), opened(narrow) as socket:
        match = await a_match(Rest(client), party)
        await greet(socket, party.tokens[0])
        for number in range(4):
            await subscribe(socket, f"s{number}", FEED if number % 2 else EVENTS, id=match["id"])
        await subscribe(socket, "more", EVENTS, id=match["id"])
        refused = await answer_to(socket, "more")
        assert graphql_answer(refused["payload"], "").code == "too_many"
        await subscribe(socket, "asked", "{ games { name } }")
        assert (await answer_to(socket, "asked"))["type"] == "next"
        await say(socket, type="complete", id="s0")
        await subscribe(socket, "again", EVENTS, id=match["id"])
        assert (await answer_to(socket, "again"))["type"] == "next"


async def answer_to(socket: ClientConnection, name: str) -> Json:
    """The first message about an operation."""
    while (message := await hear(socket)).get("id") != name:
        pass
    return message


async def test_a_token_holds_so_many_connections(narrow: str) -> None:
    """One more socket is closed with 4433, one more stream is 429; what closes makes room."""
    async with visiting(narrow) as (client, party), AsyncExitStack() as held:
        token, other = party.tokens
        stream = await held.enter_async_context(
            client.stream("GET", "/api/v1/turns", headers=asked(token))
        )
        assert stream.status_code == 200
        sockets = [await held.enter_async_context(opened(narrow)) for _ in range(2)]
        for socket in sockets:
            await greet(socket, token)
        async with opened(narrow) as more:
            await say(more, type="connection_init", payload=init(token))
            assert await closing_code(more) == 4433
        refused = await client.get("/api/v1/turns", headers=asked(token))
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert refused.json()["limit"] == 3
        async with opened(narrow) as stranger, opened(narrow) as nobody:
            await greet(stranger, other)
            await greet(nobody)
        await sockets[0].close()
        async with asyncio.timeout(PATIENCE_S):
            while not await is_greeted(narrow, token):
                await asyncio.sleep(0.01)


def asked(token: str) -> dict[str, str]:
    """The headers that ask for a stream."""
    return {**bearer(token), "accept": "text/event-stream"}


def init(token: str) -> dict[str, str]:
    """What `connection_init` carries."""
    return {"authorization": f"Bearer {token}"}


async def is_greeted(address: str, token: str) -> bool:
    """Whether there is room for another connection of the token."""
    async with opened(address) as socket:
        await say(socket, type="connection_init", payload=init(token))
        try:
            return bool((await hear(socket))["type"] == "connection_ack")
        except ConnectionClosed:
            return False


async def test_who_says_too_much_is_read_more_slowly(narrow: str) -> None:
    """So many messages a second are answered, and all of them in the end."""
    async with opened(narrow) as socket:
        await greet(socket)
        began = time.monotonic()
        for _ in range(60):
            await say(socket, type="ping")
        for _ in range(60):
            while (await hear(socket))["type"] != "pong":
                pass
        assert time.monotonic() - began > 1.5


async def test_who_says_too_much_for_long_is_closed(
    narrow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flood that does not end is closed with 4431."""
    monkeypatch.setattr(allowance, "PATIENCE_S", 0.5)
    async with opened(narrow) as socket:
        await greet(socket)
        for _ in range(200):
            await say(socket, type="ping")
        assert await closing_code(socket) == 4431


async def test_pings_of_all_sockets_of_an_address_are_bounded(
    narrow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sockets that ping much are closed, though each pings seldom enough; others stay open."""
    monkeypatch.setattr(slow_consumers, "CONTROL_S", 0.01)  # as if there were many more of them
    async with AsyncExitStack() as held:

        async def greeted(home: str) -> ClientConnection:
            socket = await held.enter_async_context(opened(narrow, local_addr=(home, 0)))
            await greet(socket)
            return socket

        quiet, other = await greeted("127.0.6.1"), await greeted("127.0.6.2")
        pinging = [await greeted("127.0.6.1") for _ in range(PINGING)]
        for socket in pinging:
            with suppress(ConnectionClosed):
                for _ in range(PINGS):
                    await socket.ping()
        closed = [await closing_code(socket) for socket in pinging]
        assert closed == [4431] * PINGING
        for socket in (quiet, other):
            await (await socket.ping())


async def test_too_many_operations_at_once_are_too_many(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Operations under way are bounded too, beyond what any client needs: 4432."""
    monkeypatch.setitem(vars(OPERATION_LIMITS), "socket_subscriptions", 1_000)
    wide = {"socket_messages_per_s": 10_000}
    async with serving(settings.model_copy(update=wide)) as address:
        async with visiting(address) as (client, party):
            match = await a_match(Rest(client), party)
        async with opened(address, max_queue=None) as socket:
            await greet(socket)
            for number in range(257):
                await subscribe(socket, str(number), EVENTS, id=match["id"])
            assert await closing_code(socket) == 4432


async def test_an_action_that_counts_costs_nothing(
    narrow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that only acts, and well, is never held up, however many its actions are."""
    left: list[float] = []
    spend = Allowance.spend

    async def noted(purse: Allowance) -> bool:
        purse._counted_at = time.monotonic()  # nothing is earned by waiting
        patience = await spend(purse)
        left.append(purse._left)
        return patience

    monkeypatch.setattr(Allowance, "spend", noted)
    async with visiting(narrow, 1) as (client, party), opened(narrow) as socket:
        await greet(socket, party.tokens[0])
        for _ in range(40):
            match = await a_match(Rest(client), party, options={"players": 2}, seats=seats(party))
            await Rest(client).do("joinMatch", await another(client), {}, match["id"])
            ask = {"matchId": match["id"], "action": "get", "expectedVersion": 1, "actionId": "a"}
            await subscribe(socket, match["id"], mutation("act"), input=ask)
            answer = await answer_to(socket, match["id"])
            assert graphql_answer(answer["payload"], "act").code is None
    assert len(left) > 40
    assert min(left) > 0


def seats(party: Party) -> list[str | None]:
    """The party's bot and whoever comes."""
    return [party.ids[0], None]


async def another(client: httpx.AsyncClient) -> str:
    """The token of somebody else's bot."""
    return (await a_party(Rest(client), 1)).tokens[0]


async def test_an_allowance_earns_what_it_spends() -> None:
    """What is saved up may be said at once; after that each message waits for its moment."""
    purse = Allowance(per_s=50)
    for _ in range(51):
        assert await purse.spend()
    began = time.monotonic()
    for _ in range(25):
        assert await purse.spend()
    assert time.monotonic() - began > 0.3
