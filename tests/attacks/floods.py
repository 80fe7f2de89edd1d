"""Floods as a table: what one attacker does over and over, and how many do it at once.

An attacker is one connection after another from one address, with one of many tokens.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from tests.attacks.raw import HANDSHAKE, Raw, frame, raw
from tests.service.replicas import Api

REQUESTS = 50
MESSAGES = 300
PINGS = 2_000
SUBSCRIPTIONS = 40
"""More than a socket may have."""
REFUSALS = ("rate_limited", "too_many", "too many pings and pongs", "too many messages")
LISTENING_S = 0.2
LISTS = "{ " + " ".join(f"a{n}: matches(first: 100) {{ nodes {{ id }} }}" for n in range(15)) + " }"


@dataclass(frozen=True, slots=True)
class Attacker:
    """Where one attacker comes from, whom it asks, and how often each status was answered."""

    api: Api
    home: str
    token: str
    match_id: str
    counts: Counter[str] = field(default_factory=Counter)

    def head(self, method: str, path: str, *lines: str) -> bytes:
        """The head of a request."""
        own = (f"{method} {path} HTTP/1.1", "host: x", f"authorization: Bearer {self.token}")
        return "\r\n".join([*own, *lines, "\r\n"]).encode()


async def rest(one: Attacker) -> None:
    """The longest page of matches, again and again."""
    await asked(one, one.head("GET", "/api/v1/matches?first=100"))


async def graphql(one: Attacker) -> None:
    """A query over HTTP."""
    await asked(one, posted(one, "{ viewer { account { id name } } }"))


async def lists(one: Attacker) -> None:
    """Fifteen aliased lists in one query."""
    await asked(one, posted(one, LISTS))


async def streams(one: Attacker) -> None:
    """The feed by server-sent events, left as soon as it begins."""
    await streamed(one, "/api/v1/turns", is_read=False)


async def replays(one: Attacker) -> None:
    """A whole match with its views by server-sent events."""
    await streamed(one, f"/api/v1/matches/{one.match_id}/events?views=true", is_read=True)


async def messages(one: Attacker) -> None:
    """Queries on a websocket, faster than they are answered."""
    query = {"query": "{ viewer { account { id name } } }"}
    await said(one, *(subscribe(f"{n}", query) for n in range(MESSAGES)))


async def subscriptions(one: Attacker) -> None:
    """More subscriptions than a socket may have, cut while they begin."""
    events = f'subscription {{ matchEvents(matchId: "{one.match_id}") {{ __typename }} }}'
    feed = {"query": "subscription { feed { __typename } }"}
    wanted = [feed if n % 2 else {"query": events} for n in range(SUBSCRIPTIONS)]
    await said(one, *(subscribe(f"{n}", query) for n, query in enumerate(wanted)))


async def pings(one: Attacker) -> None:
    """Pings of the websocket itself."""
    await said(one, frame(b"x", 9) * PINGS)


async def pongs(one: Attacker) -> None:
    """Pongs that nobody asked for."""
    await said(one, frame(b"x", 10) * PINGS)


async def spoken_pings(one: Attacker) -> None:
    """Pings and pongs as messages of the protocol."""
    await said(one, *[text({"type": "ping"}), text({"type": "pong"})] * MESSAGES)


FLOODS: dict[Callable[[Attacker], Awaitable[None]], int] = {
    rest: 24,
    graphql: 24,
    streams: 24,
    messages: 24,
    replays: 24,
    lists: 24,
    pings: 12,
    pongs: 12,
    spoken_pings: 12,
    subscriptions: 500,
}
"""Each flood, and how many attackers there are."""


def posted(one: Attacker, query: str) -> bytes:
    """A request with a query."""
    body = json.dumps({"query": query}).encode()
    lines = ("content-type: application/json", f"content-length: {len(body)}")
    return one.head("POST", "/graphql", *lines) + body


async def asked(one: Attacker, request: bytes) -> None:
    """Ask on one connection, as soon as there is an answer once more."""
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        async with closing(one) as connection:
            for _ in range(REQUESTS):
                one.counts["asked"] += 1
                await connection.send(request)
                head = await connection.head()
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                body = await connection.reader.readexactly(length)
                is_limited = b'"rate_limited"' in body
                one.counts["429" if is_limited else head.split(b" ")[1].decode()] += 1


async def streamed(one: Attacker, path: str, *, is_read: bool) -> None:
    """Ask for an event stream, and read it to its end or leave it."""
    async with closing(one) as connection:
        one.counts["asked"] += 1
        lines = ("accept: text/event-stream", "connection: close")
        await connection.send(one.head("GET", path, *lines))
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = await connection.head()
            one.counts[head.split(b" ")[1].decode()] += 1
            while is_read and await connection.reader.read(65_536):
                pass


async def said(one: Attacker, *parts: bytes) -> None:
    """Say all this on a websocket, listen for a moment, and cut it."""
    async with closing(one) as connection:
        one.counts["asked"] += 1
        await connection.send(HANDSHAKE)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            one.counts[(await connection.head()).split(b" ")[1].decode()] += 1
        init = {"type": "connection_init", "payload": {"authorization": f"Bearer {one.token}"}}
        sending = asyncio.create_task(connection.send(text(init), *parts))
        heard = b""
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(LISTENING_S):
                while more := await connection.reader.read(65_536):
                    heard += more
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        for word in REFUSALS:
            one.counts[word] += heard.count(word.encode())


@asynccontextmanager
async def closing(one: Attacker) -> AsyncIterator[Raw]:
    """A connection for the time of the block."""
    connection = await raw(one.api, one.home)
    try:
        yield connection
    finally:
        await connection.close()


def text(message: object) -> bytes:
    """A message of the protocol."""
    return frame(json.dumps(message).encode())


def subscribe(name: str, payload: object) -> bytes:
    """The message that begins an operation."""
    return text({"type": "subscribe", "id": name, "payload": payload})
