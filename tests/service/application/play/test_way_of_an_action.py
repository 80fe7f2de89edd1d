"""The way of an action through the service stays short: calls, files and shapes are counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import httpx
import pytest

from tests.service.application.play.action_trace import ActionTrace
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import (
    PATIENCE_S,
    GraphQL,
    Json,
    Party,
    Rest,
    a_decision,
    a_match,
    a_party,
    bearer,
)

ACT: Final = (
    "mutation($input: ActInput!) { act(input: $input)"
    " { __typename ... on Acted { version leftMs } ... on Problem { code message } } }"
)
Act = Callable[[str, Json], Awaitable[int]]
"""Sends an action with a token; returns the version after it."""


class Budget(NamedTuple):
    """The most that an action may take. It only ever shrinks."""

    depth: int
    files: int
    shapes: int


BUDGETS: Final = {
    "socket": Budget(depth=16, files=56, shapes=4),
    "graphql": Budget(depth=24, files=58, shapes=4),
    "rest": Budget(depth=15, files=49, shapes=4),
}
WARM: Final = 6
"""Actions before the one that is followed, so that every cache is filled."""


@asynccontextmanager
async def by_rest(client: httpx.AsyncClient, match: Json, _: Party) -> AsyncIterator[Act]:
    """By `POST` to the actions of the match."""

    async def act(token: str, ask: Json) -> int:
        path = f"/api/v1/matches/{match['id']}/actions"
        answer = await client.post(path, json=ask, headers=bearer(token))
        return int(answer.json()["version"])

    yield act


@asynccontextmanager
async def by_graphql(client: httpx.AsyncClient, match: Json, _: Party) -> AsyncIterator[Act]:
    """By a mutation over HTTP."""

    async def act(token: str, ask: Json) -> int:
        body = {"query": ACT, "variables": {"input": {"matchId": match["id"], **ask}}}
        answer = await client.post("/graphql", json=body, headers=bearer(token))
        return int(answer.json()["data"]["act"]["version"])

    yield act


@asynccontextmanager
async def by_socket(client: httpx.AsyncClient, match: Json, party: Party) -> AsyncIterator[Act]:
    """By a mutation on the websocket of the bot."""
    server = str(client.base_url)
    async with opened(server) as first, opened(server) as second:
        sockets = dict(zip(party.tokens, (first, second), strict=True))
        for token, socket in sockets.items():
            await greet(socket, token)

        async def act(token: str, ask: Json) -> int:
            given = {"matchId": match["id"], **ask}
            await subscribe(sockets[token], "act", ACT, input=given)
            message = await hear(sockets[token])
            assert (await hear(sockets[token]))["type"] == "complete"
            return int(message["payload"]["data"]["act"]["version"])

        yield act


WAYS: Final = {"socket": by_socket, "graphql": by_graphql, "rest": by_rest}


@pytest.mark.parametrize("way", WAYS)
async def test_the_way_of_an_action_is_short(way: str, lone_server: str) -> None:
    """An action in the middle of a match, which nobody follows."""
    async with httpx.AsyncClient(base_url=lone_server, timeout=PATIENCE_S) as client:
        party = await a_party(Rest(client))
        match = await a_match(GraphQL(client), party)
        async with WAYS[way](client, match, party) as act:
            for number in range(WARM):
                await act(*await a_decision(client, party, f"warm{number}"))
            token, ask = await a_decision(client, party, "followed")
            with ActionTrace(ask["action"], "followed") as trace:
                await act(token, ask)
            await asyncio.sleep(0)
    found = Budget(trace.depth, len(trace.files), len(trace.shapes))
    beyond = [name for name in Budget._fields if getattr(found, name) > getattr(BUDGETS[way], name)]
    assert not beyond, (found, sorted(trace.files), trace.shapes)
