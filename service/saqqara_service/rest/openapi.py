"""The OpenAPI 3.1 document, built from the table of operations and the models."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import yaml
from openapi_pydantic import (
    Components,
    Info,
    MediaType,
    OpenAPI,
    Operation,
    Parameter,
    PathItem,
    Reference,
    RequestBody,
    Response,
    Schema,
    SecurityScheme,
)
from pydantic import TypeAdapter
from pydantic.alias_generators import to_camel
from starlette.requests import Request
from starlette.responses import Response as Answer

from saqqara_service.api.operation import Operation as Row
from saqqara_service.api.table import OPERATIONS
from saqqara_service.contract.rendered import Rendered
from saqqara_service.inputs import TEXTS
from saqqara_service.rest import shapes
from saqqara_service.rest.endpoints import Endpoint
from saqqara_service.rest.errors import MEDIA_TYPE
from saqqara_service.rest.examples import Example, examples
from saqqara_service.rest.routes import PREFIX
from saqqara_service.rest.schemas import REF, Named, Problem, fields_of, schema_of

INTRODUCTION: Final = (
    "Programs play Imhotep here. Open an account, make a bot with its token, join a match, "
    "follow `/turns` and answer each turn with one of its legal actions. Times are integer "
    "milliseconds; seats count from 0. Every refusal is a problem with a stable `code` and changes "
    "nothing. The same calls exist in GraphQL at `/graphql`, with the same codes.\n\n"
    "Each token has a budget of calls. Each address has a budget for calls without a token, and "
    "another one for all its calls together. A call that takes long to compute costs more. An "
    "action that is applied costs nothing. `RateLimit-Policy` and `RateLimit` give the budget and "
    "what is left of it. When the budget is spent, the answer is 429 `rate_limited` with "
    "`Retry-After`; the action that a match waits for is never refused in this way. A process "
    "that has no capacity left answers 503 `busy` with `Retry-After`."
)
JSON: Final = "application/json"
STREAM: Final = "text/event-stream"
STRING: Final = Schema.model_validate({"type": "string"})
HEADERS: Final = {
    "Idempotency-Key": {"type": "string", "minLength": 1, "maxLength": 100, "pattern": '[^"]'},
    "If-Match": {"type": "string", "pattern": '^(W/)?"?([0-9]{1,6}|1000000)"?$'},
}
"""What a header may say that stands for a field of the body."""

SCHEME: Final = "bearer"


def document() -> OpenAPI:
    """The whole document."""
    components: Named = {}
    paths: defaultdict[str, dict[str, Operation]] = defaultdict(dict)
    problem = schema_of(components, TypeAdapter(Problem), "serialization")
    for operation in OPERATIONS:
        path = PREFIX + operation.published_path
        paths[path][operation.method.lower()] = _operation(operation, components, problem)
    _shape(components)
    return OpenAPI(
        openapi="3.1.1",
        info=Info(title="Saqqara", version="1", description=INTRODUCTION),
        paths={path: PathItem.model_validate(rows) for path, rows in paths.items()},
        components=Components(
            schemas={name: components[name] for name in sorted(components)},
            securitySchemes={SCHEME: SecurityScheme(type="http", scheme="bearer")},
        ),
    )


@cache
def text() -> str:
    """The document as YAML."""
    plain = document().model_dump(mode="json", by_alias=True, exclude_none=True, exclude_unset=True)
    return yaml.dump(plain, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=100)


def export(path: Path) -> None:
    """Write the document to a file."""
    path.write_text(text(), encoding="utf-8")


@cache
def _rendered() -> Rendered:
    return Rendered(text(), "application/yaml")


async def served(request: Request) -> Answer:
    """The document, for whoever asks."""
    rendered = await asyncio.to_thread(_rendered)  # it takes a second, the first time
    return rendered.answer(request)


def _operation(row: Row, components: Named, problem: Reference | Schema) -> Operation:
    summary, _, description = row.once.text.partition("\n\n")
    example = examples().get(row.name, Example())
    return Operation(
        operationId=row.name,
        tags=[row.name.partition("_")[0]],
        summary=" ".join(summary.split()).rstrip("."),
        description="\n\n".join(filter(None, (description, _followed(row), _scoped(row)))) or None,
        security=_security(row),
        parameters=[*_parameters(row, components, example)] or None,
        requestBody=_body(row, components, example),
        responses={
            str(row.status.value): _answer(row, components, example),
            "4XX": _refusal("The request is refused and nothing is changed", problem, example),
            "5XX": _refusal("The service cannot take the request now", problem),
        },
    )


def _followed(row: Row) -> str:
    """What is told as a stream, if anything is."""
    if row.following is None:
        return ""
    resumed = " Each event has its cursor as id, by which it resumes." if _resumes(row) else ""
    text = row.following.text
    return f"With `Accept: {STREAM}` it is a stream: {text[0].lower()}{text[1:]}{resumed}"


def _scoped(row: Row) -> str:
    """What the token has to be allowed to, if anything."""
    return "" if row.scope is None else f"The token needs the scope `{row.scope.value}`."


def _resumes(row: Row) -> bool:
    """Whether a stream goes on where a lost connection ended."""
    query = row.following.query if row.following else None
    return query is not None and "after" in query.model_fields


def _shape(components: Named) -> None:
    """Say what the views and actions are that our own models hold as JSON."""
    for name, schema in shapes.schemas(REF).items():
        components[name] = Schema.model_validate(schema)
    for model, name, kinds in shapes.PLACES:
        properties = components[model].properties or {}
        schema = {**shapes.one_of(kinds, REF), "description": properties[name].description}
        properties[name] = Schema.model_validate(schema)


def _security(row: Row) -> list[dict[str, list[str]]] | None:
    if not row.takes_caller:
        return None
    return [{SCHEME: []}] if row.needs_caller else [{}, {SCHEME: []}]


def _parameters(row: Row, components: Named, example: Example) -> Iterator[Parameter]:
    for parameter in (*_path(row), *_query(row, components), *_headers(row)):
        parameter.example = example.parameters.get(parameter.name)
        yield parameter


def _path(row: Row) -> Iterator[Parameter]:
    for name in row.once.ids:
        yield _parameter("path", to_camel(name), STRING, TEXTS.get(name))


def _query(row: Row, components: Named) -> Iterator[Parameter]:
    if (model := row.once.query) is not None:
        for name, schema in fields_of(components, model):
            yield _parameter("query", name, schema, schema.description)


def _headers(row: Row) -> Iterator[Parameter]:
    for header, name in row.headers.items():
        text = f"The same as `{name}` in the body."
        yield _parameter("header", header, Schema.model_validate(HEADERS[header]), text)
    if _resumes(row):
        text = "Resumes a stream after this event."
        yield _parameter("header", "Last-Event-ID", STRING, text)


def _parameter(place: str, name: str, schema: Schema, text: str | None) -> Parameter:
    said = schema.model_copy(update={"description": None})
    return Parameter.model_validate(
        {
            "name": name,
            "in": place,
            "required": place == "path",
            "description": text,
            "schema": said,
        }
    )


def _body(row: Row, components: Named, example: Example) -> RequestBody | None:
    if (model := row.once.body) is None:
        return None
    schema = schema_of(components, TypeAdapter(model), "validation")
    asked = components[model.__name__]
    by_header = row.headers.values()
    asked.required = [name for name in asked.required or () if name not in by_header] or None
    content = {JSON: MediaType(schema=schema, example=example.body)}
    return RequestBody(content=content, required=bool(asked.required))


def _answer(row: Row, components: Named, example: Example) -> Response:
    schema = schema_of(components, Endpoint(row).answer, "serialization")
    content = {JSON: MediaType(schema=schema, example=example.answer)}
    if row.following is not None:
        item = schema_of(components, TypeAdapter(row.following.item), "serialization")
        content[STREAM] = MediaType(schema=item, example=example.stream)
    return Response(description="Done", content=content)


def _refusal(
    description: str, problem: Reference | Schema, example: Example | None = None
) -> Response:
    shown = None if example is None else example.problem
    content = {MEDIA_TYPE: MediaType(schema=problem, example=shown)}
    return Response(description=description, content=content)
