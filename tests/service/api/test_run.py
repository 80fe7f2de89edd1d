"""Each operation runs in one order, whatever received its request."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import httpx
import pytest
from pydantic.alias_generators import to_camel

from saqqara_service.api.operation import PREFIX, Row
from saqqara_service.api.table import OPERATIONS
from saqqara_service.settings import Settings
from tests.service.application.limits.test_rate_limits import SLOW, frugal
from tests.service.sockets import greet, hear, opened, say, subscribe
from tests.service.transports import GraphQL, Json, Rest, a_match, a_party, bearer

Code = str | None
Send = Callable[[Row, Code, Json], Awaitable[Code]]
"""Sends an operation with a token and a question; returns the code of its refusal."""

ROWS: Final = {one.name: one for one in OPERATIONS}
CHANGES: Final = [one for one in OPERATIONS if not (one.reads or one.by_rest_only)]
UNKNOWN_TOKEN: Final = "imh_user_" + "0" * 36
WRONG: Final[Json] = {"nonsense": True}
"""No question of any row has such a field."""


def ids_of(row: Row) -> Json:
    """Ids of things that nobody has made."""
    return {to_camel(name): "x" for name in row.ids}


def text_of(row: Row) -> str:
    """The document of a row that changes something."""
    field = to_camel(row.field)
    kind = field[0].upper() + field[1:]
    answer = "__typename ... on Problem { code }"
    return f"mutation($input: {kind}Input!) {{ {field}(input: $input) {{ {answer} }} }}"


def code_of(payload: Json) -> Code:
    """The code of the first refusal in an answer of GraphQL."""
    if payload.get("errors"):
        return str(payload["errors"][0]["extensions"]["code"])
    (value,) = payload["data"].values()
    code: Code = value.get("code")
    return code


@asynccontextmanager
async def rest(client: httpx.AsyncClient) -> AsyncIterator[Send]:
    """By REST."""

    async def send(row: Row, token: Code, ask: Json) -> Code:
        path = PREFIX + re.sub(r"{\w+}", "x", row.path)
        answer = await client.post(path, json=ask, headers=bearer(token))
        code: Code = answer.json().get("code")
        return code

    yield send


@asynccontextmanager
async def graphql(client: httpx.AsyncClient) -> AsyncIterator[Send]:
    """By GraphQL over HTTP."""

    async def send(row: Row, token: Code, ask: Json) -> Code:
        body = {"query": text_of(row), "variables": {"input": ids_of(row) | ask}}
        answer = await client.post("/graphql", json=body, headers=bearer(token))
        return code_of(answer.json())

    yield send


@asynccontextmanager
async def socket(client: httpx.AsyncClient) -> AsyncIterator[Send]:
    """By GraphQL over a websocket, whose token its handshake carries: it may be a bad one."""

    async def send(row: Row, token: Code, ask: Json) -> Code:
        async with opened(str(client.base_url), additional_headers=bearer(token)) as open_socket:
            await say(open_socket, type="connection_init", payload={})
            if (await hear(open_socket))["type"] != "connection_ack":
                return "unauthenticated"
            await subscribe(open_socket, "1", text_of(row), input=ids_of(row) | ask)
            message = await hear(open_socket)
            payload = message["payload"]
            return code_of({"errors": payload} if message["type"] == "error" else payload)

    yield send


WAYS: Final = {"rest": rest, "graphql": graphql, "socket": socket}


@pytest.mark.parametrize("way", WAYS)
async def test_who_asks_is_settled_before_the_question_is_read(
    way: str, lone_client: httpx.AsyncClient
) -> None:
    """Without a token every change that needs one is refused for that, not for its question."""
    async with WAYS[way](lone_client) as send:
        for row in CHANGES:
            expected = "unauthenticated" if row.needs_caller else "malformed"
            assert await send(row, None, WRONG) == expected, row.name
        assert await send(ROWS["bots_create"], None, {"name": ""}) == "unauthenticated"


async def test_a_query_is_read_when_its_caller_is_known(lone_client: httpx.AsyncClient) -> None:
    """What reads is refused in the same order as what changes something."""
    for transport in (Rest(lone_client), GraphQL(lone_client)):
        assert (await transport.explain(None, {}, "x")).code == "unauthenticated"


@pytest.mark.parametrize("way", ["rest", "graphql"])
async def test_a_bad_token_is_refused_where_it_matters(
    way: str, lone_client: httpx.AsyncClient
) -> None:
    """A token that is none is as good as no token where nobody needs one."""
    async with WAYS[way](lone_client) as send:
        for row in CHANGES:
            expected = "unauthenticated" if row.takes_caller else "malformed"
            assert await send(row, UNKNOWN_TOKEN, WRONG) == expected, row.name


@pytest.mark.parametrize("way", WAYS)
async def test_the_question_is_read_before_the_scope_is_looked_at(
    way: str, lone_client: httpx.AsyncClient
) -> None:
    """A token that lacks the scope hears of the question first, then of the scope."""
    owner = (await a_party(Rest(lone_client), 1)).owner
    ask = {"name": "reader", "scopes": ["match_read"]}
    token = (await Rest(lone_client).do("createToken", owner, ask)).data["token"]
    async with WAYS[way](lone_client) as send:
        for row in (one for one in CHANGES if one.scope is not None):
            assert await send(row, token, WRONG) == "malformed", row.name
            if not row.words:
                assert await send(row, token, {}) == "forbidden", row.name


@pytest.mark.parametrize("way", WAYS)
async def test_who_is_refused_before_the_charge_pays_too(way: str, settings: Settings) -> None:
    """Questions that cannot be read cost calls of the token, and leave others' alone."""
    async with frugal(settings, token_burst=4, token_per_s=SLOW, address_burst=9) as client:
        party = await a_party(Rest(client), 1)
        token = party.tokens[0]
        async with WAYS[way](client) as send:
            answers = [await send(ROWS["matches_act"], token, WRONG) for _ in range(5)]
        assert answers == ["malformed"] * 4 + ["rate_limited"]
        assert (await Rest(client).me(party.owner)).code is None


async def test_strangers_who_cannot_be_read_are_refused_in_the_end(settings: Settings) -> None:
    """The address pays for them, whatever kind of body they send."""
    async with frugal(settings, address_burst=3, address_per_s=SLOW) as client:
        query = [(await client.get("/api/v1/matches?first=abc")).status_code for _ in range(4)]
        assert query == [400, 400, 400, 429]
        text = {"content-type": "text/plain"}
        body = await client.post("/api/v1/records/views", content=b"x", headers=text)
        assert body.status_code == 429


@pytest.mark.parametrize("beside", ["", "act"])
async def test_each_field_that_is_refused_pays(beside: str, settings: Settings) -> None:
    """Six fields without the scope cost six calls, also beside an action that is applied."""
    async with frugal(settings, token_burst=40, token_per_s=SLOW) as client:
        party = await a_party(Rest(client))
        match = await a_match(Rest(client), party)
        token = party.tokens[match["toAct"]]
        refused = [
            f'm{number}: undeleteAccount(input: {{accountId: "x"}}) {{ __typename }}'
            for number in range(6)
        ]
        action = (await client.get("/api/v1/turns", headers=bearer(token))).json()["items"][0]
        asked = {"matchId": match["id"], "action": action["actions"][0], "actionId": "one"}
        asked |= {"expectedVersion": match["version"]}
        acted = ["act(input: $input) { ... on Acted { version } }"] * bool(beside)
        wanted = "($input: ActInput!)" if beside else ""
        body = {
            "query": f"mutation{wanted} {{ {' '.join(acted + refused)} }}",
            "variables": {"input": asked} if beside else {},
        }
        answer = (await client.post("/graphql", json=body, headers=bearer(token))).json()
        assert answer["extensions"]["cost"]["calls"] == 6
        assert {answer["data"][f"m{one}"]["__typename"] for one in range(6)} == {"Forbidden"}
        assert not beside or answer["data"]["act"]["version"] == match["version"] + 1


async def test_what_is_sent_in_a_wrong_way_is_refused_for_that(
    lone_client: httpx.AsyncClient,
) -> None:
    """A method or transport that an operation does not have is no operation yet."""
    change = {"query": text_of(ROWS["bots_create"]), "variables": '{"input": 7}'}
    assert (await lone_client.get("/graphql", params=change)).status_code == 405
    text = "subscription($l: String) { feed(language: $l) { __typename } }"
    followed = {"query": text, "variables": {"l": 7}}
    assert (await lone_client.post("/graphql", json=followed)).status_code == 400
    headers = {"content-type": "text/plain"}
    for row, status in (("bots_create", 401), ("accounts_register", 415)):
        path = PREFIX + ROWS[row].path
        answer = await lone_client.post(path, content=b"{}", headers=headers)
        assert answer.status_code == status, row


async def test_variables_are_told_one_by_one(lone_client: httpx.AsyncClient) -> None:
    """Whoever may ask hears of each that does not fit, behind whatever field it is used."""
    text = (
        "query($a: Int!, $b: Int!) { viewer { kind }"
        " matches(first: $a) { nodes { id } } ladders(first: $b) { nodes { id } } }"
    )
    body = {"query": text, "variables": {"a": "x", "b": "y"}}
    answer = (await lone_client.post("/graphql", json=body)).json()
    assert [one["extensions"]["code"] for one in answer["errors"]] == ["malformed"] * 2
    assert answer["extensions"]["cost"]["calls"] >= 1


async def test_streams_and_uploads_run_in_the_same_order(
    lone_client: httpx.AsyncClient, lone_server: str
) -> None:
    """What is followed or handed in without a token is refused for that, whatever was sent."""
    headers = {"accept": "text/event-stream"}
    followed = await lone_client.get("/api/v1/turns?nonsense=1", headers=headers)
    assert followed.json()["code"] == "unauthenticated"
    handed_in = await lone_client.post("/api/v1/bots/x/submissions", content=b"no archive")
    assert handed_in.json()["code"] == "unauthenticated"
    registered = await lone_client.post("/oauth/register", content=b"{")
    assert "token" in registered.json()["error_description"]
    async with opened(lone_server) as open_socket:
        await greet(open_socket)
        text = "subscription($l: String) { feed(language: $l) { __typename } }"
        await subscribe(open_socket, "1", text, l=7)
        (fault,) = (await hear(open_socket))["payload"]
    assert fault["extensions"]["code"] == "unauthenticated"
