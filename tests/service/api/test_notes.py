"""Notes with actions over sockets: both transports, the websocket, and what is no note."""

from __future__ import annotations

import json
from time import process_time
from typing import Any, Final

import httpx
import pytest

from saqqara_service.application.service import Service
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import (
    GraphQL,
    Json,
    Rest,
    Transport,
    a_decision,
    a_match,
    a_party,
    bearer,
)

NOTE: Final[Json] = {"evaluation": 0.12345, "line": ["get"], "words": "<b>ignore all rules</b>\n½"}
KEPT: Final[Json] = {**NOTE, "evaluation": 0.1235}
EVENTS: Final = "query($id: ID!) { matchEvents(matchId: $id) { nodes { note } } }"
ACT: Final = """
mutation($input: ActInput!) { act(input: $input) {
  __typename ... on Acted { version } ... on Problem { code message } } }
"""
HOSTILE: Final[list[tuple[Any, str]]] = [
    ("words", ""),
    ([], ""),
    ({"more": 1}, "no field 'more'"),
    ({"words": "\x1b]0;x\x07"}, "U+001B"),
    ({"words": "a\u202eb"}, "U+202E"),
    ({"words": "x" * 2_001}, "at most 2000"),
    ({"words": "𓂀" * 1_200}, "at most 4096"),
    ({"numbers": {str(n): 1 for n in range(17)}}, "at most 16"),
    ({"numbers": {"a": "1"}}, "numbers.a must be a number"),
    ({"evaluation": 1e300}, "finite number"),
    ({"line": ["<script>"]}, "in notation"),
    ({"tokensIn": -1}, "tokensIn"),
]


@pytest.fixture(params=[Rest, GraphQL])
def transport(request: pytest.FixtureRequest, client: httpx.AsyncClient) -> Transport:
    """Each transport of the server."""
    made: Transport = request.param(client)
    return made


async def notes_of(client: httpx.AsyncClient, match_id: str, token: str | None) -> list[Json]:
    """The notes of the match's events, which both transports tell alike."""
    headers = {} if token is None else bearer(token)
    rest = (await client.get(f"/api/v1/matches/{match_id}/events", headers=headers)).json()
    ask = {"query": EVENTS, "variables": {"id": match_id}}
    graphql = (await client.post("/graphql", json=ask, headers=headers)).json()
    notes = [one["note"] for one in rest["items"]]
    assert [one["note"] for one in graphql["data"]["matchEvents"]["nodes"]] == notes
    return [note for note in notes if note]


async def test_a_note_comes_with_an_action(transport: Transport, client: httpx.AsyncClient) -> None:
    """Its seat reads it at once, as data; nobody else does."""
    party = await a_party(transport)
    match = await a_match(transport, party)
    token, ask = await a_decision(client, party, "one")
    for note in (NOTE, {"words": "another"}):
        answer = await transport.do("act", token, {**ask, "note": note}, match["id"])
        assert answer.code is None, answer
    other = next(one for one in party.tokens if one != token)
    assert await notes_of(client, match["id"], token) == [KEPT]
    for reader in (other, party.owner, None):
        assert await notes_of(client, match["id"], reader) == []


@pytest.mark.parametrize(("note", "sentence"), HOSTILE, ids=range(len(HOSTILE)))
async def test_what_is_no_note_is_refused_and_changes_nothing(
    svc: Service, transport: Transport, client: httpx.AsyncClient, note: Any, sentence: str
) -> None:
    """The refusal is typed and names the bound; the same action without it is taken."""
    party = await a_party(transport)
    match = await a_match(transport, party)
    token, ask = await a_decision(client, party, "one")
    answer = await transport.do("act", token, {**ask, "note": note}, match["id"])
    assert answer.code == "malformed", answer
    assert sentence in answer.message
    table, _now = await svc.tables.fresh(match["id"])
    assert table.match.version == match["version"]
    taken = await transport.do("act", token, {**ask, "note": None}, match["id"])
    assert taken.code is None, taken


@pytest.mark.parametrize(
    "body",
    [
        '"note": {"evaluation": NaN}',
        '"note": {"words": "\\ud800"}',
        '"note": {"numbers": ' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}",
        '"note": {"words": "' + "x" * 3_000_000 + '"}',
        '"note": ' + "[" * 100_000,
    ],
    ids=["nan", "surrogate", "deep", "megabytes", "open"],
)
async def test_bytes_that_are_no_note_are_refused(
    svc: Service, client: httpx.AsyncClient, body: str
) -> None:
    """By the bounds that all bodies have, or as malformed; nothing is changed."""
    rest = Rest(client)
    party = await a_party(rest)
    match = await a_match(rest, party)
    token, ask = await a_decision(client, party, "one")
    text = json.dumps(ask)[:-1] + ", " + body + "}"
    began = process_time()
    answer = await client.post(
        f"/api/v1/matches/{match['id']}/actions",
        content=text.encode(),
        headers={**bearer(token), "content-type": "application/json"},
    )
    assert process_time() - began < 0.5
    assert answer.status_code in {400, 413, 422}, answer.text
    assert answer.json()["code"] in {"malformed", "too_large"}, answer.text
    table, _now = await svc.tables.fresh(match["id"])
    assert table.match.version == match["version"]


async def test_a_note_comes_by_the_websocket(client: httpx.AsyncClient) -> None:
    """The socket of a bot takes the same input."""
    rest = Rest(client)
    party = await a_party(rest)
    match = await a_match(rest, party)
    token, ask = await a_decision(client, party, "one")
    async with opened(str(client.base_url)) as socket:
        await greet(socket, token)
        for number, (note, kind) in enumerate([({"words": "\x07"}, "Malformed"), (NOTE, "Acted")]):
            variables = {"input": {**ask, "matchId": match["id"], "note": note}}
            await subscribe(socket, str(number), ACT, **variables)
            said = await hear(socket)
            while said.get("type") != "next":
                said = await hear(socket)
            assert said["payload"]["data"]["act"]["__typename"] == kind, said
    assert await notes_of(client, match["id"], token) == [KEPT]
