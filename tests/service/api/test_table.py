"""The table of operations: a row and a use case are all that a new operation is."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest
from graphql import GraphQLInputObjectType, GraphQLObjectType, build_schema

from saqqara_service import questions
from saqqara_service.api import run
from saqqara_service.api.operation import HEADERS, PREFIX, Operation
from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden
from saqqara_service.graphql.schema import built
from saqqara_service.models import SCOPES, Caller, Id, Match, Scope, TokenKind
from saqqara_service.rest import openapi
from saqqara_service.rest.routes import routes


class ShoutAt(questions.CreateMatch):
    """Shout at a match, as if it were to be made."""

    match_id: Id
    """The match to shout at."""


async def shout(_svc: Service, _caller: Caller, question: ShoutAt) -> Match:
    """Shout at a match.

    It does not answer.
    """
    raise NotImplementedError


MADE_UP: Final = Operation(
    "matches_shout", "POST /matches/{match_id}/shout", shout, "shout_at", Scope.MATCH_PLAY
)


@pytest.mark.usefixtures("other_schema")
def test_a_row_is_an_operation_by_both_transports(monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up row has a route, its document, its field with an input, all described."""
    table = (*OPERATIONS, MADE_UP)
    for module in ("openapi", "routes"):
        monkeypatch.setattr(f"saqqara_service.rest.{module}.OPERATIONS", table)
    path = f"{PREFIX}/matches/{{match_id}}/shout"
    assert path in {route.path for route in routes()}
    said: dict[str, Any] = openapi.document().model_dump(by_alias=True, exclude_none=True)
    operation = said["paths"][f"{PREFIX}/matches/{{matchId}}/shout"]["post"]
    assert (operation["operationId"], operation["summary"]) == ("matches_shout", "Shout at a match")
    assert "`match_play`" in operation["description"]
    assert operation["security"] == [{"bearer": []}]
    assert [one["name"] for one in operation["parameters"]] == ["matchId", "Idempotency-Key"]
    schema = build_schema(built(table).as_str())
    assert isinstance(schema.mutation_type, GraphQLObjectType)
    field = schema.mutation_type.fields["shoutAt"]
    assert field.description == "Shout at a match.\n\nIt does not answer."
    kind = schema.type_map["ShoutAtInput"]
    assert isinstance(kind, GraphQLInputObjectType)
    assert {"matchId", "seats", "key"} <= kind.fields.keys()


def test_what_the_table_says_is_said_once() -> None:
    """No name, route or field stands in two rows, and a POST that a key repeats has its header."""
    names = [one.name for one in OPERATIONS]
    places = [one.route for one in OPERATIONS]
    fields = [(one.of, one.field) for one in OPERATIONS]
    streams = [one.stream_field for one in OPERATIONS if one.stream_field]
    for said in (names, places, fields, streams):
        assert [what for what, count in Counter(said).items() if count > 1] == []
    for one in OPERATIONS:
        asked = {*one.in_body}
        assert one.headers.keys() == {HEADERS[name] for name in asked & HEADERS.keys()}, one.name
    assert sum("Idempotency-Key" in one.headers for one in OPERATIONS) == 4


@pytest.mark.parametrize("kind", TokenKind)
def test_a_row_refuses_a_token_without_its_scope(kind: TokenKind) -> None:
    """Whoever has the scope passes; who has all others is refused, and told of the scope."""
    for one in OPERATIONS:
        if one.scope is None:
            run.authorise(one, None)
            continue
        rest = Caller(kind=kind, account_id="a", scopes=SCOPES[kind] - {one.scope})
        with pytest.raises(Forbidden) as refused:
            run.authorise(one, rest)
        assert refused.value.facts() == {"scope": one.scope.value}
        if one.scope in SCOPES[kind]:
            run.authorise(one, Caller(kind=kind, account_id="a"))


SENT_ONCE: Final = {
    "accounts_invite": "makes another code",
    "accounts_register": "makes another account",
    "accounts_register_guest": "makes another account",
    "accounts_set_profile": "may undo what another client wrote meanwhile",
    "bots_choose_version": "may undo what another client wrote meanwhile",
    "bots_create": "is refused for the name of the first",
    "bots_create_version": "makes another version",
    "ladders_play_trials": "makes other matches",
    "matches_fork": "makes another match",
    "matches_join": "is refused for the seat of the first",
    "matches_start": "is refused once the match runs",
    "submissions_delete": "is refused once it is deleted",
    "submissions_submit": "costs one more of the day's submissions",
    "tokens_create": "makes another token",
    "tokens_revoke": "is refused once it is revoked",
    "tokens_rotate": "makes another token",
}
"""What a second call of the same does, where a client must not make it on its own."""


def test_what_is_sent_again_comes_to_the_same() -> None:
    """A change without a reason here may be sent again; what takes a key always may."""
    changes = {one.name: one for one in OPERATIONS if not one.reads}
    assert {name for name, one in changes.items() if not one.repeatable} == SENT_ONCE.keys()
    assert not any(one.repeatable for one in OPERATIONS if one.reads)
    keyed = {name for name, one in changes.items() if "Idempotency-Key" in one.headers.values()}
    assert not keyed & SENT_ONCE.keys()
