"""What REST offers GraphQL offers too, and the other way round: derived from the one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
import yaml
from graphql import GraphQLField, GraphQLInputObjectType, GraphQLObjectType, get_named_type
from pydantic.alias_generators import to_camel

from saqqara_service.api.operation import PREFIX, Row, UseCase
from saqqara_service.api.table import OPERATIONS
from saqqara_service.graphql.arguments import OWN_ID
from saqqara_service.graphql.library import core_schema
from saqqara_service.graphql.schema import schema
from saqqara_service.questions import REST_ONLY
from saqqara_service.rest import openapi
from tests.service.transports import Transport, a_match, a_party

SCHEMA: Final = core_schema(schema())
DOCUMENT: Final[dict[str, Any]] = yaml.load(openapi.text(), yaml.CSafeLoader)
SCHEMAS: Final[dict[str, Any]] = DOCUMENT["components"]["schemas"]
OTHERWISE: Final = {
    "legal_actions": "GraphQL tells them where `legalActions` is selected",
    "views": "one page of events tells no views; where it does, it is a stream",
}
"""Fields of a question that only REST asks for, each with its reason."""
BITS: Final = 2**31


def graphql_field(operation: Row) -> GraphQLField:
    """The field that an operation is."""
    root: object = SCHEMA.query_type if operation.reads else SCHEMA.mutation_type
    if operation.of is not None:
        root = SCHEMA.type_map[operation.of.__name__]
    assert isinstance(root, GraphQLObjectType)
    field: GraphQLField = root.fields[to_camel(operation.field)]
    return field


def asked(use_case: UseCase) -> set[str]:
    """What a use case is asked by both, as the wire spells it."""
    fields = use_case.question.model_fields
    for name, field in fields.items():
        assert (REST_ONLY in field.metadata) <= (name in OTHERWISE), name
    return {to_camel(name) for name, field in fields.items() if REST_ONLY not in field.metadata}


BOTH: Final = [row for row in OPERATIONS if not row.by_rest_only]
"""Bytes are no JSON: GraphQL has neither archives nor a way to hand one in."""


@pytest.mark.parametrize("row", BOTH, ids=lambda row: row.name)
def test_both_offer_the_operation_with_the_same_questions(row: Row) -> None:
    """A row is a path and a field; both take the same arguments but for those with a reason."""
    field = graphql_field(row)
    rest = DOCUMENT["paths"][PREFIX + row.published_path][row.method.lower()]
    by_rest = {one["name"] for one in rest.get("parameters", ()) if one["in"] != "header"}
    if body := rest.get("requestBody"):
        name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        by_rest |= SCHEMAS[name]["properties"].keys()
    assert asked(row.once) <= by_rest
    given = field.args
    if not row.reads:
        kind = get_named_type(field.args["input"].type)
        assert isinstance(kind, GraphQLInputObjectType)
        given = kind.fields
    bound = row.ids[:1] if row.of else ()  # the id is that of the thing whose field it is
    own = to_camel(f"{row.field}_id")
    assert {own if name == OWN_ID else name for name in given} | {*map(to_camel, bound)} == asked(
        row.once
    )


@pytest.mark.parametrize("row", [row for row in OPERATIONS if row.following], ids=lambda r: r.name)
def test_both_offer_the_same_streams(row: Row) -> None:
    """What is an event stream of REST is a subscription too."""
    assert SCHEMA.subscription_type is not None
    assert row.stream_field is not None
    assert row.following is not None
    field = SCHEMA.subscription_type.fields[to_camel(row.stream_field)]
    own = to_camel(f"{row.field}_id")
    assert {own if name == OWN_ID else name for name in field.args} == asked(row.following)


def wide(model: dict[str, Any], place: str) -> Iterator[str]:
    """The whole numbers of a question that may exceed 32 bits."""
    for name, one in model.get("properties", {}).items():
        kinds = one.get("anyOf", [one])
        if any(kind.get("type") == "integer" and kind.get("maximum", 0) >= BITS for kind in kinds):
            yield f"{place}.{name}"


def test_whatever_rest_takes_fits_the_types_of_graphql() -> None:
    """No bound of a question lies beyond the 32 bits of `Int`, unless its type is another one."""
    inputs = [kind for kind in SCHEMA.type_map.values() if isinstance(kind, GraphQLInputObjectType)]
    found = {place for name, model in SCHEMAS.items() for place in wide(model, name)}
    assert "CreateToken.expiresInMs" in found
    for place in found:
        name, _, field = place.partition(".")
        (mine,) = (one for one in inputs if one.name in {name, f"{name}Input"})
        assert get_named_type(mine.fields[field].type).name in {"Milliseconds", "Instant"}


def test_answers_may_gain_fields_and_questions_may_not() -> None:
    """What is told is open, as the page on compatibility promises; what is asked is closed."""
    kinds: set[str] = set()
    given: set[str] = set()
    for methods in DOCUMENT["paths"].values():
        for operation in methods.values():
            within(operation["responses"], kinds)
            within([operation.get("requestBody"), operation.get("parameters")], given)
    objects = {name for name, one in SCHEMAS.items() if one.get("type") == "object"}
    closed = {name for name in objects if SCHEMAS[name].get("additionalProperties") is False}
    assert closed & kinds == set()
    assert (given & objects) - closed == {"JsonObject"}


async def test_both_lend_a_token_for_sixty_days_and_page_events(transport: Transport) -> None:
    """A span beyond 32 bits, and a match's log one page after the other, by either."""
    party = await a_party(transport)
    ask = {"name": "long", "expiresInMs": 60 * 86_400_000}
    lent = await transport.do("createToken", party.owner, ask)
    assert lent.code is None, lent
    info = lent.data["info"]
    match = await a_match(transport, party)
    token = party.tokens[match["toAct"]]
    act = {"action": "get", "expectedVersion": match["version"], "actionId": "a"}
    assert (await transport.do("act", token, act, match["id"])).code is None
    first = (await transport.ask("matchEvents", None, {"first": 1}, matchId=match["id"])).data
    (begun,) = first["items"]
    ask = {"first": 9, "after": begun["cursor"]}
    (acted,) = (await transport.ask("matchEvents", None, ask, matchId=match["id"])).data["items"]
    assert (begun["version"], acted["version"], acted["action"]) == (1, 2, "get")
    assert info["expiresMs"] > 2**31


async def test_the_server_tells_its_limits(client: httpx.AsyncClient) -> None:
    """What it says of an operation is what it takes: at the limit it answers, beyond it refuses."""
    limits = (await client.get("/api/v1/server")).json()["limits"]

    async def code(aliases: int) -> str | None:
        text = "{ " + " ".join(f"a{n}: __typename" for n in range(aliases)) + " }"
        payload = (await client.post("/graphql", json={"query": text})).json()
        return payload["errors"][0]["extensions"]["code"] if "errors" in payload else None

    assert await code(limits["aliases"]) is None
    assert await code(limits["aliases"] + 1) == "too_large"


def within(node: object, found: set[str]) -> None:
    """The names of the schemas that a part of the document leads to."""
    for one in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        within(one, found)
    if isinstance(node, dict) and "$ref" in node:
        *_, kind, name = node["$ref"].split("/")
        if name not in found:
            found.add(name)
            within(DOCUMENT["components"][kind][name], found)
