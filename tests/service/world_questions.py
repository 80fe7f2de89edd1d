"""Everything that can be asked: lists made from the schema and from the table of routes."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import httpx
from graphql import GraphQLObjectType, get_named_type, is_leaf_type
from websockets.asyncio.client import ClientConnection

from saqqara_service.api.operation import PREFIX
from saqqara_service.api.table import OPERATIONS
from saqqara_service.graphql.schema import schema
from tests.service.api.test_typed_views import everything
from tests.service.sockets import FEED, greet, hear, opened, subscribe
from tests.service.streams import NEWS
from tests.service.transports import PATIENCE_S, Json, bearer
from tests.service.worlds import World

ROOT: Final = schema()._schema.query_type
STREAM: Final = {"accept": "text/event-stream"}
PROBES: Final = (
    "get",
    "place 9.9",
    "take 1",
    "sail 1 temple",
    "lever 1 temple 01",
    "unload r1",
    "",
)
SHAPED: Final = {"Ladder", "LadderConnection", "SeatView", "Turn"}
"""What holds typed views and actions, or leads far, is asked part by part, to be within limits."""
PAGES: Final = (
    "/",
    "/matches/{id}",
    "/matches/{id}?ply=3",
    "/matches/{id}/preview.png",
    "/matches/{id}/preview.png?ply=3&theme=dark",
    "/matches/{id}/board.svg",
    "/matches/{id}/board.svg?ply=3&theme=dark",
    "/embed/matches/{id}",
    "/oembed?url=http://pages.example/matches/{id}",
)
"""Pages that say something of a match in themselves."""
HOST: Final = {"host": "pages.example"}
LOBBY: Final = """subscription { lobbyNews {
  ... on LobbyMatch { kind match { id status } }
  ... on LobbyChallenge { kind challenge { id } }
  ... on LobbyHeartbeat { kind }
} }"""
PROGRESS: Final = "subscription($id: ID!) { ladderProgress(ladderId: $id) { id status } }"
STREAMED: Final = ("matchEvents", "feed", "ladderProgress", "lobbyNews")
MORE: Final = {
    "matches_explain": "?action=place%209.9",
    "accounts_named": "?prefix=b",
    "service_layout": "?game=duel",
}
"""What paths need besides ids."""
OF_A_MATCH: Final = {"match", "view", "record", "explain", "preview", "hint"}


@dataclass(frozen=True, slots=True)
class Named:
    """The things that are asked about."""

    match_id: str
    account_id: str
    bot_id: str
    ladder_id: str
    challenge_id: str
    submission_id: str = "s"
    archive_hash: str = "0" * 64

    def value_of(self, query: str, argument: str) -> object:
        """What an argument is given; an argument that nobody knows is a failure."""
        ids = {
            "account": self.account_id,
            "bot": self.bot_id,
            "challenge": self.challenge_id,
            "ladder": self.ladder_id,
            "match": self.match_id,
            "node": self.match_id,
            "submission": self.submission_id,
        }
        return {
            "id": ids.get(query),
            "matchId": self.match_id,
            "botId": self.bot_id,
            "ladderId": self.ladder_id,
            "action": "place 9.9",
            "prefix": "b",
            "game": "duel",
            "options": "{}",
            "first": 20,
            "joinable": False,
        }[argument]


@cache
def documents(name: str) -> list[str]:
    """Queries that together ask for all that a field has, each within the limits."""
    assert ROOT is not None
    field = ROOT.fields[name]
    declared = {
        arg: f"${arg}: {one.type}"
        for arg, one in field.args.items()
        if str(one.type).endswith("!") or arg == "action"
    }
    head = f"query({', '.join(declared.values())}) " if declared else ""
    given = f"({', '.join(f'{arg}: ${arg}' for arg in declared)})" if declared else ""
    kind = get_named_type(field.type)
    if is_leaf_type(kind):
        return [f"{head}{{ {name}{given} }}"]
    if not isinstance(kind, GraphQLObjectType) or kind.name not in SHAPED:
        return [f"{head}{{ {name}{given} {{ {everything(kind)} }} }}"]
    parts = [GraphQLObjectType(kind.name, {one: inner}) for one, inner in kind.fields.items()]
    return [f"{head}{{ {name}{given} {{ {everything(part)} }} }}" for part in parts]


def queries(named: Named, *, of_match: bool) -> Iterator[tuple[str, Json]]:
    """Every query of the schema with all its fields, or only those about one match."""
    assert ROOT is not None
    for name in ROOT.fields:
        if not of_match or name in OF_A_MATCH:
            for text in documents(name):
                arguments = re.findall(r"\$(\w+):", text)
                variables = {one: named.value_of(name, one) for one in arguments}
                yield name, {"query": text, "variables": variables}


def paths(named: Named, *, of_match: bool) -> Iterator[tuple[str, str]]:
    """Every GET of REST, or only those about one match."""
    ids: Mapping[str, str] = {
        "match_id": named.match_id,
        "account_id": named.account_id,
        "bot_id": named.bot_id,
        "ladder_id": named.ladder_id,
        "challenge_id": named.challenge_id,
        "submission_id": named.submission_id,
        "archive_hash": named.archive_hash,
    }
    for endpoint in OPERATIONS:
        if endpoint.method == "GET" and (not of_match or "match_id" in endpoint.path):
            asked = MORE.get(endpoint.name, "")
            yield endpoint.name, PREFIX + endpoint.path.format(**ids) + asked


async def ask(world: World, token: str | None, named: Named, *, of_match: bool) -> None:
    """Ask everything by both transports, and for actions that are refused."""
    for _name, body in queries(named, of_match=of_match):
        await world.client.post("/graphql", json=body, headers=bearer(token))
    for _name, path in paths(named, of_match=of_match):
        await world.client.get(path, headers=bearer(token))
    path = f"{PREFIX}/matches/{named.match_id}"
    version = (await world.client.get(path, headers=bearer(token))).json()["version"]
    for page in PAGES:
        await world.client.get(page.format(id=named.match_id), headers=HOST)
    for probe in PROBES:
        body = {"action": probe, "expectedVersion": version + 1, "actionId": "probe"}
        await world.client.post(f"{path}/actions", json=body, headers=bearer(token))


async def next_item(world: World, token: str | None, socket: ClientConnection, name: str) -> Json:
    """The next item of the subscription of that name; it is kept."""
    while (message := await hear(socket)).get("id") != name:
        assert message["type"] == "complete"
    assert message["type"] == "next", message
    world.heard(token, name, json.dumps(message).encode())
    (item,) = message["payload"]["data"].values()
    found: Json = item
    return found


async def follow(world: World, token: str | None, named: Named, version: int, turns: int) -> None:
    """Follow the match to that version by both transports, the ladder, and a bot its turns."""
    async with opened(world.address, max_size=None) as socket:
        await greet(socket, token)
        asked = {"id": named.match_id, "views": True}
        await subscribe(socket, "events", NEWS, **asked)
        reached = 0
        while reached < version:
            item = await next_item(world, token, socket, "events")
            reached = item["event"]["version"] if "event" in item else reached
        if named.ladder_id:
            await subscribe(socket, "ladder", PROGRESS, id=named.ladder_id)
            await next_item(world, token, socket, "ladder")
        if turns:
            await subscribe(socket, "feed", FEED)
        while turns:
            turns -= (await next_item(world, token, socket, "feed"))["kind"].upper() == "TURN"
    async with opened(world.address, max_size=None) as socket:
        await greet(socket, token)
        await subscribe(socket, "lobby", LOBBY)
        await next_item(world, token, socket, "lobby")


async def stream(world: World, token: str | None, path: str, events: int) -> None:
    """So many items of an event stream by REST, as they come."""
    headers = {**STREAM, **bearer(token), "x-request-id": "0123456789abcdef"}
    async with (
        asyncio.timeout(PATIENCE_S),
        httpx.AsyncClient(base_url=world.address, timeout=PATIENCE_S) as client,
        client.stream("GET", path, headers=headers) as answer,
    ):
        lines = answer.aiter_lines()
        while events:
            line = await anext(lines)
            world.heard(token, f"stream {path}", line.encode())
            events -= line.startswith("data:") and '"heartbeat"' not in line.split(",")[0]
