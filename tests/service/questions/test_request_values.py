"""How requests are read: by every transport the same numbers, words as JSON spells them."""

from __future__ import annotations

import httpx
import pytest
from pydantic import BaseModel

from saqqara_service.errors import Malformed
from saqqara_service.graphql.execution.texts import is_deep
from saqqara_service.questions import (
    CreateBot,
    CreateBotVersion,
    CreateMatch,
    CreateToken,
    Register,
    VoidMatch,
    read,
    read_object,
)
from tests.service.transports import Rest, Transport, a_party, bearer

RESPONSE = "application/graphql-response+json"


@pytest.mark.parametrize(
    ("text", "value"),
    [("1.0", 1), ("-0", 0), ("1e3", 1000), ("0.5", 0.5), ("9007199254740991", 2**53 - 1)],
)
def test_a_whole_number_is_one_however_it_is_spelled(text: str, value: float) -> None:
    """JSON knows one kind of number, and so does JSON Schema."""
    read = read_object(f'{{"a": [{text}]}}')["a"]
    assert (read, type(read[0])) == ([value], type(value))  # type: ignore[index]


@pytest.mark.parametrize(
    "text", ["9007199254740993", "18446744073709551616", "9" * 4000, "1e400", "-1e400", "NaN"]
)
def test_a_number_that_some_reader_could_not_keep_is_refused(text: str) -> None:
    """With the place where it stands, however deep."""
    with pytest.raises(Malformed) as refused:
        read_object(f'{{"a": {{"b": [0, {text}]}}}}')
    assert refused.value.pointer in {"/a/b/1", ""}


@pytest.mark.parametrize(
    "name", ["   ", "bot ", " bot", "bo", "a" * 25, "bot\n", "b\u0000t", "b\u202etob", "b\u043et"]
)
@pytest.mark.parametrize("model", [Register, CreateBot, CreateBotVersion, CreateToken])
def test_a_name_can_be_told_from_another(model: type[BaseModel], name: str) -> None:
    """No blanks at its ends, nothing that is not seen, no letters that look like others."""
    with pytest.raises(Malformed, match="3 to 24") as refused:
        read(model, {"bot_id": "b", "name": name} if model is CreateBotVersion else {"name": name})
    assert refused.value.pointer == "/name"


@pytest.mark.parametrize("note", ["", "   ", "a\u0000b", "a\nb", "\u202eb", "a" * 201])
def test_what_is_said_to_everybody_can_be_shown(note: str) -> None:
    """The reason of a void match is one line of text."""
    with pytest.raises(Malformed):
        read(VoidMatch, {"match_id": "m", "note": note})
    said = {"match_id": "m", "note": "Le courant sera coup\u00e9 \u00e0 midi."}
    assert read(VoidMatch, said).note


@pytest.mark.parametrize("odds", [1e-300, 0.0099, 0, -1, 10.1])
def test_a_handicap_leaves_some_time(odds: float) -> None:
    """A hundredth of the time at least."""
    match = {"game": "duel", "seats": [None, None], "timeControl": {"kind": "untimed"}}
    with pytest.raises(Malformed) as refused:
        read(CreateMatch, {**match, "timeOdds": [odds, 1]})
    assert refused.value.pointer == "/timeOdds/0"


async def test_wide_numbers_are_malformed_by_either_transport(transport: Transport) -> None:
    """Where a number is asked for, and within what is any JSON."""
    party = await a_party(transport)
    wide = 2**64
    ask = {"game": "duel", "timeControl": {"kind": "untimed"}, "seats": party.ids}
    for fields in ({"options": {"deep": [{"er": wide}]}}, {"startAtMs": wide}):
        answer = await transport.do("createMatch", party.owner, {**ask, **fields})
        assert answer.code == "malformed", answer


@pytest.mark.parametrize(
    "words",
    ["first=1.0", "first=+1", "first=1_0", "first=01", "first=1&first=2", "joinable=yes", "no=1"],
)
async def test_an_address_is_read_as_strictly_as_a_body(
    client: httpx.AsyncClient, words: str
) -> None:
    """The words of a question are spelled as in JSON, and each stands there once."""
    answer = await client.get(f"/api/v1/matches?{words}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_precondition_that_is_no_version_is_malformed(client: httpx.AsyncClient) -> None:
    """Digits of other scripts and thousands of digits are none of our entity tags."""
    party = await a_party(Rest(client))
    for tag in ('"9\u00d74400"'.encode("latin-1"), b'"' + b"9" * 4400 + b'"', b'"\xb2"'):
        headers = [(b"If-Match", tag), *httpx.Headers(bearer(party.tokens[0])).raw]
        body = {"action": "get", "actionId": "a"}
        answer = await client.post("/api/v1/matches/m/actions", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_query_may_be_asked_by_get_and_a_mutation_not(client: httpx.AsyncClient) -> None:
    """What only reads can stand in an address; what changes something cannot."""
    asked = {"query": "query Q($n: String!) { __type(name: $n) { name } }", "operationName": "Q"}
    read = await client.get("/graphql", params={**asked, "variables": '{"n": "Bot"}'})
    assert read.json() == {"data": {"__type": {"name": "Bot"}}}
    text = 'mutation { register(input: {name: "by get"}) { __typename } }'
    changed = await client.get("/graphql", params={"query": text})
    assert (changed.status_code, changed.headers["allow"]) == (405, "POST")
    put = await client.put("/graphql", json={"query": "{ __typename }"})
    assert (put.status_code, put.headers["allow"]) == (405, "GET, HEAD, POST")


async def test_an_answer_has_the_form_that_is_asked_for(client: httpx.AsyncClient) -> None:
    """By the newer form what was never run is a bad request; by the older one it is no error."""
    for accept, status in (("*/*", 200), ("application/json", 200), (RESPONSE, 400)):
        answer = await client.post(
            "/graphql", json={"query": "{ nothing }"}, headers={"accept": accept}
        )
        assert answer.status_code == status
        assert "data" not in answer.json()
        form = RESPONSE if accept == RESPONSE else "application/json"
        assert answer.headers["content-type"] == f"{form}; charset=utf-8"
        assert "accept" in answer.headers["vary"].lower()


async def test_only_a_browser_is_shown_a_page(client: httpx.AsyncClient) -> None:
    """Who asks for anything else by GET without a query is told what is missing."""
    page = await client.get("/graphql", headers={"accept": "text/html,*/*;q=0.8"})
    assert page.headers["content-type"].startswith("text/html")
    for accept in ("*/*", "application/json", RESPONSE, "text/html;q=0"):
        response = await client.get("/graphql", headers={"accept": accept})
        assert response.status_code == 400
        assert response.json()["errors"][0]["extensions"]["code"] == "malformed"


def test_brackets_in_texts_are_not_nested() -> None:
    """Only what a parser would follow counts."""
    assert is_deep("{" * 65)
    assert not is_deep('{ a(b: "' + "{" * 500 + '") }')
