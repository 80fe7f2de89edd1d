"""Who may read what: every query, subscription and GET of both transports, by the token that asks.

The rows are checked against the schema and the routes, and what is asked is derived from the
schema: a field that is added fails until somebody has said who may read it.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import aclosing
from dataclasses import asdict, dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Final

import httpx
import pytest
from graphql import (
    GraphQLField,
    GraphQLObjectType,
    GraphQLUnionType,
    build_schema,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)
from pydantic.alias_generators import to_camel

from saqqara_service.api.table import OPERATIONS
from saqqara_service.models import SCOPES, Scope, TokenKind
from tests.service.archives import a_submission
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.streams import sse
from tests.service.transports import (
    PATIENCE_S,
    UNHURRIED,
    Json,
    Party,
    Rest,
    a_match,
    a_party,
    bearer,
)

SCHEMA: Final = build_schema(Path("openapi/schema.graphql").read_text())
DELAY_MS: Final = 600_000


class Anyone(Enum):
    """Who may read a thing for which a token needs no scope."""

    ANYBODY = auto()
    """Everybody is told the same."""

    SIGHT = auto()
    """Everybody, as the public; who sits there and may read matches sees more."""

    TOKEN = auto()
    """Any token that is good."""


@dataclass(frozen=True, slots=True)
class Read:
    """Who may read a field, its path in REST, and what a stranger with every scope hears."""

    needs: Anyone | Scope
    path: str
    to_stranger: str | None = None


ANYBODY, SIGHT, TOKEN = Anyone
READS: Final = {
    "server": Read(ANYBODY, "/server"),
    "games": Read(ANYBODY, "/games"),
    "layout": Read(ANYBODY, "/layout"),
    "Viewer.account": Read(TOKEN, "/me"),
    "Viewer.bots": Read(TOKEN, "/bots"),
    "account": Read(ANYBODY, "/accounts/{account_id}"),
    "Account.bots": Read(ANYBODY, "/accounts/{account_id}/bots"),
    "Account.matches": Read(ANYBODY, "/accounts/{account_id}/matches"),
    "named": Read(ANYBODY, "/names"),
    "bot": Read(ANYBODY, "/bots/{bot_id}"),
    "Bot.matches": Read(ANYBODY, "/bots/{bot_id}/matches"),
    "Bot.ladders": Read(ANYBODY, "/bots/{bot_id}/ladders"),
    "Bot.versions": Read(ANYBODY, "/bots/{bot_id}/versions"),
    "Bot.submissions": Read(Scope.ACCOUNT_MANAGE, "/bots/{bot_id}/submissions", "forbidden"),
    "submissions": Read(Scope.ADMIN, "/submissions"),
    "operatorActs": Read(Scope.ADMIN, "/operator-acts"),
    "workload": Read(Scope.ADMIN, "/workload"),
    "submission": Read(Scope.ACCOUNT_MANAGE, "/submissions/{submission_id}", "not_found"),
    "Submission.log": Read(Scope.ACCOUNT_MANAGE, "/submissions/{submission_id}/log", "not_found"),
    "Viewer.token": Read(TOKEN, "/token"),
    "Viewer.tokens": Read(Scope.ACCOUNT_MANAGE, "/tokens"),
    "policy": Read(Scope.MATCH_READ, "/bots/{bot_id}/policy", "forbidden"),
    "challenge": Read(Scope.MATCH_READ, "/challenges/{challenge_id}", "not_found"),
    "challenges": Read(Scope.MATCH_READ, "/challenges"),
    "presentBots": Read(ANYBODY, "/presence"),
    "match": Read(SIGHT, "/matches/{match_id}"),
    "matches": Read(ANYBODY, "/matches"),
    "view": Read(SIGHT, "/matches/{match_id}/view"),
    "record": Read(SIGHT, "/matches/{match_id}/record"),
    "explain": Read(Scope.MATCH_READ, "/matches/{match_id}/explanation", "not_your_seat"),
    "hint": Read(Scope.MATCH_READ, "/matches/{match_id}/hint", "not_your_seat"),
    "preview": Read(Scope.MATCH_READ, "/matches/{match_id}/preview", "not_your_seat"),
    "matchEvents": Read(SIGHT, "/matches/{match_id}/events"),
    "turns": Read(Scope.MATCH_READ, "/turns"),
    "lobby": Read(ANYBODY, "/lobby"),
    "ladder": Read(ANYBODY, "/ladders/{ladder_id}"),
    "ladders": Read(ANYBODY, "/ladders"),
    "Ladder.guide": Read(ANYBODY, "/ladders/{ladder_id}/guide"),
    "Ladder.entries": Read(ANYBODY, "/ladders/{ladder_id}/entries"),
    "Ladder.standings": Read(ANYBODY, "/ladders/{ladder_id}/standings"),
    "Ladder.scores": Read(ANYBODY, "/ladders/{ladder_id}/scores"),
    "Ladder.teamScores": Read(ANYBODY, "/ladders/{ladder_id}/teams"),
    "Ladder.matches": Read(ANYBODY, "/ladders/{ladder_id}/matches"),
    "Ladder.rulings": Read(ANYBODY, "/ladders/{ladder_id}/rulings"),
    "Ladder.results": Read(ANYBODY, "/ladders/{ladder_id}/results"),
    "Ladder.pairs": Read(ANYBODY, "/ladders/{ladder_id}/pairs"),
    "Ladder.fit": Read(ANYBODY, "/ladders/{ladder_id}/fit"),
    "Ladder.luck": Read(ANYBODY, "/ladders/{ladder_id}/luck"),
}
STREAMS: Final = {
    "matchEvents": Read(SIGHT, "/matches/{match_id}/events"),
    "lobbyNews": Read(ANYBODY, "/lobby"),
    "feed": Read(Scope.MATCH_READ, "/turns"),
    "ladderProgress": Read(ANYBODY, "/ladders/{ladder_id}"),
}
BY_REST: Final = {
    "/archives/{archive_hash}": Scope.RUNNER,
    "/accounts/{account_id}/export": Scope.ACCOUNT_MANAGE,
}
"""What only REST tells; test_submissions.py and test_export.py ask for it with other tokens."""
BY_OTHERS: Final = {"node", "viewer"}
"""Fields of the root that lead to others, each of which asks by itself who may read it."""
MORE: Final = {
    "explain": {"action": "get"},
    "preview": {"action": "get"},
    "named": {"prefix": "Hemi"},
    "layout": {"game": "duel"},
}
"""What a field needs besides its required arguments."""
SELECTED: Final = {
    ("query", "matchEvents"): "{ nodes { version } }",
    (
        "subscription",
        "matchEvents",
    ): "{ ... on HeartbeatNews { heartbeat { clocks { version } } } }",
}


def _fields(operation: GraphQLObjectType | None) -> dict[str, GraphQLField]:
    assert operation is not None
    fields: dict[str, GraphQLField] = operation.fields
    return fields


def test_everything_that_is_read_stands_in_the_matrix_of_scopes() -> None:
    """Nobody adds a query, a subscription or a GET without saying who may read it."""
    below = {f"{one.of.__name__}.{to_camel(one.field)}" for one in OPERATIONS if one.of}
    assert READS.keys() == (_fields(SCHEMA.query_type).keys() | below) - BY_OTHERS
    assert STREAMS.keys() == _fields(SCHEMA.subscription_type).keys()
    rows = {one.path for one in (*READS.values(), *STREAMS.values())} | BY_REST.keys()
    assert {one.path: one.scope for one in OPERATIONS if one.reads and one.by_rest_only} == BY_REST
    assert rows == {one.path for one in OPERATIONS if one.method == "GET"}
    assert {one.path for one in STREAMS.values()} == {one.path for one in OPERATIONS if one.stream}


@dataclass(frozen=True, slots=True)
class Heard:
    """What was told, or the code and the missing scope of a refusal."""

    data: object = None
    code: str | None = None
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Asks for one field by one transport, about the things of the scene."""

    address: str
    client: httpx.AsyncClient
    ids: dict[str, str]

    async def every_way(self, name: str, token: str | None) -> list[Heard]:
        """What is heard by both transports, once and as a stream, where there is one."""
        ways = [self._by_rest, self._by_graphql] if name in READS else []
        ways += [self._by_stream, self._by_socket] if name in STREAMS else []
        return [await way(name, token) for way in ways]

    async def _by_rest(self, name: str, token: str | None) -> Heard:
        path, params = self._address(name), MORE.get(name)
        return _heard(await self.client.get(path, params=params, headers=bearer(token)))

    async def _by_stream(self, name: str, token: str | None) -> Heard:
        headers = {"accept": "text/event-stream", **bearer(token)}
        async with self.client.stream("GET", self._address(name), headers=headers) as answer:
            if not answer.is_success:
                await answer.aread()
                return _heard(answer)
            async with asyncio.timeout(PATIENCE_S), aclosing(sse(answer)) as items:
                item = await anext(items)
        return Heard(item["data"]) if "event" not in item else Heard(code=item["data"]["code"])

    async def _by_graphql(self, name: str, token: str | None) -> Heard:
        above, _dot, below = name.rpartition(".")
        text = self._below(above, below) if above else self._document("query", name)
        answer = await self.client.post("/graphql", json={"query": text}, headers=bearer(token))
        return _heard_by_graphql(answer.json())

    async def _by_socket(self, name: str, token: str | None) -> Heard:
        text = self._document("subscription", name)
        async with opened(self.address) as socket:
            await greet(socket, token)
            await subscribe(socket, "1", text)
            return _heard_by_graphql((await hear(socket))["payload"])

    def _address(self, name: str) -> str:
        names = {f"{one}_id": value for one, value in self.ids.items()}
        return f"/api/v1{(READS | STREAMS)[name].path.format(**names)}"

    def _below(self, above: str, name: str) -> str:
        """A document that asks a thing of this type for one of its fields."""
        kind = SCHEMA.type_map[above]
        assert isinstance(kind, GraphQLObjectType)
        thing = f"{above[0].lower()}{above[1:]}"
        selected = f"{{ {name} {_leaves(kind.fields[name])} }}"
        given = "" if thing == "viewer" else f'(id: "{self.ids[thing]}")'
        return f"query {{ {thing}{given} {selected} }}"

    def _document(self, kind: str, name: str) -> str:
        """A document with the required arguments, for all that the type tells by itself."""
        root = SCHEMA.query_type if kind == "query" else SCHEMA.subscription_type
        asked = _fields(root)[name]
        needed = [one for one, argument in asked.args.items() if is_required_argument(argument)]
        more: Json = MORE.get(name, {})
        given = {
            one: self.ids[name if one == "id" else one.removesuffix("Id")]
            for one in needed
            if one not in more
        } | more
        said = ", ".join(f"{one}: {json.dumps(value)}" for one, value in given.items())
        selected = SELECTED.get((kind, name)) or _leaves(asked)
        return f"{kind} {{ {name}{f'({said})' if said else ''} {selected} }}"


def _leaves(asked: GraphQLField) -> str:
    kind = get_named_type(asked.type)
    if isinstance(kind, GraphQLUnionType):
        return "{ __typename }"
    if not isinstance(kind, GraphQLObjectType):
        return ""
    leaves = [name for name, each in kind.fields.items() if is_leaf_type(get_named_type(each.type))]
    return f"{{ {' '.join(['__typename', *leaves])} }}"


def _heard(answer: httpx.Response) -> Heard:
    body: Json = answer.json()
    return Heard(body) if answer.is_success else Heard(None, body["code"], body.get("scope"))


def _heard_by_graphql(payload: Json) -> Heard:
    if not (faults := payload.get("errors")):
        return Heard(payload["data"])
    extensions = faults[0]["extensions"]
    return Heard(None, extensions["code"], extensions.get("scope"))


@dataclass(frozen=True, slots=True)
class Scene:
    """A party in a match that the public sees later, what else there is to read, and a stranger."""

    rest: Rest
    party: Party
    reader: Reader
    stranger: Party

    async def narrow(self, needs: Scope, scopes: set[Scope]) -> str:
        """A token with these scopes only, of the bot to act or else of its owner."""
        about = {} if needs is Scope.ACCOUNT_MANAGE else {"botId": self.party.ids[0]}
        ask = {"name": "narrow", "scopes": sorted(scopes), **about}
        return str((await self.rest.do("createToken", self.party.owner, ask)).data["token"])


@pytest.fixture
async def scene(client: httpx.AsyncClient, server: str) -> Scene:
    """Something to read for every row."""
    rest = Rest(client)
    party, stranger = await a_party(rest), await a_party(rest, 1)
    match = await a_match(rest, party, publicDelayMs=DELAY_MS)
    terms: Json = {"game": "duel", "timeControl": UNHURRIED}
    ask = {**terms, "challenged": [party.ids[1]]}
    challenge = (await rest.do("createChallenge", party.tokens[0], ask)).data
    ask = {**terms, "name": "ladder", "blocks": 1, "concurrency": 1}
    ladder = (await rest.do("createLadder", party.owner, ask)).data
    things = {"match": match, "challenge": challenge, "ladder": ladder}
    ids = {name: str(thing["id"]) for name, thing in things.items()} | {"bot": party.ids[0]}
    ids["submission"] = (await a_submission(client, party.owner, party.ids[0]))["id"]
    ids["account"] = party.bots[0]["account"]["id"]
    return Scene(rest, party, Reader(server, client, ids), stranger)


def _may_not(heard: list[Heard]) -> bool:
    return any(one.code in {"forbidden", "unauthenticated"} for one in heard)


@pytest.mark.parametrize("needs", [Scope.MATCH_READ, Scope.ACCOUNT_MANAGE])
async def test_a_read_that_needs_a_scope_needs_that_one_and_no_other(
    scene: Scene, needs: Scope
) -> None:
    """A token with every other scope is refused, one with this scope alone is not."""
    kind = TokenKind.USER if needs is Scope.ACCOUNT_MANAGE else TokenKind.BOT
    full = scene.party.owner if kind is TokenKind.USER else scene.party.tokens[0]
    rows = [name for name, row in (READS | STREAMS).items() if row.needs is needs]
    without = await scene.narrow(needs, set(SCOPES[kind]) - {needs})
    for name in rows:
        assert not _may_not(await scene.reader.every_way(name, full)), name
        for heard in await scene.reader.every_way(name, without):
            assert (heard.code, heard.scope) == ("forbidden", needs), name
        for heard in await scene.reader.every_way(name, None):
            assert heard.code == "unauthenticated", name
        hears = (READS | STREAMS)[name].to_stranger
        stranger = scene.stranger.owner if kind is TokenKind.USER else scene.stranger.tokens[0]
        for heard in await scene.reader.every_way(name, stranger):
            assert heard.code == hears, name
    info = (await scene.rest.client.get("/api/v1/token", headers=bearer(without))).json()
    await scene.rest.do("revokeToken", scene.party.owner, {}, info["id"])
    only = await scene.narrow(needs, {needs})
    for name in rows:
        assert not _may_not(await scene.reader.every_way(name, only)), name


async def test_a_read_that_needs_no_scope_takes_any_token(scene: Scene) -> None:
    """Who asks without one is told the same, where nothing depends on who asks."""
    narrow = await scene.narrow(Scope.LADDER_JOIN, {Scope.LADDER_JOIN})
    for name, row in (READS | STREAMS).items():
        if row.needs in {ANYBODY, TOKEN}:
            assert not _may_not(await scene.reader.every_way(name, narrow)), name
            refused = _may_not(await scene.reader.every_way(name, None))
            assert refused == (row.needs is TOKEN), name


async def test_without_the_scope_to_read_a_seat_sees_what_the_public_sees(scene: Scene) -> None:
    """A delayed match is told at once to who sits there and may read, later to all others."""
    blind = await scene.narrow(Scope.MATCH_PLAY, {Scope.MATCH_PLAY, Scope.LADDER_JOIN})
    for name in (one for one, row in (READS | STREAMS).items() if row.needs is SIGHT):
        answers = await scene.reader.every_way(name, scene.party.tokens[0])
        public = await scene.reader.every_way(name, None)
        for token in (blind, scene.stranger.tokens[0]):
            heard = await scene.reader.every_way(name, token)
            assert list(map(_timeless, heard)) == list(map(_timeless, public)), name
        for one, other in zip(answers, public, strict=True):
            assert _timeless(one) != _timeless(other), name


def _timeless(heard: Heard) -> str:
    """What was heard, without the instant of a heartbeat."""
    return re.sub(r'"nowMs": \d+', "", json.dumps(asdict(heard)))
