"""The GraphQL transport over HTTP, on a real socket: a whole match, its limits and its errors."""

from __future__ import annotations

import logging
import random
import re
import time

import httpx
import pytest
from graphql import get_introspection_query, parse

from saqqara_engine.records.record import from_json, verify
from saqqara_service.application.accounts import account_names
from saqqara_service.application.matches import games
from saqqara_service.application.service import Service
from saqqara_service.graphql.execution import documents, limits
from saqqara_service.graphql.execution.planning import plans
from saqqara_service.graphql.library import MOST_FAULTS
from tests.service.documents import mutation
from tests.service.matches import legal_now
from tests.service.transports import GraphQL, Json, a_match, a_party, bearer

TURN = """
query Turn($id: ID!) {
  match(id: $id) { status version toAct }
  view(matchId: $id) { seat version view }
}
"""


async def ask(
    client: httpx.AsyncClient, text: str, variables: Json | None = None, token: str | None = None
) -> Json:
    """The whole payload of an operation."""
    body = {"query": text, "variables": variables or {}}
    answer = await client.post("/graphql", json=body, headers=bearer(token))
    payload: Json = answer.json()
    return payload


async def test_a_whole_match_is_played_by_graphql_over_http(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """Queries look, mutations act; a finished match tells its seed, its result and its record."""
    transport = GraphQL(client)
    party = await a_party(transport)
    match = await a_match(transport, party)
    rng = random.Random(3)
    while match["toAct"] is not None:
        token = party.tokens[match["toAct"]]
        variables = {"id": match["id"]}
        data = (await ask(client, TURN, variables, token))["data"]
        assert data["view"]["seat"] == match["toAct"]
        version = data["match"]["version"]
        _, legal = await legal_now(svc, match["id"])
        decision = {"action": rng.choice(legal), "expectedVersion": version}
        decision["actionId"] = f"a{version}"
        acted = await transport.do("act", token, decision, match["id"])
        assert acted.data["version"] == version + 1
        match = (await transport.match(match["id"])).data
    assert match["status"] == "finished"
    assert match["seed"]
    assert [row["seat"] for row in match["result"]["seats"]] == [0, 1]
    text = "query($id: ID!) { record(matchId: $id) }"
    verify(from_json((await ask(client, text, {"id": match["id"]}))["data"]["record"]))


async def test_lists_tell_whether_there_is_more(client: httpx.AsyncClient) -> None:
    """A page ends with a cursor that asks for the next one."""
    transport = GraphQL(client)
    party = await a_party(transport)
    made = {(await a_match(transport, party))["id"] for _ in range(3)}
    text = """
    query Page($after: String) {
      matches(first: 2, status: RUNNING, after: $after) {
        edges { cursor node { id } } nodes { id }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
    """
    first = (await ask(client, text))["data"]["matches"]
    assert first["pageInfo"]["hasNextPage"]
    after = first["pageInfo"]["endCursor"]
    assert after == first["edges"][-1]["cursor"]
    assert [edge["node"] for edge in first["edges"]] == first["nodes"]
    rest = (await ask(client, text, {"after": after}))["data"]["matches"]
    assert rest["pageInfo"] == {
        "hasNextPage": False,
        "hasPreviousPage": True,
        "startCursor": rest["edges"][0]["cursor"],
        "endCursor": rest["edges"][-1]["cursor"],
    }
    assert {match["id"] for match in first["nodes"] + rest["nodes"]} == made


async def test_a_problem_has_its_facts_as_fields(client: httpx.AsyncClient) -> None:
    """A refusal is a type of its own, whose facts are typed."""
    transport = GraphQL(client)
    party = await a_party(transport)
    match = await a_match(transport, party)
    text = """
    mutation Do($input: ActInput!) {
      act(input: $input) {
        ... on StaleVersion { currentVersion }
        ... on IllegalAction { action count currentVersion message }
      }
    }
    """
    variables = {
        "input": {
            "matchId": match["id"],
            "action": "pass",
            "expectedVersion": match["version"],
            "actionId": "a",
        }
    }
    token = party.tokens[match["toAct"]]
    illegal = (await ask(client, text, variables, token))["data"]["act"]
    assert (illegal["action"], illegal["currentVersion"]) == ("pass", match["version"])
    assert str(illegal["count"]) in illegal["message"]
    variables["input"]["expectedVersion"] += 7
    assert (await ask(client, text, variables, token))["data"]["act"] == {
        "currentVersion": match["version"]
    }


async def test_browsers_get_a_page_that_needs_nobody_else(client: httpx.AsyncClient) -> None:
    """The explorer loads nothing from other hosts, so it works where there is no internet."""
    answer = await client.get("/graphql", headers={"accept": "text/html"})
    assert answer.headers["content-type"].startswith("text/html")
    assert "GraphQL explorer" in answer.text
    assert "<style" not in answer.text
    assert re.findall(r"<script(?![^>]* src=)", answer.text) == []
    assert "http://" not in answer.text
    assert "https://" not in answer.text
    assert "text/html" in (await client.get("/")).headers["content-type"]


async def test_introspection_stays_on(client: httpx.AsyncClient) -> None:
    """The standard introspection query passes all limits."""
    payload = await ask(client, get_introspection_query())
    assert "errors" not in payload
    names = {kind["name"] for kind in payload["data"]["__schema"]["types"]}
    assert {"Match", "Problem", "StaleVersion"} <= names


def doubled(levels: int, field: str = "matches(first: 1) { pageInfo { hasNextPage } }") -> str:
    """A text of fragments that each spread the next one twice."""
    chain = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(levels))
    return f"{{ ...F0 }} {chain} fragment F{levels} on Query {{ {field} }}"


def nested_introspection(levels: int) -> str:
    """Introspection of introspection."""
    return "{ __schema { types " + "{ fields { type " * levels + "{ name }" + " } }" * levels + "}}"


MONSTERS = {
    "doubled fragments": doubled(25),
    "doubled fragments with aliases": doubled(25, "a: games { name }"),
    "deep": "{ a" * 12 + " }" * 12,
    "very deep": "{ a" * 400 + " }" * 400,
    "aliases": "{ " + " ".join(f"a{n}: games {{ name }}" for n in range(16)) + " }",
    "fields": "{ " + "games { " + "name " * 501 + "} }",
    "crowd": "{ " + "games { name } " * 245 + "}",
    "crowd of fragments": "{ games { "
    + " ".join(f"...F{n}" for n in range(50))
    + " } } "
    + " ".join(f"fragment F{n} on GameInfo {{ name name }}" for n in range(50)),
    "unused fragment": "{ games { name } } fragment F on GameInfo { " + "name " * 900 + "}",
    "tokens": "{ " + "games { name } " * 400 + "}",
    "nested introspection": nested_introspection(30),
    "bottomless": "{" * 5_000,
    "cycle": "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
}


@pytest.mark.parametrize("name", MONSTERS)
async def test_a_monstrous_operation_is_refused_at_once(
    client: httpx.AsyncClient, name: str
) -> None:
    """What asks too much is refused in time linear in its text, and nobody else waits for it."""
    started = time.perf_counter()
    payload = await ask(client, MONSTERS[name])
    took = time.perf_counter() - started
    fault = payload["errors"][0]
    assert fault["extensions"]["code"] in {"too_large", "malformed"}
    assert payload.get("data") is None
    assert took < 10, f"{name} took {took:.2f} s"


@pytest.mark.parametrize(
    "text",
    [
        "{ " + " ".join(f"startedMsOf{number}" for number in range(400)) + " }",
        "mutation { createMatch(input: {"
        + " ".join(f"timeControl{number}: 1" for number in range(200))
        + "}) { __typename } }",
    ],
    ids=["fields", "input"],
)
async def test_of_many_faults_the_first_are_told(client: httpx.AsyncClient, text: str) -> None:
    """For each one what may have been meant is looked for, so the search ends after some."""
    errors = (await ask(client, text))["errors"]
    assert len(errors) == MOST_FAULTS + 1
    assert {one["extensions"]["code"] for one in errors} == {"malformed"}
    assert "error limit reached" in errors[-1]["message"]


def test_measuring_doubled_fragments_costs_what_measuring_their_text_costs() -> None:
    """The limits visit each fragment once: forty levels are twice the work of twenty."""

    def cost(levels: int) -> float:
        document = parse(doubled(levels))
        started = time.process_time()
        for _ in range(20):
            assert limits.Ruler(document).fault() is not None
        return time.process_time() - started

    cost(10)
    assert min(cost(40) for _ in range(3)) < 20 * min(cost(20) for _ in range(3))


@pytest.mark.parametrize("levels", [1, 3])
async def test_an_honest_operation_passes_the_limits(
    client: httpx.AsyncClient, levels: int
) -> None:
    """Fragments, aliases and depth within the limits are run."""
    payload = await ask(client, doubled(levels, "a: games { name }"))
    assert "errors" not in payload
    assert {"name": "imhotep"} in payload["data"]["a"]


async def test_a_text_is_parsed_and_checked_once(lone_client: httpx.AsyncClient) -> None:
    """The same document with other variables is found in the caches, good or bad."""
    text = "query Same($id: ID!) { match(id: $id) { id } }"
    bad = "{ noSuchField }"
    before = documents.faults.cache_info().misses, plans.plan_of.cache_info()
    for number in range(5):
        await ask(lone_client, text, {"id": f"m{number}"})
        await ask(lone_client, bad)
    checked, planned = documents.faults.cache_info().misses, plans.plan_of.cache_info()
    assert checked - before[0] == 2
    assert planned.misses - before[1].misses == 2
    assert planned.hits - before[1].hits >= 8


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("{", None),
        ("", None),
        ("{ nothing }", None),
        ("query($id: ID!) { match(id: $id) { id } }", None),
        ("query($first: Int!) { matches(first: $first) { nodes { id } } }", {"first": "x"}),
        ("query($first: Int!) { matches(first: $first) { nodes { id } } }", {"first": 0}),
        ("subscription { feed { __typename } }", None),
    ],
)
async def test_what_cannot_be_run_is_malformed(
    client: httpx.AsyncClient, text: str, variables: Json | None
) -> None:
    """Every fault of the request itself has the code `malformed` and a request id."""
    payload = await ask(client, text, variables)
    assert payload["errors"][0]["extensions"]["code"] == "malformed"
    assert payload["errors"][0]["extensions"]["requestId"]


@pytest.mark.parametrize(
    "body", [{"query": 3}, {"query": "{ games { name } }", "variables": [1]}, {"hello": 1}]
)
async def test_a_body_of_another_shape_is_malformed(client: httpx.AsyncClient, body: Json) -> None:
    """The members of the body have the types that GraphQL over HTTP gives them."""
    answer = await client.post("/graphql", json=body)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["extensions"]["code"] == "malformed"


async def test_only_json_is_posted_to_graphql(client: httpx.AsyncClient) -> None:
    """Another method or media type has its own status and the same form of refusal."""
    deleted = await client.delete("/graphql")
    form = await client.post("/graphql", data={"query": "{ games { name } }"})
    assert (deleted.status_code, form.status_code) == (405, 415)
    for answer in (deleted, form):
        assert answer.json()["errors"][0]["extensions"]["code"] == "malformed"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service with a fault that nobody foresaw."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError("the secret is a scarab")

    monkeypatch.setattr(games, "words_of", fail)
    monkeypatch.setattr(account_names, "demand_unreserved", fail)


@pytest.mark.usefixtures("broken")
async def test_our_own_fault_is_masked_and_logged_once(
    lone_client: httpx.AsyncClient, capfd: pytest.CaptureFixture[str]
) -> None:
    """The lone_client hears `internal` and a request id; the traceback is in the log, once."""
    lines = []
    by_rest = await lone_client.get("/api/v1/games")
    lines.append((by_rest.text, by_rest.json()["code"], by_rest.json()["requestId"]))
    for text in (
        "{ games { name } }",
        'mutation { register(input: {name: "abc"}) { ... on Problem { code requestId } } }',
    ):
        answer = await lone_client.post("/graphql", json={"query": text})
        payload = answer.json()
        faults = payload.get("errors") or [{"extensions": payload["data"]["register"]}]
        fault = faults[0]["extensions"]
        lines.append((answer.text, fault["code"], fault["requestId"]))
    logged = capfd.readouterr().out
    for text, code, request_id in lines:
        assert code == "internal"
        assert "scarab" not in text
        assert "Traceback" not in text
        faults = [line for line in logged.splitlines() if "unexpected" in line]
        assert sum(request_id in line for line in faults) == 1


async def test_a_refusal_is_nothing_to_log_as_an_error(
    lone_client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    """Bad requests leave no traceback behind."""
    with caplog.at_level(logging.WARNING):
        await ask(lone_client, "{ nothing }")
        await ask(lone_client, "{ viewer { account { id } } }")
        await ask(lone_client, mutation("register"), {"input": {"name": "!"}})
    assert caplog.records == []
