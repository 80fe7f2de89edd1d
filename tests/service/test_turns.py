"""The turns that wait for a bot, asked for instead of followed."""

from __future__ import annotations

import httpx

from tests.service.doors import Rest, a_match, a_party, bearer


async def test_a_bot_may_ask_for_its_turns_instead_of_listening(client: httpx.AsyncClient) -> None:
    """What waits for a bot is the same by either door; nothing waits for one that is not asked."""
    party = await a_party(Rest(client))
    match = await a_match(Rest(client), party)
    asked = party.tokens[match["toAct"]]
    page = (await client.get("/api/v1/turns", headers=bearer(asked))).json()
    (turn,) = page["items"]
    assert (turn["matchId"], turn["version"]) == (match["id"], match["version"])
    body = {"query": "{ turns { matchId version seat legalActions { notation } } }"}
    told = (await client.post("/graphql", json=body, headers=bearer(asked))).json()
    (same,) = told["data"]["turns"]
    assert same["version"] == turn["version"]
    assert [one["notation"] for one in same["legalActions"]] == [
        one["notation"] for one in turn["legalActions"]
    ]
    idle = party.tokens[1 - match["toAct"]]
    assert (await client.get("/api/v1/turns", headers=bearer(idle))).json()["items"] == []
