"""Errors in the OpenAPI document: the schema of a problem, and the responses that contain one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from http import HTTPStatus
from inspect import getdoc
from typing import Final, TypeAlias, get_args

from openapi_pydantic import Reference, Response, Schema
from pydantic import ConfigDict, JsonValue, TypeAdapter
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue

from saqqara_service.api.operation import Kinds, Row, refusals_of
from saqqara_service.errors import ApplicationError, StaleVersion
from saqqara_service.models import Model, NextCall
from saqqara_service.rest.errors import MEDIA_TYPE
from saqqara_service.rest.schemas import REF, Named, listed, schema_of

Responses: TypeAlias = dict[str, Response | Reference]
PROBLEM: Final = {"$ref": f"{REF}Problem"}
OTHER: Final = (
    "The server refuses some requests before they reach an operation: bodies that are too large"
    " (413) or of another media type (415), and requests over the limit of an address (429"
    " `too_many`). A proxy in front of it refuses slow requests and too many headers."
)


class Problem(Model):
    """The reason why a request was refused (RFC 9457), with the facts that are known."""

    type: str
    """A URI that identifies the kind of problem."""
    title: str
    """The title of the kind of problem."""
    status: int
    """The HTTP status of the response."""
    detail: str
    """A message for people: what is wrong, and what to do."""
    code: str
    """The stable code of the problem; it never changes."""
    request_id: str
    """The id of the request in the service's log."""
    next: NextCall | None
    """The operation that helps; null if there is none, or only the caller can know it."""

    model_config = ConfigDict(extra="allow")


def add_problem(components: Named, kinds: Kinds) -> None:
    """Add the schema of a problem, with the codes and facts of these errors."""
    schema_of(components, TypeAdapter(Problem), "serialization")
    properties = components["Problem"].properties or {}
    text = f"{properties['code'].description}\n\n{_listed(kinds)}"
    properties["code"] = Schema.model_validate({**_codes(kinds), "description": text})
    for name, hint in (fact for kind in kinds for fact in kind.fact_types().items()):
        optional, text = get_args(hint)
        schema = schema_of(components, TypeAdapter(get_args(optional)[0]), "serialization")
        plain = schema.model_dump(by_alias=True, exclude_unset=True)
        properties[to_camel(name)] = Schema.model_validate({**plain, "description": text})


def refusals(row: Row, shared: Responses, example: JsonValue) -> Responses:
    """The responses that refuse a call, by status; only the one with the example is its own."""
    found: Responses = {}
    for status, kinds in sorted(_by_status(row).items()):
        code = {"type": "object", "properties": {"code": _codes(kinds)}}
        schema = {"allOf": [PROBLEM, code]}
        if isinstance(example, dict) and example["status"] == status:
            found[str(status.value)] = _response(_listed(kinds), schema, example)
        else:
            name = "Or".join(kind.__name__ for kind in kinds)
            found[str(status.value)] = _share(shared, name, _response(_listed(kinds), schema))
    return {**found, "default": _share(shared, "Other", _response(OTHER, PROBLEM))}


def _by_status(row: Row) -> Mapping[HTTPStatus, Kinds]:
    found: defaultdict[HTTPStatus, Kinds] = defaultdict(tuple)
    for kind in refusals_of([row]):
        found[kind.status] += (kind,)
    if StaleVersion in row.refusals and "If-Match" in row.headers:
        found[HTTPStatus.PRECONDITION_FAILED] = (StaleVersion,)
    return found


def _response(text: str, schema: JsonSchemaValue, example: JsonValue = None) -> Response:
    shown = {} if example is None else {"example": example}
    content = {MEDIA_TYPE: {"schema": schema, **shown}}
    return Response.model_validate({"description": text, "content": content})


def _share(shared: Responses, name: str, response: Response) -> Reference:
    shared[name] = response
    return Reference.model_validate({"$ref": f"#/components/responses/{name}"})


def _codes(kinds: Kinds) -> JsonSchemaValue:
    return {"type": "string", "enum": [kind.code for kind in kinds]}


def _listed(kinds: Kinds) -> str:
    return listed({kind.code: _text(kind) for kind in kinds})


def _text(kind: type[ApplicationError]) -> str:
    """The first line that describes an error, and the names of its facts."""
    first = (getdoc(kind) or "").partition("\n")[0]
    facts = ", ".join(f"`{to_camel(name)}`" for name in kind.fact_names())
    return f"{first} Facts: {facts}." if facts else first
