"""The bytes that wait for clients who do not read are bounded, by address and in all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TypeAlias, cast

import httpx
import pytest
import uvicorn
from graphql import get_introspection_query
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.protocol import State

from saqqara_service.application import service
from saqqara_service.application.service import Service
from saqqara_service.contract.rendered import PIECE
from saqqara_service.edge import listeners
from saqqara_service.edge.protocols.slow_consumers import SocketProtocol
from saqqara_service.edge.unread import OF_ADDRESS, OF_SOCKET, Unread
from saqqara_service.graphql import pulse
from saqqara_service.settings import Settings
from tests.service.edge.silent_clients import HOME, SilentAsker, SilentReader, until
from tests.service.transports import PATIENCE_S, Json, stoppable_server

PLAIN = "accept-encoding: identity"
ATTACKER, OTHER = "127.0.4.1", "127.0.4.2"
INTROSPECTION: Json = {"query": get_introspection_query()}
SHARED = "/schema.graphql"
"""Sent from memory that all share."""
SOCKETS = 120
ASKED = 16
READERS = 60
LEAST = 200_000
PINGED = 4
LONGEST = 600_000
"""No answer here is longer."""
BEGUN = 3
"""Answers that may have begun before so much waited that the socket is not heard: 2 were seen."""
Asking: TypeAlias = SilentAsker | SilentReader


@dataclass(eq=False)
class Client:
    """One for whom so many bytes wait."""

    unread_bytes: int
    address: str = ATTACKER
    is_evicted: bool = False

    def evict(self) -> None:
        """Its connection is ended."""
        self.is_evicted = True


@pytest.fixture
def patient(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a server that ends nobody for being slow, and lets everybody ask much."""
    monkeypatch.setattr(listeners, "FLUSH_S", 60.0)
    monkeypatch.setattr(service, "SHARE", 1.0)
    return settings.model_copy(update={"address_burst": 10_000})


@contextmanager
def closed_at_last(*clients: Asking) -> Iterator[None]:
    """Let go of these connections at the end."""
    try:
        yield
    finally:
        for client in clients:
            client.close()


@asynccontextmanager
async def made(make: Callable[[], Asking], count: int) -> AsyncIterator[list[Asking]]:
    """So many clients at once."""
    clients = [await asyncio.to_thread(make) for _ in range(count)]
    with closed_at_last(*clients):
        yield clients


def held(server: uvicorn.Server) -> list[SocketProtocol]:
    """The websockets of a server."""
    connections = server.server_state.connections
    return [one for one in connections if isinstance(one, SocketProtocol)]


def sizes(server: uvicorn.Server) -> list[int]:
    """The bytes that wait for each client of a server."""
    connections = cast("set[HttpToolsProtocol]", server.server_state.connections)
    return [one.transport.get_write_buffer_size() for one in connections]


def waiting(server: uvicorn.Server, address: str = ATTACKER) -> int:
    """The bytes that wait in the server for that address."""
    return sum(one.unread_bytes for one in held(server) if one.address == address)


def evicted(*clients: Client) -> list[bool]:
    """Which of them were ended."""
    return [client.is_evicted for client in clients]


def test_of_too_much_the_largest_is_ended() -> None:
    """Not more than it takes, and only of the address that has too much."""
    unread = Unread(of_address=100, of_process=1000)
    small, large, other = Client(40), Client(50), Client(90, OTHER)
    for client in (small, large, other):
        unread.add(client)
    assert unread.total == 180
    unread.add(Client(45))
    assert evicted(small, large, other) == [False, True, False]
    assert unread.total == 175


def test_one_answer_may_be_as_long_as_it_is() -> None:
    """A connection alone is never too much for its address."""
    unread = Unread(of_address=100, of_process=1000)
    long = Client(500)
    unread.add(long)
    assert not long.is_evicted


def test_what_was_taken_in_counts_no_more() -> None:
    """What is seen of a connection is looked at anew before anybody is ended."""
    unread = Unread(of_address=100, of_process=1000)
    first, second = Client(90), Client(90)
    unread.add(first)
    first.unread_bytes = 5
    unread.add(second)
    assert unread.total == 95
    unread.remove(second)
    assert evicted(first, second) == [False, False]
    unread.remove(first)
    unread.remove(first)
    assert unread.total == 0


def test_all_together_are_bounded_too() -> None:
    """Also those of proxies, who speak for many, each for itself."""
    unread = Unread(of_address=100, of_process=300)
    proxied = Client(150, ""), Client(120, "")
    many = [Client(20, f"127.0.5.{n}") for n in range(9)]
    for client in (*proxied, *many):
        unread.add(client)
    assert evicted(*proxied) == [True, False]
    assert evicted(*many) == [False] * 9
    assert unread.total == 300


def test_in_a_full_process_the_address_with_most_loses_connections() -> None:
    """Though its connections are many and small, and those of others larger."""
    unread = Unread(of_address=100, of_process=250)
    many = [Client(5, f"127.0.5.{n % 3}") for n in range(50)]
    others = [Client(12, f"127.0.6.{n}") for n in range(5)]
    for client in (*many, *others):
        unread.add(client)
    assert evicted(*others) == [False] * 5
    assert sum(evicted(*many)) == 12
    assert unread.total <= 250


def hanging_up(address: str, home: str) -> SilentAsker:
    """One that asks, and says that it closes, and reads nothing."""
    client = SilentAsker(address, INTROSPECTION, home=home)
    client.hang_up()
    return client


KINDS: dict[str, Callable[[str, str], Asking]] = {
    "websocket": lambda address, home: SilentAsker(address, INTROSPECTION, home=home),
    "hanging up": hanging_up,
}
"""Whoever asks and reads nothing; none holds more than one answer by itself."""


@pytest.mark.parametrize("kind", KINDS)
async def test_one_address_holds_so_many_bytes(svc: Service, patient: Settings, kind: str) -> None:
    """Whoever asks over many connections and reads nothing loses the largest; another none."""
    del svc
    most = 0
    async with (
        stoppable_server(patient) as (address, server),
        made(lambda: KINDS["websocket"](address, OTHER), 1),
    ):

        def is_bounded() -> bool:
            nonlocal most
            most = max(most, waiting(server))
            return most > OF_ADDRESS / 2 and len(held(server)) < SOCKETS + 1

        async with made(lambda: KINDS[kind](address, ATTACKER), SOCKETS):
            await until(is_bounded)
            assert sum(one.address == OTHER for one in held(server)) == 1
    assert most <= OF_ADDRESS + LONGEST


async def test_a_socket_is_not_heard_while_much_waits(svc: Service, patient: Settings) -> None:
    """It may ask for many long answers at once: each is begun when those before were read."""
    del svc
    async with stoppable_server(patient) as (address, server):
        client = await asyncio.to_thread(SilentAsker, address, *[INTROSPECTION] * ASKED)
        with closed_at_last(client):
            await until(lambda: waiting(server, HOME) > OF_SOCKET)
            async with httpx.AsyncClient(base_url=address) as other:
                await other.get("/livez")
            assert waiting(server, HOME) < OF_SOCKET + BEGUN * LONGEST < ASKED * LONGEST / 3
            answers = await asyncio.to_thread(client.read_answers, ASKED)
    assert sorted(answers, key=int) == [str(number) for number in range(ASKED)]


async def test_a_process_ends_beside_a_socket_that_is_closing(
    svc: Service, patient: Settings
) -> None:
    """Its client has said goodbye and reads nothing; the server ends without an error."""
    del svc
    async with stoppable_server(patient) as (address, server):
        client = await asyncio.to_thread(hanging_up, address, HOME)
        with closed_at_last(client):
            await until(lambda: any(one.conn.state is State.CLOSING for one in held(server)))


async def test_of_a_shared_document_little_waits(svc: Service, patient: Settings) -> None:
    """A class that opens a page at once over a slow line loses no connection for that."""
    del svc
    async with (
        stoppable_server(patient) as (address, server),
        made(lambda: SilentReader(address, SHARED, PLAIN), READERS) as clients,
    ):
        await until(lambda: sum(size > 0 for size in sizes(server)) == READERS)
        assert max(sizes(server)) <= PIECE + HIGH_WATER_LIMIT
        for client in clients:
            assert isinstance(client, SilentReader)
            await asyncio.to_thread(client.read_bytes, LEAST)


async def test_who_is_not_heard_is_not_blamed_for_that(
    svc: Service, patient: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer to a ping may lie behind what we do not read, so none is waited for then."""
    del svc
    async with stoppable_server(patient) as (address, server):
        monkeypatch.setattr(pulse, "FIRST_PAUSE_S", 0.2)
        monkeypatch.setattr(server.config, "ws_ping_timeout", 0.2)
        client = await asyncio.to_thread(SilentAsker, address, *[INTROSPECTION] * ASKED)
        with closed_at_last(client):
            await until(lambda: waiting(server, HOME) > OF_SOCKET)
            (socket,) = held(server)
            pings = {socket.ping_sent_at}
            async with asyncio.timeout(PATIENCE_S):
                while len(pings) <= PINGED:
                    await asyncio.sleep(0.01)
                    pings.add(socket.ping_sent_at)
            answers = await asyncio.to_thread(client.read_answers, ASKED)
    assert len(answers) == ASKED
