"""Every problem names the operation that helps, as the contract of its transport spells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import httpx
import pytest
from graphql import GraphQLInputObjectType, GraphQLObjectType
from pydantic.alias_generators import to_camel

from saqqara_service.api.operation import PREFIX, Row
from saqqara_service.api.remedies import BY_NAME, next_call
from saqqara_service.api.table import OPERATIONS
from saqqara_service.errors import (
    AGAIN,
    ApplicationError,
    Busy,
    MatchOver,
    NotFound,
    RateLimited,
)
from saqqara_service.graphql.fields import VIEWER
from saqqara_service.graphql.next_calls import next_field
from saqqara_service.graphql.schema import schema
from saqqara_service.models import Model, NextCall

CHOSEN: Final = {"accounts_register": {"name"}}
"""The required arguments that only the caller can choose."""


def question_of(row: Row) -> Model:
    """A question of the operation with all its ids."""
    fields = row.once.question.model_fields
    named = {name: f"{name}1" if name.endswith("_id") else None for name in fields}
    return row.once.question.model_construct(None, **named)


def helped(row: Row, kind: type[ApplicationError]) -> NextCall | None:
    """The call that helps after this refusal."""
    return next_call(kind("No."), row, question_of(row))


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_the_operation_exists_and_its_arguments_are_known(row: Row) -> None:
    """The operation takes what is given; what it needs beside that, only the caller can know."""
    for kind in row.refusals:
        found = helped(row, kind)
        if found is None:
            assert kind.remedy != AGAIN
            continue
        one = BY_NAME[found.operation]
        fields = {to_camel(name): field for name, field in one.once.question.model_fields.items()}
        assert found.arguments.keys() <= fields.keys()
        needed = {name for name, field in fields.items() if field.is_required()}
        if one is not row:
            assert needed - found.arguments.keys() <= CHOSEN.get(one.name, set()), kind


def both(row: Row) -> Iterator[tuple[NextCall, NextCall]]:
    """The calls that help, as REST and as GraphQL name them."""
    for kind in row.refusals:
        found = helped(row, kind)
        named = next_field(found)
        if found is not None and named is not None:
            yield found, named


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_graphql_names_its_own_field(row: Row) -> None:
    """The field is one of the query, the mutation, or the type that has it, with its arguments."""
    types = schema()._schema
    for found, named in both(row):
        one = BY_NAME[found.operation]
        root = types.query_type if one.reads else types.mutation_type
        if one.of is not None:
            owner = types.type_map[one.of.__name__]
            assert isinstance(owner, GraphQLObjectType)
            assert named.operation in owner.fields
            continue
        assert root is not None
        arguments = root.fields[named.operation].args
        if not one.reads:
            kind = types.type_map[f"{named.operation[0].upper()}{named.operation[1:]}Input"]
            assert isinstance(kind, GraphQLInputObjectType)
            assert named.arguments.keys() <= kind.fields.keys()
        else:
            assert named.arguments.keys() <= arguments.keys()


def test_the_id_that_a_message_names_decides() -> None:
    """A bot that does not exist is looked for among bots, though the ladder is in the path."""
    row = BY_NAME["ladders_enrol"]
    question = row.once.question.model_construct(None, ladder_id="l1", bot_id="b1")
    for message, operation in (("There is no bot 'b1'.", "bots_page"), ("No.", "ladders_page")):
        found = next_call(NotFound(message), row, question)
        assert found == NextCall(operation=operation, arguments={})


def test_a_request_that_was_not_read_gives_no_arguments() -> None:
    """Over its limit a client repeats its own call; nothing of it has been read."""
    found = next_call(RateLimited("Wait."), BY_NAME["matches_get"], None)
    assert found == NextCall(operation="matches_get", arguments={})
    assert next_call(MatchOver("Over."), BY_NAME["matches_get"], None) is not None


def test_what_only_graphql_has_is_repeated_by_its_field() -> None:
    """The table of operations has no row for it; a process at its limit refuses it, too."""
    found = next_call(Busy("Wait."), VIEWER, None)
    assert next_field(found) == NextCall(operation="viewer", arguments={})


async def test_both_transports_say_it(client: httpx.AsyncClient) -> None:
    """REST names the operation and the wire's argument, GraphQL its field; else it is null."""
    missing = (await client.get(f"{PREFIX}/matches/mNone")).json()
    assert missing["next"] == {"operation": "matches_page", "arguments": {}}
    cursor = (await client.get(f"{PREFIX}/ladders?after=yesterday")).json()
    assert cursor["next"] == {"operation": "ladders_page", "arguments": {}}
    unread = (await client.post(f"{PREFIX}/accounts", json={"name": "x"})).json()
    assert (unread["code"], unread["next"]) == ("malformed", None)
    made_up = 'createBot(input: {name: "digger"})'
    text = f"mutation {{ {made_up} {{ ... on Problem {{ code next {{ operation }} }} }} }}"
    made = (await client.post("/graphql", json={"query": text})).json()
    problem = {"code": "unauthenticated", "next": {"operation": "register"}}
    assert made["data"]["createBot"] == problem
    read = (await client.post("/graphql", json={"query": '{ match(id: "mNone") { id } }'})).json()
    assert read["errors"][0]["extensions"]["next"] == {"operation": "matches", "arguments": {}}
