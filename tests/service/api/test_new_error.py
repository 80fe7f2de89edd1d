"""A new error is one class that a row raises: transports, contracts and the SDK follow."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, Final

import httpx
import pytest
from graphql import GraphQLObjectType, GraphQLUnionType, build_schema

from saqqara_service import questions
from saqqara_service.api.operation import PREFIX, Operation
from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError
from saqqara_service.graphql.errors import problem
from saqqara_service.graphql.schema import built
from saqqara_service.models import Match
from saqqara_service.rest import openapi
from wire_generator.contract import Contract
from wire_generator.errors import errors as exceptions


class LostInSand(ApplicationError):
    """The match lies below the sand; dig for it.

    Nobody remembers where.
    """

    status = HTTPStatus.GONE
    depth: Annotated[int | None, "The number of feet to dig."] = None


async def seek(_svc: Service, _caller: None, question: questions.MatchQuestion) -> Match:
    """Seek a match."""
    raise LostInSand(f"Match {question.match_id} is below the sand.", depth=3)


SEEK: Final = Operation("matches_seek", "POST /matches/{match_id}/seek", seek, "seek_match").raises(
    LostInSand
)


@pytest.fixture
def document(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The OpenAPI document of a service that has the operation; the service here has it, too."""
    for module in ("openapi", "routes"):
        monkeypatch.setattr(f"saqqara_service.rest.{module}.OPERATIONS", (*OPERATIONS, SEEK))
    found = openapi.document()
    return found.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_unset=True)


async def test_rest_answers_it_as_a_problem(
    document: dict[str, Any], lone_client: httpx.AsyncClient
) -> None:
    """The status, the code and the fact are those of the class."""
    answer = await lone_client.post(f"{PREFIX}/matches/m1/seek", json={})
    body = answer.json()
    assert (answer.status_code, body["status"]) == (HTTPStatus.GONE, HTTPStatus.GONE)
    assert (body["code"], body["title"]) == ("lost_in_sand", "Lost in sand")
    assert (body["detail"], body["depth"]) == ("Match m1 is below the sand.", 3)


@pytest.mark.usefixtures("other_schema")
def test_graphql_has_a_type_for_it() -> None:
    """The result of the mutation can be the error, whose fact is a field."""
    types = build_schema(built((*OPERATIONS, SEEK)).as_str()).type_map
    result, kind = types["SeekMatchResult"], types["LostInSand"]
    assert isinstance(result, GraphQLUnionType)
    assert isinstance(kind, GraphQLObjectType)
    assert kind in result.types
    assert (kind.description or "").startswith("The match lies below the sand")
    field = kind.fields["depth"]
    assert (str(field.type), field.description) == ("Int", "The number of feet to dig.")
    made = problem(LostInSand("It is lost.", depth=4), "r1")
    assert vars(made)["depth"] == 4


def test_openapi_lists_it(document: dict[str, Any]) -> None:
    """The operation names the status and the code, and the problem has the fact."""
    responses = document["paths"][f"{PREFIX}/matches/{{matchId}}/seek"]["post"]["responses"]
    name = responses["410"]["$ref"].rpartition("/")[2]
    assert (
        "lost_in_sand`: The match lies" in document["components"]["responses"][name]["description"]
    )
    properties = document["components"]["schemas"]["Problem"]["properties"]
    assert "lost_in_sand" in properties["code"]["enum"]
    assert properties["depth"] == {"type": "integer", "description": "The number of feet to dig."}


def test_the_sdk_has_an_exception_for_it(document: dict[str, Any]) -> None:
    """The generator reads the code of the operation, and writes a class that is found by it."""
    contract = Contract.model_validate(document)
    assert "lost_in_sand" in contract.codes_of(contract.operations[SEEK.name])
    text = exceptions(contract)
    assert "class LostInSand(APIError):" in text
    assert '"lost_in_sand": LostInSand,' in text
