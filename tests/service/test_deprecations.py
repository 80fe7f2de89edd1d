"""What goes away is announced long before, in both contracts and with every answer."""

from __future__ import annotations

from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

import httpx
import pytest
from graphql import GraphQLEnumType, GraphQLObjectType, build_schema
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.application.service import Service
from saqqara_service.contract.deprecations import Deprecation
from saqqara_service.graphql.schema import built
from saqqara_service.rest import openapi
from saqqara_service.rest.routes import PREFIX, routes

OLD = Deprecation("Use the new one.", date(2027, 1, 1), date(2027, 7, 1))
TEXT = "Use the new one. Deprecated since 2027-01-01, stays until 2027-07-01."


def test_graphql_tells_what_will_go_away() -> None:
    """Fields, arguments and values carry `@deprecated` with the reason and the day."""
    keys = ("Match.seed", "Query.record", "Query.matches(after)", "MatchStatus.void")
    schema = build_schema(built(dict.fromkeys(keys, OLD)).as_str())
    match, query, status = (schema.type_map[name] for name in ("Match", "Query", "MatchStatus"))
    assert isinstance(match, GraphQLObjectType)
    assert isinstance(query, GraphQLObjectType)
    assert isinstance(status, GraphQLEnumType)
    marked = (
        match.fields["seed"],
        query.fields["record"],
        query.fields["matches"].args["after"],
        status.values["void"],
    )
    assert [one.deprecation_reason for one in marked] == [TEXT] * 4
    assert match.fields["id"].deprecation_reason is None


def test_openapi_tells_what_will_go_away() -> None:
    """Operations, parameters and properties are marked, also those that refer to a schema."""
    keys = ("GET /matches/{matchId}", "GET /matches(botId)", "Match.onFlag", "CreateMatchInput.key")
    made = openapi.document(dict.fromkeys(keys, OLD)).model_dump(by_alias=True, exclude_none=True)
    operation = made["paths"][f"{PREFIX}/matches/{{matchId}}"]["get"]
    listing = made["paths"][f"{PREFIX}/matches"]["get"]["parameters"]
    schemas = made["components"]["schemas"]
    marked = [
        operation,
        next(one for one in listing if one["name"] == "botId"),
        schemas["Match"]["properties"]["onFlag"],
        schemas["CreateMatch"]["properties"]["key"],
    ]
    for one in marked:
        assert one["deprecated"], one
        assert one["description"].endswith(TEXT)
    assert schemas["Match"]["properties"]["onFlag"]["allOf"]
    assert "deprecated" not in schemas["Match"]["properties"]["id"]


async def test_answers_tell_when_their_operation_goes_away(svc: Service) -> None:
    """`Deprecation` (RFC 9745) and `Sunset` (RFC 8594) come with answers and with refusals."""
    within = Starlette(routes=routes({"GET /server": OLD, "GET /me": OLD}))
    within.state.service = svc

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"] = {"asker": Asker("nowhere"), "request_id": "test"}
        await within(scope, receive, send)

    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://here{PREFIX}") as http:
        for path, status in (("/server", 200), ("/me", 401)):
            answer = await http.get(path)
            assert answer.status_code == status
            since = datetime.fromtimestamp(int(answer.headers["deprecation"][1:]), UTC)
            assert since.date() == OLD.since
            assert parsedate_to_datetime(answer.headers["sunset"]).date() == OLD.until
        assert "sunset" not in (await http.get("/games")).headers


def test_notice_is_given_in_time() -> None:
    """Nothing can be announced to go away sooner than in 180 days."""
    with pytest.raises(ValueError, match="less than 180 days"):
        Deprecation("Too soon.", date(2027, 1, 1), date(2027, 6, 1))


@pytest.mark.parametrize("key", ["Match.nothing", "Nothing.seed", "Query.match(nothing)"])
def test_what_does_not_exist_cannot_be_deprecated(key: str) -> None:
    """A row that names nothing, perhaps since it has gone, is found when the schema is built."""
    with pytest.raises(KeyError):
        built({key: OLD})


@pytest.mark.parametrize("key", ["GET /nothing", "DELETE /matches", "GET /matches(nothing)"])
def test_an_operation_that_does_not_exist_cannot_be_deprecated(key: str) -> None:
    """The same holds for the rows of REST."""
    with pytest.raises(KeyError):
        openapi.document({key: OLD})
