"""A planned operation tells exactly what the library's executor tells."""

from __future__ import annotations

import random
from typing import Any

import pytest
import strawberry

from saqqara_service.api.operation import Row
from saqqara_service.api.run import Request
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound
from saqqara_service.graphql import fields
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.execution.planning import changes
from saqqara_service.graphql.execution.planning.changes import PlannedChange
from saqqara_service.graphql.execution.planning.plans import plan_of
from saqqara_service.graphql.schema import schema
from tests.service.matches import Seated, a_match, play_out

MATCH = """query Look($id: ID!) { told: match(id: $id) {
  kind: __typename id status seats { seat } ...Clocks options result { reason seats { place } }
} }
fragment Clocks on Match {
  seats { playerName leftMs } timeControl { ...Base __typename } toAct seed
}
fragment Base on Fischer { baseMs incrementMs }"""
EVENTS = """subscription Events($id: ID!) { matchEvents(matchId: $id, views: true) {
  ... on EventNews {
    kind cursor event { version action leftMs kind } view { seat view } turn { version }
  }
  ... on HeartbeatNews { kind cursor }
} }"""
ACT = """mutation { act(input: {
  matchId: "m", action: "get", expectedVersion: 1, actionId: "a"
}) { __typename ... on Acted { version } ... on Problem { code message requestId facts } } }"""
CHANGE = """mutation($input: ActInput!) { act(input: $input) {
  __typename ... on Acted { version } ... on Problem { code message requestId facts }
} }"""
INPUT = {"matchId": "m", "action": "get", "expectedVersion": 1, "actionId": "a"}
READ_AT_ONCE = {
    "an action": INPUT,
    "its code": {"matchId": "m", "code": 3, "expectedVersion": 1, "actionId": "a"},
    "nothing": {**INPUT, "cpuMs": None},
    "what only runners send": {**INPUT, "cpuMs": 7},
    "an empty id": {**INPUT, "matchId": ""},
}
LEFT_TO_THE_SCHEMA = {
    "no object": "get",
    "no input": None,
    "a name of ours": {"match_id": "m", "action": "get", "expected_version": 1, "action_id": "a"},
    "too little": {"matchId": "m", "action": "get"},
    "too much": {**INPUT, "more": 1},
    "a text for a number": {**INPUT, "expectedVersion": "1"},
    "a truth for a number": {**INPUT, "expectedVersion": True},
    "a number for an id": {**INPUT, "actionId": 7},
    "a fraction that is none": {**INPUT, "expectedVersion": 1.0},
    "a fraction": {**INPUT, "expectedVersion": 1.5},
    "a number too wide": {**INPUT, "expectedVersion": 2**31},
    "a number that nobody keeps": {**INPUT, "cpuMs": 2**53},
    "two names of an action": {**INPUT, "code": 3},
    "no name of an action": {"matchId": "m", "expectedVersion": 1, "actionId": "a"},
    "an id without end": {**INPUT, "actionId": "a" * 2_000},
    "a lone surrogate": {**INPUT, "action": "\ud800"},
}
PLANNED = {
    "a match": MATCH,
    "no match": '{ match(id: "none") { id } }',
    "a problem": ACT,
    "a list": "{ games { name players } }",
    "an error where there must be a value": "{ turns { version } }",
}
LEFT_TO_THE_LIBRARY = {
    "two fields": "query($id: ID!) { one: match(id: $id) { id } two: match(id: $id) { id } }",
    "a directive": "query($id: ID!) { match(id: $id) { id status @skip(if: true) } }",
    "a directive on a fragment": '{ match(id: "none") { ... @skip(if: true) { id } } }',
    "introspection": '{ __type(name: "Match") { name } }',
    "a resolver below the root": "{ turns { legalActions { code } } }",
    "nonsense": "{ nothing }",
}


@pytest.fixture
async def seated(svc: Service) -> Seated:
    """A finished match."""
    seated = await a_match(svc)
    await play_out(svc, seated, random.Random(1))
    return seated


def context(svc: Service) -> Context:
    """Anybody who asks."""
    return Context(svc=svc, request_id="request", client=Client("127.0.0.1"), authorization="")


def payload_of(result: Any) -> dict[str, Any]:
    """A result as it is sent."""
    return {"data": result.data, "errors": [error.formatted for error in result.errors or ()]}


@pytest.mark.parametrize("name", [*PLANNED, *LEFT_TO_THE_LIBRARY])
async def test_both_executors_answer_alike(svc: Service, seated: Seated, name: str) -> None:
    """Data, nulls and errors are the same, whoever runs the text."""
    text = {**PLANNED, **LEFT_TO_THE_LIBRARY}[name]
    ours, plan = schema(), plan_of(schema()._schema, text, None)
    assert (plan is not None) is (name in PLANNED)
    asked: dict[str, Any] = {"variable_values": {"id": seated.id}, "context_value": context(svc)}
    by_library = payload_of(await strawberry.Schema.execute(ours, text, **asked))
    assert payload_of(await ours.execute(text, **asked)) == by_library
    assert [payload_of(one) async for one in await ours.stream(text, **asked)] == [by_library]


async def test_both_executors_stream_alike(svc: Service, seated: Seated) -> None:
    """Every event of a match, with its views."""
    ours = schema()
    asked: dict[str, Any] = {"variable_values": {"id": seated.id}, "context_value": context(svc)}
    planned = [payload_of(one) async for one in await ours.stream(EVENTS, **asked)]
    by_library = [
        payload_of(one) async for one in await strawberry.Schema.stream(ours, EVENTS, **asked)
    ]
    assert planned == by_library
    assert len(planned) > 20


@pytest.mark.parametrize("variables", [None, {}, {"id": None}, {"id": {}}, {"id": "none"}])
async def test_both_executors_refuse_alike(svc: Service, variables: Any) -> None:
    """Variables that do not fit, and a stream of what is not there."""
    ours = schema()
    asked: dict[str, Any] = {"variable_values": variables, "context_value": context(svc)}
    for text in (MATCH, EVENTS):
        planned = [payload_of(one) async for one in await ours.stream(text, **asked)]
        library = [
            payload_of(one) async for one in await strawberry.Schema.stream(ours, text, **asked)
        ]
        assert planned == library
        assert planned[0]["errors"]


def the_change() -> PlannedChange:
    """How the change is planned."""
    plan = plan_of(schema()._schema, CHANGE, None)
    assert plan is not None
    assert plan.change is not None
    return plan.change


@pytest.mark.parametrize("name", READ_AT_ONCE)
async def test_an_input_is_read_as_by_the_schema(
    svc: Service, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What is read without the schema is the same question, and its refusal is told alike."""
    ours, read = schema(), list[Any]()

    async def note(operation: Row, request: Request) -> object:
        read.append((operation.name, request.read(operation.once.question)))
        raise NotFound("nothing is run here")

    for module in (changes, fields):
        monkeypatch.setattr(module, "run", note)
    variables = {"input": READ_AT_ONCE[name]}
    asked: dict[str, Any] = {"variable_values": variables, "context_value": context(svc)}
    by_library = payload_of(await strawberry.Schema.execute(ours, CHANGE, **asked))
    assert payload_of(await ours.execute(CHANGE, **asked)) == by_library
    of_library, planned = read
    assert planned == of_library
    assert the_change().question(variables) is not None


@pytest.mark.parametrize("name", LEFT_TO_THE_SCHEMA)
def test_an_input_that_may_not_fit_is_left_to_the_schema(name: str) -> None:
    """What the schema refuses, or would take in another form."""
    assert the_change().question({"input": LEFT_TO_THE_SCHEMA[name]}) is None


async def test_a_named_operation_is_found_or_refused(svc: Service, seated: Seated) -> None:
    """A plan is kept for each name; the library refuses what is not there."""
    asked: dict[str, Any] = {"variable_values": {"id": seated.id}, "context_value": context(svc)}
    named = await schema().execute(MATCH, operation_name="Look", **asked)
    assert named.data
    (other,) = [one async for one in await schema().stream(MATCH, operation_name="No", **asked)]
    assert other.errors
