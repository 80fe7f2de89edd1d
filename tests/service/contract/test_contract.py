"""The published contracts are what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import yaml
from graphql import GraphQLObjectType, build_schema, validate_schema
from openapi_pydantic import OpenAPI
from pydantic.alias_generators import to_camel

from saqqara_service.api.operation import PREFIX
from saqqara_service.api.table import OPERATIONS
from saqqara_service.graphql import schema
from saqqara_service.graphql.edges import BESIDE, TO
from saqqara_service.rest import openapi
from tests.service.contract.undescribed import in_graphql, in_openapi

PUBLISHED = Path(__file__).parents[3] / "openapi"
REMEDY = "run `saqqara-server schema export` and look at what changed"
SILENCE = "write a docstring below the field or value, or a row in questions/texts.py"


def test_the_published_openapi_is_the_code_s() -> None:
    """openapi.yaml is what the route table says; a drift is a change of the contract."""
    assert (PUBLISHED / "openapi.yaml").read_text() == openapi.text(), REMEDY


def test_the_published_schema_is_the_code_s() -> None:
    """schema.graphql is what the schema says; a drift is a change of the contract."""
    assert (PUBLISHED / "schema.graphql").read_text() == schema.text(), REMEDY


def test_the_openapi_document_is_a_good_one() -> None:
    """It is OpenAPI 3.1, each operation has its own id, and each reference leads somewhere."""
    text = openapi.text()
    document = OpenAPI.model_validate(yaml.safe_load(text))
    assert document.openapi.startswith("3.1")
    ids = re.findall(r"operationId: (\w+)", text)
    assert len(ids) == len(set(ids)) == len(OPERATIONS)
    assert document.components is not None
    for kind in ("schemas", "responses"):
        referred = set(re.findall(rf"#/components/{kind}/([\w.-]+)", text))
        assert referred <= set(getattr(document.components, kind))


def test_the_schema_is_valid_graphql() -> None:
    """Any GraphQL tool can read the published schema."""
    assert validate_schema(build_schema(schema.text())) == []


def test_graphql_describes_everything() -> None:
    """Whatever has a name is described in words that its name has not; see `undescribed.py`."""
    assert in_graphql(build_schema(schema.text())) == [], SILENCE


def test_openapi_describes_everything() -> None:
    """The same holds for operations, parameters, properties and the values of enumerations."""
    assert in_openapi(yaml.load(openapi.text(), yaml.CSafeLoader)) == [], SILENCE


def test_both_transports_tell_the_same_fields() -> None:
    """What both transports tell has the same name and members; only GraphQL types a view."""
    types = build_schema(schema.text()).type_map
    components = yaml.safe_load(openapi.text())["components"]["schemas"]
    shared = {"Account", "Bot", "Match", "SeatResult", "MatchEvent", "Turn", "Acted", "Standing"}
    for name in shared:
        kind = types[name]
        assert isinstance(kind, GraphQLObjectType)
        below = {one.field for one in OPERATIONS if one.of and one.of.__name__ == name}
        edges = {one.removesuffix("_id") for one in TO} | {"state", "versionPlayed"}
        edges |= {to_camel(edge) for owner, _, edge, _ in BESIDE if owner.__name__ == name}
        fields = [field for field in kind.fields if field not in below | edges]
        assert list(components[name]["properties"]) == fields, name


async def test_the_contracts_are_served(client: httpx.AsyncClient) -> None:
    """Whoever asks the server gets the contracts that it keeps."""
    assert (await client.get("/openapi.yaml")).text == openapi.text()
    assert (await client.get("/schema.graphql")).text == schema.text()


async def test_every_row_of_the_route_table_is_served(client: httpx.AsyncClient) -> None:
    """A path of the table answers, if only with a refusal, in JSON or in problem details."""
    for endpoint in OPERATIONS:
        path = PREFIX + re.sub(r"{\w+}", "xNothing", endpoint.path)
        answer = await client.request(endpoint.method, path)
        assert answer.headers["content-type"].startswith(
            ("application/json", "application/problem+json")
        )
        assert answer.status_code not in {405, 500}, (endpoint, answer.text)
        assert "There is nothing at" not in answer.text
