"""graphql-transport-ws, on a real socket: playing, resuming, and every way to talk nonsense."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from saqqara_service.application.accounts.tokens import make
from saqqara_service.models import TokenKind
from saqqara_service.settings import Settings
from tests.service.documents import mutation
from tests.service.sockets import EVENTS, FEED, closing_code, greet, hear, opened, say, subscribe
from tests.service.transports import Json, Party, Rest, a_match, a_party, graphql_answer, serving


async def play(server: str, token: str, rng: random.Random) -> int:
    """Play by one socket, feed and actions on the same; the number of actions that counted."""
    acted = 0
    async with opened(server) as socket:
        await greet(socket, token)
        await subscribe(socket, "feed", FEED)
        while True:
            message = await hear(socket)
            if message["type"] != "next":
                assert message["type"] == "complete"
            elif message["id"] != "feed":
                answer = graphql_answer(message["payload"], "act")
                assert answer.code is None, answer
                acted += not answer.data["repeated"]
            elif (item := message["payload"]["data"]["feed"])["kind"] == "ENDED":
                return acted
            elif item["kind"] == "TURN":
                turn = item["turn"]
                ask = {
                    "matchId": turn["matchId"],
                    "action": rng.choice(turn["legalActions"])["notation"],
                    "expectedVersion": turn["version"],
                    "actionId": f"t{turn['version']}",
                }
                await subscribe(socket, f"a{turn['version']}", mutation("act"), input=ask)


async def followed(server: str, match_id: str, after: str | None) -> list[Json]:
    """The events that a subscription tells, to the end of the match."""
    events = []
    async with opened(server) as socket:
        await greet(socket)
        await subscribe(socket, "1", EVENTS, id=match_id, after=after)
        while (message := await hear(socket))["type"] == "next":
            if event := message["payload"]["data"]["matchEvents"].get("event"):
                events.append(event)
        assert message == {"type": "complete", "id": "1"}
    return events


async def test_a_whole_match_is_played_by_websocket(server: str, client: httpx.AsyncClient) -> None:
    """Feed and actions share a socket per bot; a follower sees every event once, in order."""
    rest = Rest(client)
    party = await a_party(rest, 3)
    match = await a_match(rest, party)
    rng = random.Random(5)
    watching = asyncio.create_task(followed(server, match["id"], None))
    acted = await asyncio.gather(*(play(server, token, rng) for token in party.tokens))
    over = (await rest.match(match["id"])).data
    assert over["status"] == "finished"
    assert sum(acted) == over["version"] - 1
    events = await watching
    assert [event["version"] for event in events] == list(range(1, over["version"] + 1))
    assert await followed(server, match["id"], events[6]["cursor"]) == events[7:]
    assert await followed(server, match["id"], events[-1]["cursor"]) == []


async def refused(server: str, token: str | None, query: str, **variables: Any) -> str | None:
    """The code that an operation is refused with; None if it is not."""
    async with opened(server) as socket:
        await greet(socket, token)
        await subscribe(socket, "1", query, **variables)
        message = await hear(socket)
        if message["type"] == "error":
            code: str = message["payload"][0]["extensions"]["code"]
            return code
        return graphql_answer(
            message["payload"], next(iter(message["payload"]["data"] or "_"))
        ).code


@pytest.fixture
async def party(client: httpx.AsyncClient) -> Party:
    """Two bots."""
    return await a_party(Rest(client))


async def test_an_operation_on_a_socket_is_refused_as_by_http(
    server: str, client: httpx.AsyncClient, party: Party
) -> None:
    """Every refusal on a socket has the code that it has elsewhere, and the socket lives on."""
    ask = {"matchId": "mNone", "action": "get", "expectedVersion": 1, "actionId": "a"}
    bot = party.tokens[0]
    assert await refused(server, bot, mutation("act"), input=ask) == "not_found"
    assert await refused(server, None, mutation("act"), input=ask) == "unauthenticated"
    assert await refused(server, None, FEED) == "unauthenticated"
    bots = {"name": "a bot of a bot"}
    assert await refused(server, bot, mutation("createBot"), input=bots) == "forbidden"
    assert await refused(server, bot, EVENTS, id="mNone") == "not_found"
    assert await refused(server, bot, EVENTS, id="mNone", after=-1) == "malformed"
    match = await a_match(Rest(client), party)
    assert await refused(server, bot, EVENTS, id=match["id"], after="7") == "bad_cursor"
    assert await refused(server, bot, "{ nothing }") == "malformed"
    assert await refused(server, bot, mutation("act"), input={"action": 3}) == "malformed"
    assert await refused(server, bot, "{ games { " + "name " * 501 + "} }") == "too_large"
    assert await refused(server, bot, "{") == "malformed"
    assert await refused(server, bot, "é" * 500) == "malformed"
    assert await refused(server, bot, "é" * 5_000) in {"malformed", "too_large"}
    assert await refused(server, bot, "{ a " * 1_001) == "too_large"


@pytest.mark.parametrize(
    "said",
    ["Bearer junk", "Bearer imh_bot_junk", f"Bearer {make(TokenKind.BOT)}", "Basic a", 7],
    ids=("junk", "a checksum that fails", "a token of nobody", "another scheme", "a number"),
)
async def test_a_bad_token_is_not_greeted(server: str, said: object) -> None:
    """Who brings one is told at once that it is bad; who brings none may look around."""
    async with opened(server) as socket:
        await say(socket, type="connection_init", payload={"authorization": said})
        assert await closing_code(socket) == 4403
        assert "token" in (socket.close_reason or "")


@pytest.mark.parametrize("place", ["AUTHORIZATION", "Authorization", "headers"])
async def test_a_token_counts_wherever_clients_put_it(
    server: str, party: Party, place: str
) -> None:
    """The usual clients spell it in several ways; a bad one is refused at once in each."""
    for token, code in ((party.tokens[0], None), ("imh_bot_junk", 4403)):
        said: object = f"Bearer {token}"
        payload = {place: {"Authorization": said} if place == "headers" else said}
        async with opened(server) as socket:
            await say(socket, type="connection_init", payload=payload)
            if code is not None:
                assert await closing_code(socket) == code
                continue
            assert (await hear(socket))["type"] == "connection_ack"
            await subscribe(socket, "1", "{ viewer { account { name } } }")
            assert (await hear(socket))["payload"]["data"]["viewer"]


async def test_a_token_counts_from_the_header_too(server: str, party: Party) -> None:
    """A client that can set headers need not repeat its token in `connection_init`."""
    headers = {"authorization": f"Bearer {party.tokens[0]}"}
    async with opened(server, additional_headers=headers) as socket:
        await greet(socket)
        await subscribe(socket, "1", "{ viewer { account { name } } }")
        assert (await hear(socket))["payload"]["data"] == {
            "viewer": {"account": {"name": "Hemiunu"}}
        }


GREETING = json.dumps({"type": "connection_init"})


def subscription(**other: Any) -> str:
    """A good subscribe message, but for what is said otherwise."""
    message = {"type": "subscribe", "id": "1", "payload": {"query": "{ games { name } }"}}
    return json.dumps({**message, **other})


NONSENSE: dict[str, tuple[int, list[str | bytes]]] = {
    "not JSON": (4400, [GREETING, "hello"]),
    "half a JSON": (4400, [GREETING, '{"type": "ping"']),
    "a list": (4400, [GREETING, "[]"]),
    "null": (4400, [GREETING, "null"]),
    "a number": (4400, [GREETING, "1"]),
    "a text": (4400, [GREETING, '"ping"']),
    "no type": (4400, [GREETING, "{}"]),
    "unknown type": (4400, [GREETING, '{"type": "start"}']),
    "long unknown type": (4400, [GREETING, json.dumps({"type": "x" * 10_000})]),
    "list for a type": (4400, [GREETING, '{"type": ["ping"]}']),
    "bottomless": (4400, [GREETING, '{"type":' * 5_000]),
    "bottomless payload": (
        4400,
        [GREETING, '{"type":"ping","payload":{"a":' + "[" * 900 + "]" * 900 + "}}"],
    ),
    "NaN": (4400, [GREETING, '{"type": "ping", "payload": {"a": NaN}}']),
    "bytes": (4400, [GREETING, b"\x00\x01"]),
    "list for an id": (4400, [GREETING, subscription(id=[1])]),
    "number for an id": (4400, [GREETING, subscription(id=1)]),
    "no id": (4400, [GREETING, subscription(id=None)]),
    "endless id": (4400, [GREETING, subscription(id="x" * 1_000)]),
    "null payload": (4400, [GREETING, subscription(payload=None)]),
    "text payload": (4400, [GREETING, subscription(payload="{ games }")]),
    "no query": (4400, [GREETING, subscription(payload={})]),
    "number for a query": (4400, [GREETING, subscription(payload={"query": 1})]),
    "list of variables": (
        4400,
        [GREETING, subscription(payload={"query": "{ games { name } }", "variables": [1]})],
    ),
    "complete without an id": (4400, [GREETING, '{"type": "complete"}']),
    "text for an init payload": (4400, ['{"type": "connection_init", "payload": "hi"}']),
    "operation before the greeting": (4401, [subscription()]),
    "two greetings": (4429, [GREETING, GREETING]),
    "oversized message": (
        1009,
        [GREETING, json.dumps({"type": "ping", "payload": {"a": "x" * 70_000}})],
    ),
}


@pytest.mark.parametrize("name", NONSENSE)
async def test_nonsense_ends_the_connection_definitely(
    lone_server: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever is no message of the protocol is answered by a close code, and by no traceback."""
    code, messages = NONSENSE[name]
    async with opened(lone_server, max_size=None) as socket:
        for message in messages:
            await socket.send(message)
        assert await closing_code(socket) == code
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_an_id_names_one_operation_at_a_time(server: str, party: Party) -> None:
    """A second operation under an id that is in use ends the connection with 4409."""
    async with opened(server) as socket:
        await greet(socket, party.tokens[0])
        await subscribe(socket, "1", FEED)
        await subscribe(socket, "1", FEED)
        assert await closing_code(socket) == 4409


@pytest.mark.parametrize("protocols", [None, ["graphql-ws"], ["chat"]])
async def test_another_protocol_is_refused_definitely(
    server: str, protocols: list[str] | None
) -> None:
    """Only graphql-transport-ws is spoken; anything else is closed with 4406."""
    async with opened(server, subprotocols=protocols) as socket:
        assert await closing_code(socket) == 4406


async def test_pings_are_answered(server: str) -> None:
    """A client may ask whether anybody is there."""
    async with opened(server) as socket:
        await greet(socket)
        await say(socket, type="ping", payload={"any": "thing"})
        assert (await hear(socket))["type"] == "pong"
        await say(socket, type="pong")
        await say(socket, type="complete", id="never-begun")
        await subscribe(socket, "1", "{ games { name } }")
        assert (await hear(socket))["payload"]["data"]["games"]


async def test_an_ended_operation_is_not_told_any_more(server: str, party: Party) -> None:
    """`complete` ends a subscription and frees its id."""
    async with opened(server) as socket:
        await greet(socket, party.tokens[0])
        await subscribe(socket, "1", FEED)
        await say(socket, type="complete", id="1")
        await subscribe(socket, "1", "{ games { name } }")
        while "games" not in (message := await hear(socket))["payload"]["data"]:
            assert message["payload"]["data"]["feed"]["kind"] == "HEARTBEAT"
        assert message["id"] == "1"
        assert await hear(socket) == {"type": "complete", "id": "1"}


async def test_only_named_origins_may_open_a_socket(settings: Settings) -> None:
    """Where a host names origins, a page from elsewhere is refused at the handshake."""
    ours = settings.model_copy(update={"allowed_origins": ("https://play.example",)})
    async with serving(ours) as address:
        async with opened(address, origin="https://play.example") as socket:
            await greet(socket)
        with pytest.raises(InvalidStatus, match="403"):
            await opened(address, origin="https://evil.example").__aenter__()
