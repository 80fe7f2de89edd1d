"""Introspection in loops, aliased and varied: it costs little, and a bot beside it plays on."""

from __future__ import annotations

import httpx
import pytest
from graphql import get_introspection_query, graphql_sync

from saqqara_service.graphql.execution.planning import introspector
from saqqara_service.graphql.schema import schema
from tests.attacks.spent import processor_s
from tests.service.replicas import Api
from tests.service.transports import Json

FULL = get_introspection_query(specified_by_url=True, input_value_deprecation=True)
SELECTION = "types { name fields { name args { name type { name } } type { name } } }"
ALIASED = "{ " + " ".join(f"a{n}: __schema {{ {SELECTION} }}" for n in range(15)) + " }"
TIMES = 10
MOST_S = 0.3
"""A generous bound for one of them, on a machine ten times slower than it should be."""


async def ask(address: str, text: str) -> Json:
    """What GraphQL answers to a text."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        answer = await client.post("/graphql", json={"query": text})
        body: Json = answer.json()
        return body


@pytest.mark.parametrize("text", [ALIASED, FULL], ids=["aliased", "standard"])
async def test_introspection_costs_little(attacked: tuple[Api, ...], text: str) -> None:
    """Varied so that no text is seen twice; before, fifteen aliases took a second each."""
    api = attacked[0]
    before = processor_s(api)
    for number in range(TIMES):
        await ask(api.address, f"{text} # {number}")
    assert (processor_s(api) - before) / TIMES < MOST_S


async def test_what_leads_on_without_end_is_refused(attacked: tuple[Api, ...]) -> None:
    """Types lead to types: who asks for too many values hears how many there may be."""
    body = await ask(attacked[0].address, ALIASED)
    assert body["errors"][0]["extensions"]["code"] == "too_large"
    assert body["errors"][0]["extensions"]["limit"] == introspector.MOST_VALUES


@pytest.mark.parametrize(
    "text",
    [
        "{ __schema { types { name } } games { name } }",
        "{ __schema @skip(if: false) { types { name } } }",
    ],
    ids=["beside others", "directive"],
)
async def test_introspection_stands_alone(attacked: tuple[Api, ...], text: str) -> None:
    """What cannot be answered from what is known is refused with a sentence that helps."""
    body = await ask(attacked[0].address, text)
    assert body["errors"][0]["extensions"]["code"] == "malformed"
    assert "in an operation of their own" in body["errors"][0]["message"]


async def test_it_tells_what_the_library_would(attacked: tuple[Api, ...]) -> None:
    """The standard query, byte for byte."""
    body = await ask(attacked[0].address, FULL)
    assert body == {"data": graphql_sync(schema()._schema, FULL).data}


def test_the_schema_may_grow_before_the_standard_query_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It needs three quarters of the bound at most, so that new types raise it in time."""
    monkeypatch.setattr(introspector, "MOST_VALUES", introspector.MOST_VALUES * 3 // 4)
    introspector.introspected.cache_clear()
    found = introspector.introspected(schema()._schema, FULL, None, "{}")
    introspector.introspected.cache_clear()
    assert found is not None
    assert found.error is None


@pytest.mark.parametrize("path", ["/schema.graphql", "/openapi.yaml", "/graphql"])
async def test_what_never_changes_is_rendered_once(attacked: tuple[Api, ...], path: str) -> None:
    """A document comes with its entity tag, and who has it already is told only that."""
    page = {"accept": "text/html"} if path == "/graphql" else {}
    address = attacked[0].address
    async with httpx.AsyncClient(base_url=address, headers=page, timeout=60) as client:
        first = await client.get(path)
        before = processor_s(attacked[0])
        for _ in range(TIMES):
            assert (await client.get(path)).content == first.content
        assert (processor_s(attacked[0]) - before) / TIMES < MOST_S / 5
        tag = {"if-none-match": f'"other", {first.headers["etag"]}'}
        known = await client.get(path, headers=tag)
        assert (known.status_code, known.content) == (304, b"")
        assert known.headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{ " + "games { name } " * 400 + "}", "too_large"),
        ('{ games(a: "' + "x" * 40_000, "malformed"),
    ],
    ids=["long", "unfinished"],
)
async def test_a_text_is_refused_in_little_time(
    attacked: tuple[Api, ...], text: str, code: str
) -> None:
    """Tokens are counted before anything is parsed, and nothing is parsed twice."""
    before = processor_s(attacked[0])
    for number in range(TIMES):
        body = await ask(attacked[0].address, f"# {number}\n{text}")
        assert body["errors"][0]["extensions"]["code"] == code
    assert (processor_s(attacked[0]) - before) / TIMES < MOST_S / 5
