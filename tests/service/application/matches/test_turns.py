"""The turns that wait for a bot, asked for instead of followed."""

from __future__ import annotations

from contextlib import aclosing

import httpx
import pytest

from saqqara_service.models import OfferedAction, Turn
from tests.service.streams import sse
from tests.service.transports import Rest, Transport, a_match, a_party, bearer


async def test_a_bot_may_ask_for_its_turns_instead_of_listening(client: httpx.AsyncClient) -> None:
    """What waits for a bot is the same by either transport; nothing waits for one not asked."""
    party = await a_party(Rest(client))
    match = await a_match(Rest(client), party)
    asked = party.tokens[match["toAct"]]
    page = (await client.get("/api/v1/turns", headers=bearer(asked))).json()
    (turn,) = page["items"]
    assert (turn["matchId"], turn["version"]) == (match["id"], match["version"])
    body = {"query": "{ turns { matchId version seat actions legalActions { notation } } }"}
    document = (await client.post("/graphql", json=body, headers=bearer(asked))).json()
    (same,) = document["data"]["turns"]
    assert same["version"] == turn["version"]
    assert same["actions"] == turn["actions"] == [one["notation"] for one in same["legalActions"]]
    idle = party.tokens[1 - match["toAct"]]
    assert (await client.get("/api/v1/turns", headers=bearer(idle))).json()["items"] == []


@pytest.mark.parametrize("wanted", [False, True])
async def test_legal_actions_are_told_in_full_only_if_asked_for(
    lone_client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    """A bot that needs only the notation pays for no labels: not by page, stream or GraphQL."""
    client, made = lone_client, 0
    party = await a_party(Rest(client))
    match = await a_match(Rest(client), party)
    headers = bearer(party.tokens[match["toAct"]])
    offered = Turn.offered

    def counted(turn: Turn) -> list[OfferedAction]:
        nonlocal made
        made += 1
        return offered(turn)

    monkeypatch.setattr(Turn, "offered", counted)
    path = f"/api/v1/turns?legalActions={str(wanted).lower()}"
    (paged,) = (await client.get(path, headers=headers)).json()["items"]
    stream = {**headers, "accept": "text/event-stream"}
    async with client.stream("GET", path, headers=stream) as answer, aclosing(sse(answer)) as items:
        while (streamed := (await anext(items))["data"].get("turn")) is None:
            pass  # a heartbeat
    if wanted:
        objects = [paged["legalActions"], streamed["legalActions"]]
        assert made == 2
        assert objects[0] == objects[1]
        assert paged["actions"] == [one["notation"] for one in objects[0]]
    else:
        assert paged["legalActions"] is streamed["legalActions"] is None
        body = {"query": "{ turns { actions view last { action } } }"}
        assert (await client.post("/graphql", json=body, headers=headers)).json()["data"]["turns"]
        assert made == 0


async def test_who_asks_for_its_turns_is_there(
    client: httpx.AsyncClient, transport: Transport
) -> None:
    """A bot needs no feed to be present: by either transport it is while it asks."""
    party = await a_party(Rest(client))
    assert await _present(client) == set()
    for token in party.tokens:
        if isinstance(transport, Rest):
            await client.get("/api/v1/turns", headers=bearer(token))
        else:
            body = {"query": "{ turns { matchId } }"}
            await client.post("/graphql", json=body, headers=bearer(token))
    assert await _present(client) == set(party.ids)


async def _present(client: httpx.AsyncClient) -> set[str]:
    return {bot["id"] for bot in (await client.get("/api/v1/presence")).json()["items"]}
