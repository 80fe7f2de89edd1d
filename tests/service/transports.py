"""Both transports of a running server, spoken to as a stranger would: over sockets, in their forms.

`Rest` and `GraphQL` answer the same calls in the same words, so that a test of parity is a table.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol
from urllib.parse import quote, urlencode

import httpx
import uvicorn

from saqqara_service.app import server_for
from saqqara_service.edge.listeners import bound
from saqqara_service.observability.tracing import Tracing
from saqqara_service.settings import Settings
from tests.service.documents import MATCH, MUTATIONS, mutation
from tests.service.graphql_enums import with_names, with_values
from tests.service.operations import QUERIES

Json = dict[str, Any]
UNHURRIED: Json = {"kind": "fischer", "baseMs": 600_000, "incrementMs": 1_000}
PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in no transport's form: what was asked for, or a refusal's code and facts."""

    data: Json = field(default_factory=dict)
    code: str | None = None
    message: str = ""
    facts: Json = field(default_factory=dict)


class Transport(Protocol):
    """The calls that both transports answer."""

    @property
    def name(self) -> str:
        """`rest` or `graphql`."""
        ...

    async def me(self, token: str | None) -> Answer:
        """Who the token speaks for."""
        ...

    async def match(self, match_id: str, token: str | None = None) -> Answer:
        """A match."""
        ...

    async def view(self, match_id: str, token: str | None = None) -> Answer:
        """A view."""
        ...

    async def record(self, match_id: str, token: str | None = None) -> Answer:
        """A record."""
        ...

    async def explain(self, token: str | None, ask: Json, match_id: str) -> Answer:
        """Whether an action is legal."""
        ...

    async def do(self, what: str, token: str | None, ask: Json, match_id: str = "") -> Answer:
        """A row of `MUTATIONS`, about the thing with that id."""
        ...

    async def ask(self, what: str, token: str | None, ask: Json, **ids: str) -> Answer:
        """A row of `QUERIES`."""
        ...

    async def send(self, body: bytes, content_type: str = "application/json") -> Answer:
        """Any bytes, to where a body is read."""
        ...


@dataclass(frozen=True, slots=True)
class Rest:
    """The REST transport."""

    client: httpx.AsyncClient
    name: str = "rest"

    async def me(self, token: str | None) -> Answer:
        """`GET /me`."""
        return await self._call("GET", "/me", token)

    async def match(self, match_id: str, token: str | None = None) -> Answer:
        """`GET /matches/{matchId}`."""
        return await self._call("GET", f"/matches/{quote(match_id)}", token)

    async def view(self, match_id: str, token: str | None = None) -> Answer:
        """`GET /matches/{matchId}/view`."""
        return await self._call("GET", f"/matches/{match_id}/view", token)

    async def record(self, match_id: str, token: str | None = None) -> Answer:
        """`GET /matches/{matchId}/record`."""
        return await self._call("GET", f"/matches/{match_id}/record", token)

    async def explain(self, token: str | None, ask: Json, match_id: str) -> Answer:
        """`GET /matches/{matchId}/explanation`."""
        path = f"/matches/{match_id}/explanation?{_words(ask)}"
        return await self._call("GET", path, token)

    async def do(self, what: str, token: str | None, ask: Json, match_id: str = "") -> Answer:
        """`POST` to the path of the call."""
        return await self._call("POST", MUTATIONS[what].path.format(id=match_id), token, ask)

    async def ask(self, what: str, token: str | None, ask: Json, **ids: str) -> Answer:
        """`GET` from the path of the query, its words in the address."""
        return await self._call("GET", f"{QUERIES[what].path.format(**ids)}?{_words(ask)}", token)

    async def send(self, body: bytes, content_type: str = "application/json") -> Answer:
        """`POST /accounts` with anything."""
        headers = {"content-type": content_type}
        path = "/api/v1/accounts"
        return _rest_answer(await self.client.post(path, content=body, headers=headers))

    async def _call(
        self, method: str, path: str, token: str | None, ask: Json | None = None
    ) -> Answer:
        answer = await self.client.request(
            method, f"/api/v1{path}", json=ask, headers=bearer(token)
        )
        return _rest_answer(answer)


@dataclass(frozen=True, slots=True)
class GraphQL:
    """The GraphQL transport, over HTTP."""

    client: httpx.AsyncClient
    name: str = "graphql"

    async def me(self, token: str | None) -> Answer:
        """`me`."""
        text = "{ viewer { account { id name quotas { name used limit } } } }"
        answer = await self._ask(text, "viewer", token)
        return replace(answer, data=answer.data.get("account", {}))

    async def match(self, match_id: str, token: str | None = None) -> Answer:
        """`match`."""
        text = f"query($id: ID!) {{ match(id: $id) {{ {MATCH} }} }}"
        return await self._ask(text, "match", token, {"id": match_id})

    async def view(self, match_id: str, token: str | None = None) -> Answer:
        """`view`."""
        text = "query($id: ID!) { view(matchId: $id) { matchId game version seat view } }"
        return await self._ask(text, "view", token, {"id": match_id})

    async def record(self, match_id: str, token: str | None = None) -> Answer:
        """`record`."""
        text = "query($id: ID!) { record(matchId: $id) }"
        return await self._ask(text, "record", token, {"id": match_id})

    async def explain(self, token: str | None, ask: Json, match_id: str) -> Answer:
        """`explain`."""
        text = (
            "query($matchId: ID!, $action: String, $code: Int) "
            "{ explain(matchId: $matchId, action: $action, code: $code) "
            "{ matchId version seat action legal broken reason place allowedWords } }"
        )
        return await self._ask(text, "explain", token, {**ask, "matchId": match_id})

    async def do(self, what: str, token: str | None, ask: Json, match_id: str = "") -> Answer:
        """The mutation of that name."""
        ask = {**ask, MUTATIONS[what].id_field: match_id} if match_id else ask
        return await self._ask(mutation(what), what, token, {"input": ask})

    async def ask(self, what: str, token: str | None, ask: Json, **ids: str) -> Answer:
        """The query of that name."""
        return await self._ask(QUERIES[what].text, what, token, {**ask, **ids})

    async def send(self, body: bytes, content_type: str = "application/json") -> Answer:
        """`POST /graphql` with anything."""
        headers = {"content-type": content_type}
        answer = await self.client.post("/graphql", content=body, headers=headers)
        return graphql_answer(answer.json(), "")

    async def _ask(
        self, text: str, field_name: str, token: str | None, variables: Json | None = None
    ) -> Answer:
        body = {"query": text, "variables": with_names(text, variables or {})}
        answer = await self.client.post("/graphql", json=body, headers=bearer(token))
        payload = answer.json()
        if payload.get("data"):
            payload["data"] = with_values(text, payload["data"])
        return graphql_answer(payload, field_name)


def graphql_answer(payload: Json, field_name: str) -> Answer:
    """A GraphQL answer: the field, a problem in its place, or the first of `errors`."""
    if payload.get("errors"):
        fault = payload["errors"][0]
        facts = dict(fault["extensions"])
        assert facts.pop("requestId")
        facts.pop("next")
        return Answer(code=facts.pop("code"), message=fault["message"], facts=facts)
    data = payload["data"][field_name]
    data.pop("__typename", None)
    if "requestId" in data:
        assert data["requestId"]
        return Answer(code=data["code"], message=data["message"], facts=data["facts"])
    return Answer(data=data)


def _rest_answer(answer: httpx.Response) -> Answer:
    body = answer.json()
    if answer.headers["content-type"] != "application/problem+json":
        assert answer.is_success, body
        return Answer(data=body)
    assert body["status"] == answer.status_code
    assert body["requestId"] == answer.headers["x-request-id"]
    known = ("type", "title", "status", "detail", "code", "requestId", "next")
    facts = {name: value for name, value in body.items() if name not in known}
    return Answer(code=body["code"], message=body["detail"], facts=facts)


def bearer(token: str | None) -> dict[str, str]:
    """The header that carries a token."""
    return {} if token is None else {"authorization": f"Bearer {token}"}


@asynccontextmanager
async def serving(settings: Settings, tracing: Tracing | None = None) -> AsyncIterator[str]:
    """A real server on a real socket for the time of the block; its address."""
    async with stoppable_server(settings, tracing) as (address, _):
        yield address


@asynccontextmanager
async def stoppable_server(
    settings: Settings, tracing: Tracing | None = None
) -> AsyncIterator[tuple[str, uvicorn.Server]]:
    """The same with the server in hand."""
    # Named as TCP: without that asyncio leaves Nagle's algorithm on, 40 ms a request.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        bound([listener])
        server = server_for(settings, tracing)
        running = asyncio.create_task(server.serve([listener]))
        while not server.started:
            assert not running.done(), running
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", server
        finally:
            server.should_exit = True
            await running


@dataclass(frozen=True, slots=True)
class Party:
    """An owner, and bots with their tokens."""

    owner: str
    bots: list[Json]

    @property
    def tokens(self) -> list[str]:
        """The bots' tokens, in the order of the bots."""
        return [bot["token"] for bot in self.bots]

    @property
    def ids(self) -> list[str]:
        """The bots' ids."""
        return [bot["bot"]["id"] for bot in self.bots]


async def a_party(transport: Transport, count: int = 2) -> Party:
    """An account with so many bots, made through the transport."""
    owner = (await transport.do("register", None, {"name": "Hemiunu"})).data["token"]
    bots = [
        (await transport.do("createBot", owner, {"name": f"bot {n}"})).data for n in range(count)
    ]
    return Party(owner, bots)


async def a_match(transport: Transport, party: Party, **terms: Any) -> Json:
    """A started match of the party's bots, made through the transport."""
    ask = {
        "game": "imhotep",
        "options": {"players": len(party.bots)},
        "timeControl": UNHURRIED,
        "seats": party.ids,
        **terms,
    }
    answer = await transport.do("createMatch", party.owner, ask)
    assert answer.code is None, answer
    return answer.data


async def a_decision(client: httpx.AsyncClient, party: Party, action_id: str) -> tuple[str, Json]:
    """The token of the bot that is asked, and an action for it."""
    for token in party.tokens:
        answer = await client.get("/api/v1/turns", headers=bearer(token))
        for turn in answer.json()["items"]:
            action = turn["actions"][0]
            ask = {"action": action, "expectedVersion": turn["version"], "actionId": action_id}
            return token, ask
    raise AssertionError("nobody is asked")


def _words(ask: Json) -> str:
    """The words of an address, truth values as JSON spells them."""
    spelt = {True: "true", False: "false"}
    return urlencode({k: spelt[v] if isinstance(v, bool) else v for k, v in ask.items()})
