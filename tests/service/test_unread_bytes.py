"""The bytes that wait for clients who do not read are bounded, by address and in all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import cast

import httpx
import pytest
import uvicorn
from graphql import get_introspection_query
from starlette.types import Receive, Scope, Send

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from saqqara_service.transport.protocols.slow_consumers import HttpProtocol, SocketProtocol
from saqqara_service.transport.protocols.unread import OF_ADDRESS, Unread
from tests.service.silent import HOME, SilentAsker, SilentReader, until
from tests.service.transports import Json, serving_until_told

LONG = "/schema.graphql"
PLAIN = "accept-encoding: identity"
ATTACKER, OTHER = "127.0.4.1", "127.0.4.2"
INTROSPECTION: Json = {"query": get_introspection_query()}
SOCKETS, QUESTIONS = 80, 8


@dataclass(eq=False)
class Client:
    """One for whom so many bytes wait."""

    unread_bytes: int
    address: str = ATTACKER
    given_up: list[int] = field(default_factory=list)

    def give_up(self) -> None:
        """Its connection is ended."""
        self.given_up.append(self.unread_bytes)


@pytest.fixture
def patient(settings: Settings) -> Settings:
    """The settings of a server that ends nobody for being slow, and lets everybody ask much."""
    wide = {"flush_ms": 60_000, "address_burst": 10_000, "address_total_burst": 10_000}
    return settings.model_copy(update={**wide, "costly_share": 1.0})


@contextmanager
def closed_at_last(*clients: SilentAsker | SilentReader) -> Iterator[None]:
    """Let go of these connections at the end."""
    try:
        yield
    finally:
        for client in clients:
            client.close()


@asynccontextmanager
async def made(
    make: Callable[[], SilentAsker | SilentReader], count: int
) -> AsyncIterator[list[SilentAsker | SilentReader]]:
    """So many clients at once."""
    clients = [await asyncio.to_thread(make) for _ in range(count)]
    with closed_at_last(*clients):
        yield clients


def held(server: uvicorn.Server) -> list[HttpProtocol | SocketProtocol]:
    """The connections of a server that it has not given up."""
    connections = cast("set[HttpProtocol | SocketProtocol]", server.server_state.connections)
    return [one for one in connections if not getattr(one, "_is_ended", False)]


def waiting(server: uvicorn.Server, address: str = ATTACKER) -> int:
    """The bytes that wait in the server for that address."""
    return sum(one.unread_bytes for one in held(server) if one.address == address)


def test_of_too_much_the_largest_is_given_up() -> None:
    """Not more than it takes, and only of the address that has too much."""
    unread = Unread(of_address=100, of_process=1000)
    small, large, other = Client(40), Client(50), Client(90, OTHER)
    for client in (small, large, other):
        unread.add(client)
    assert unread.total == 180
    unread.add(Client(45))
    assert (small.given_up, large.given_up, other.given_up) == ([], [50], [])
    assert unread.total == 175


def test_one_answer_may_be_as_long_as_it_is() -> None:
    """A connection alone is never too much for its address."""
    unread = Unread(of_address=100, of_process=1000)
    long = Client(500)
    unread.add(long)
    assert long.given_up == []


def test_what_was_taken_in_counts_no_more() -> None:
    """What is seen of a connection is looked at anew before anybody is given up."""
    unread = Unread(of_address=100, of_process=1000)
    first, second = Client(90), Client(90)
    unread.add(first)
    first.unread_bytes = 5
    unread.add(second)
    unread.remove(second)
    assert (first.given_up, second.given_up) == ([], [])
    unread.remove(first)
    unread.remove(first)
    assert unread.total == 0


def test_all_together_are_bounded_too() -> None:
    """Also those of proxies, who speak for many, and of many addresses."""
    unread = Unread(of_address=100, of_process=300)
    proxied = Client(150, ""), Client(120, "")
    many = [Client(20, f"127.0.5.{n}") for n in range(9)]
    for client in (*proxied, *many):
        unread.add(client)
    assert [client.given_up for client in proxied] == [[150], []]
    assert unread.total <= 300


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_one_address_holds_so_many_bytes(svc: Service, patient: Settings, kind: str) -> None:
    """Whoever asks over many connections and reads nothing loses the largest; another none."""
    del svc

    def asker(home: str) -> SilentAsker | SilentReader:
        if kind == "http":
            return SilentReader(address, LONG, PLAIN, count=QUESTIONS, home=home)
        return SilentAsker(address, INTROSPECTION, home=home)

    most = 0
    async with (
        serving_until_told(patient) as (address, server),
        made(lambda: asker(OTHER), 1),
    ):

        def is_bounded() -> bool:
            nonlocal most
            most = max(most, waiting(server))
            return most > OF_ADDRESS / 2 and len(held(server)) < SOCKETS + 1

        async with made(lambda: asker(ATTACKER), SOCKETS):
            await until(is_bounded)
            assert sum(one.address == OTHER for one in held(server)) == 1
    assert most <= OF_ADDRESS


async def test_the_next_request_waits_until_the_answer_is_taken_in(
    svc: Service, patient: Settings
) -> None:
    """What is pipelined behind an answer that nobody reads is not begun, and then is."""
    del svc
    begun: list[str] = []
    async with serving_until_told(patient) as (address, server):
        app = server.config.loaded_app

        async def noting(scope: Scope, receive: Receive, send: Send) -> None:
            begun.append(scope["path"])
            await app(scope, receive, send)

        server.config.loaded_app = noting
        async with made(lambda: SilentReader(address, LONG, PLAIN, count=3), 1) as (client,):
            await until(lambda: waiting(server, HOME) > 0)
            async with httpx.AsyncClient(base_url=address) as other:
                await other.get("/livez")
            assert begun == [LONG, "/livez"]
            assert isinstance(client, SilentReader)
            await asyncio.to_thread(client.read_answers, 3)
    assert begun == [LONG, "/livez", LONG, LONG]


async def test_a_socket_with_many_answers_that_wait_is_closed(
    svc: Service, patient: Settings
) -> None:
    """One message may be as long as it is; more of them are bounded."""
    del svc
    async with serving_until_told(patient) as (address, _server):
        client = await asyncio.to_thread(SilentAsker, address, *[INTROSPECTION] * 8)
        with closed_at_last(client):
            closed = await asyncio.to_thread(client.read_to_the_end)
    assert closed is not None
    assert closed.code == 4408
