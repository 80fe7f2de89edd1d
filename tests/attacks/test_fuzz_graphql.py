"""Every field of the roots with odd values in variables and in the text, by both transports.

Each is answered by data, a problem or errors with a code, or the websocket is closed with a reason;
never by a fault of the service, and the next good operation is served as if nothing had been.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx
import pytest
from graphql import (
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLSchema,
    build_schema,
    get_named_type,
    is_enum_type,
    is_leaf_type,
)
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.attacks.odd import NUMBERS, ODD, placed, places, some
from tests.service.replicas import Api
from tests.service.sockets import greet, hear, opened, say
from tests.service.transports import PATIENCE_S, Json, Party, Rest, a_match, a_party, bearer

SCHEMA: Final[GraphQLSchema] = build_schema(Path("openapi/schema.graphql").read_text("utf-8"))
LITERALS: Final = (
    *NUMBERS[:10],
    "9" * 60_000,
    f'"{"x" * 20_000}"',
    '"\\ud800"',
    '"\\u{110000}"',
    '"\\u0000"',
    '"""\u202e"""',
    "$undefined",
    "undefined",
    "null",
    "{}",
    "[]",
    "[" * 60 + "]" * 60,
    "[" * 400 + "]" * 400,
    "{a: " * 300 + "1" + "}" * 300,
    "{a: 18446744073709551616, b: [1e400]}",
)
TEXTS: Final = (
    "",
    "{",
    "{" * 450 + "a" + "}" * 450,
    "query($v: " + "[" * 450 + "Int" + "]" * 450 + ") { viewer { kind } }",
    "{ viewer { kind @include(if: 18446744073709551616) } }",
    "query($v: Int = 18446744073709551616) { viewer { kind } }",
    "\ufeff{ __typename }",
    "{ __typename } # \u202e \u0000",
    "{ \u05d0 }",
)
ENVELOPES: Final = (
    '{"query": "{ __typename }", "operationName": []}',
    '{"query": "{ __typename }", "operationName": {"a": 1}}',
    '{"query": "{ __typename }", "operationName": 18446744073709551616}',
    '{"query": "{ __typename }", "variables": [1]}',
    '{"query": "{ __typename }", "variables": "x"}',
    '{"query": "{ __typename }", "extensions": 1}',
    '{"query": ["{ __typename }"]}',
    '{"query": null}',
    '[{"query": "{ __typename }"}]',
    "null",
    "9" * 10_000,
)
FINE: Final = "{ __typename }"


pytestmark = pytest.mark.timeout(3_600)
"""Only what hangs takes that long: the long form sends tens of thousands of requests."""


@dataclass(frozen=True, slots=True)
class Row:
    """A field of a root."""

    kind: str
    name: str
    definition: GraphQLField

    def text(self, **literals: str) -> str:
        """An operation of this field alone, with literals for some of its arguments."""
        given = [name for name in self.definition.args if name not in literals]
        declared = ", ".join(f"${name}: {self.definition.args[name].type}" for name in given)
        said = [*(f"{name}: ${name}" for name in given), *map(": ".join, literals.items())]
        selection = "" if is_leaf_type(get_named_type(self.definition.type)) else " { __typename }"
        asked = f"({', '.join(said)})" if said else ""
        return f"{self.kind}{f'({declared})' if given else ''} {{ {self.name}{asked}{selection} }}"

    def values(self, ids: dict[str, str]) -> Json:
        """A value for each of its arguments."""
        return {name: _value(name, one.type, ids) for name, one in self.definition.args.items()}


def _value(name: str, kind: GraphQLInputType, ids: dict[str, str], depth: int = 0) -> object:
    if isinstance(kind, GraphQLNonNull):
        kind = kind.of_type
    if name in ids:
        return ids[name]
    if isinstance(kind, GraphQLList):
        return [_value(name, kind.of_type, ids, depth)]
    if isinstance(kind, GraphQLInputObjectType):
        within = kind.fields.items() if depth < 3 else ()
        return {part: _value(part, one.type, ids, depth + 1) for part, one in within}
    if is_enum_type(kind):
        return next(iter(kind.values))
    found = {"Int": 1, "Float": 1.0, "Boolean": False, "Instant": 1, "JSONObject": {}, "ID": "x"}
    return found.get(str(kind), "duel")


ROWS: Final = [
    Row(kind, name, definition)
    for kind, root in (
        ("query", SCHEMA.query_type),
        ("mutation", SCHEMA.mutation_type),
        ("subscription", SCHEMA.subscription_type),
    )
    if root is not None
    for name, definition in root.fields.items()
]


def odd_bodies(ids: dict[str, str], rng: random.Random) -> Iterator[tuple[str, str]]:
    """Every operation with odd values, each as its kind and the JSON of what is asked."""
    for row in ROWS:
        body = {"query": row.text(), "variables": row.values(ids)}
        for place in places(body["variables"]):
            for text in some(ODD, 2, rng):
                yield row.kind, placed(body, ("variables", *place), text)
        for name in row.definition.args:
            others = {one: value for one, value in row.values(ids).items() if one != name}
            for text in some(LITERALS, 2, rng):
                yield row.kind, json.dumps({"query": row.text(**{name: text}), "variables": others})
    for text in TEXTS:
        yield "query", json.dumps({"query": text})
    for envelope in ENVELOPES:
        yield "query", envelope


@dataclass(frozen=True, slots=True)
class Scene:
    """Who asks, things to ask about, and what went wrong."""

    address: str
    party: Party
    ids: dict[str, str]
    faults: list[str] = field(default_factory=list)

    def note(self, asked: str, answer: object) -> None:
        """Look for a fault of the service in an answer."""
        if "internal" in str(answer) or "Traceback" in str(answer) or len(str(answer)) > 20_000:
            self.faults.append(f"{asked:.300} -> {answer!s:.500}")


@pytest.fixture
async def scene(unhindered: Api) -> AsyncIterator[Scene]:
    """A party with a match."""
    async with httpx.AsyncClient(base_url=unhindered.address, timeout=PATIENCE_S) as http:
        party = await a_party(Rest(http))
        match = await a_match(Rest(http), party)
    ids = {"id": match["id"], "matchId": match["id"], "botId": party.ids[0], "tokenId": "0" * 24}
    made = Scene(unhindered.address, party, ids)
    yield made
    assert made.faults == []


def test_every_root_has_rows() -> None:
    """The rows are the schema's own, so that none can be forgotten."""
    assert {row.kind for row in ROWS} == {"query", "mutation", "subscription"}
    assert len(ROWS) > 60


async def test_nothing_is_too_odd_by_http(scene: Scene) -> None:
    """A request is answered with a status below 500, in the form that it asked for."""
    tokens = itertools.cycle((scene.party.owner, scene.party.tokens[0]))
    forms = itertools.cycle(("application/json", "application/graphql-response+json"))
    async with httpx.AsyncClient(base_url=scene.address, timeout=PATIENCE_S) as http:
        for _, body in odd_bodies(scene.ids, random.Random(21)):
            headers = {"content-type": "application/json", "accept": next(forms)}
            content = body.encode("utf-8", "surrogatepass")
            headers |= bearer(next(tokens))
            answer = await http.post("/graphql", content=content, headers=headers)
            payload = answer.json()
            scene.note(body, payload)
            assert answer.status_code < 500, (body[:300], payload)
            assert "data" in payload or payload["errors"][0]["extensions"]["code"], payload
        fine = await http.post("/graphql", json={"query": FINE})
        assert fine.json()["data"] == {"__typename": "Query"}


async def test_nothing_is_too_odd_by_a_websocket(scene: Scene) -> None:
    """An operation is answered, or the connection closed for what is no message at all."""
    bodies = [body for _, body in odd_bodies(scene.ids, random.Random(22))]
    while bodies:
        async with opened(scene.address) as socket:
            await greet(socket, scene.party.tokens[0])
            while bodies:
                body = bodies.pop()
                if not await _survived(scene, socket, body):
                    break


async def _survived(scene: Scene, socket: ClientConnection, body: str) -> bool:
    """Ask something odd, then something fine; whether the connection is still there."""
    try:
        await socket.send(f'{{"type": "subscribe", "id": "odd", "payload": {body}}}')
        await say(socket, type="subscribe", id="fine", payload={"query": FINE})
        running = {"odd", "fine"}
        async with asyncio.timeout(PATIENCE_S):
            while "fine" in running:
                message = await hear(socket)
                scene.note(body, message)
                if message["type"] in {"complete", "error"}:
                    running.discard(message["id"])
        if "odd" in running:
            await say(socket, type="complete", id="odd")
            await _heard_of(scene, socket, body)
    except ConnectionClosed:
        assert socket.close_code in {1009, 4400}, (body[:300], socket.close_code)
        return False
    return True


async def _heard_of(scene: Scene, socket: ClientConnection, body: str) -> None:
    """Let a stream that was ended tell its last, so that its id is free."""
    await say(socket, type="subscribe", id="again", payload={"query": FINE})
    async with asyncio.timeout(PATIENCE_S):
        while (message := await hear(socket))["type"] != "complete" or message["id"] != "again":
            scene.note(body, message)
