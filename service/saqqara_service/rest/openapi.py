"""The OpenAPI 3.1 document, built from the table of operations and the models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, cast

import yaml
from openapi_pydantic import (
    Components,
    Contact,
    Info,
    License,
    MediaType,
    OpenAPI,
    Operation,
    Parameter,
    PathItem,
    RequestBody,
    Response,
    Schema,
    SecurityScheme,
    Server,
    Tag,
)
from pydantic import TypeAdapter
from pydantic.alias_generators import to_camel
from typing_extensions import TypeForm

from saqqara_service.api.operation import PREFIX, Row, refusals_of
from saqqara_service.api.table import OPERATIONS
from saqqara_service.rest import shapes
from saqqara_service.rest.endpoints import ARCHIVE, Endpoint
from saqqara_service.rest.examples import Example, examples
from saqqara_service.rest.problems import Responses, add_problem, refusals
from saqqara_service.rest.schemas import REF, Named, fields_of, schema_of
from saqqara_service.rest.streams import MEDIA_TYPE as STREAM

INTRODUCTION: Final = (
    "An API for programs that play Imhotep. Create an account, create a bot with its token, join a "
    "match, follow `/turns` and answer each turn with one of its legal actions. Times are integer "
    "milliseconds; seats count from 0. Every refusal is a problem with a stable `code` and changes "
    "nothing; `next` names the operation that helps, if one does. The same calls exist in GraphQL "
    "at `/graphql`, with the same codes.\n\n"
    "Each token has a budget of calls. Each address has a budget for calls without a token, and "
    "another one for all its calls together. A call that takes long to compute costs more. An "
    "action that is applied costs nothing. The headers `RateLimit-Policy` and `RateLimit` give the "
    "budget and its remainder. When the budget is used up, the response is 429 `rate_limited` with "
    "`Retry-After`. The action that a match awaits is never refused in this way. A process "
    "without free capacity answers 503 `busy` with `Retry-After`."
)
JSON: Final = "application/json"
STRING: Final = Schema.model_validate({"type": "string"})
BYTES: Final = Schema.model_validate({"type": "string", "format": "binary"})
HEADERS: Final = {
    "Idempotency-Key": {"type": "string", "minLength": 1, "maxLength": 100, "pattern": '[^"]'},
    "If-Match": {"type": "string", "pattern": '^(W/)?"?([0-9]{1,6}|1000000)"?$'},
}
"""What a header may say that stands for a field of the body."""

REPEATABLE: Final = "x-repeatable"
"""Says that a change comes to the same however often it is sent."""
SCHEME: Final = "bearer"
TAGS: Final = {
    "service": "The service itself and its games.",
    "accounts": "Accounts, their profiles and what belongs to them.",
    "bots": "Bots, their versions and their accept policies.",
    "submissions": "Submitted programs, which the host runs.",
    "runners": "Calls of the host's runners, which run submitted programs.",
    "tokens": "Tokens and their scopes.",
    "matches": "Creating, finding, following and playing matches.",
    "challenges": "Challenging other players, and answering challenges.",
    "ladders": "Rated ladders: creating and running them, enrolling bots, reading the tables.",
}
"""The groups of operations: the first word of their names, and the groups of calls of the SDK."""


def document() -> OpenAPI:
    """The whole document."""
    components: Named = {}
    paths: defaultdict[str, dict[str, Operation]] = defaultdict(dict)
    responses: Responses = {}
    add_problem(components, refusals_of(OPERATIONS))
    for operation in OPERATIONS:
        path = PREFIX + operation.published_path
        paths[path][operation.method.lower()] = _operation(operation, components, responses)
    _shape(components)
    return OpenAPI(
        openapi="3.1.1",
        info=Info(
            title="Saqqara",
            version="1",
            description=INTRODUCTION,
            contact=Contact(name="The Saqqara maintainers"),
            license=License(name="MIT", identifier="MIT"),
        ),
        servers=[Server(url="/", description="The server that serves this document.")],
        tags=[
            Tag(name=name, description=TAGS[name]) for name in dict.fromkeys(map(_tag, OPERATIONS))
        ],
        paths={path: PathItem.model_validate(rows) for path, rows in paths.items()},
        components=Components(
            schemas=dict(sorted(components.items())),
            responses=dict(sorted(responses.items())),
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


def _tag(row: Row) -> str:
    return row.name.partition("_")[0]


def _operation(row: Row, components: Named, responses: Responses) -> Operation:
    summary, _, description = row.once.text.partition("\n\n")
    example = examples().get(row.name, Example())
    made = Operation(
        operationId=row.name,
        tags=[_tag(row)],
        summary=" ".join(summary.split()).rstrip("."),
        description="\n\n".join(filter(None, (description, _followed(row), _admitted(row)))),
        security=_security(row),
        parameters=[*_parameters(row, components, example)] or None,
        requestBody=_body(row, components, example),
        responses={
            str(row.status.value): _answer(row, components, example),
            **refusals(row, responses, example.problem),
        },
    )
    return made.model_copy(update={REPEATABLE: True}) if row.repeatable else made


def _followed(row: Row) -> str:
    """What is told as a stream, if anything is."""
    if row.following is None:
        return ""
    text, resumed = row.following.text, ""
    if row.resumes:
        resumed = " The id of each event is its cursor, which resumes the stream."
    return f"With `Accept: {STREAM}` the response is a stream: {text[0].lower()}{text[1:]}{resumed}"


def _admitted(row: Row) -> str:
    """Who may ask."""
    if row.scope is not None:
        return f"The token needs the scope `{row.scope.value}`."
    if row.needs_caller:
        return "Any token is enough."
    return "A token is optional, but shows more." if row.takes_caller else "No token is needed."


def _shape(components: Named) -> None:
    """Say what the views and actions are that our own models hold as JSON."""
    for name, schema in shapes.schemas(REF).items():
        components[name] = Schema.model_validate(schema)
    for model, name, kinds in shapes.PLACES:
        properties = components[model].properties or {}
        schema = {**shapes.choice_of(kinds, REF), "description": properties[name].description}
        properties[name] = Schema.model_validate(schema)


def _security(row: Row) -> list[dict[str, list[str]]]:
    if not row.takes_caller:
        return []
    return [{SCHEME: []}] if row.needs_caller else [{}, {SCHEME: []}]


def _parameters(row: Row, components: Named, example: Example) -> Iterator[Parameter]:
    for parameter in (*_path(row), *_query(row, components), *_headers(row)):
        parameter.example = example.parameters.get(parameter.name)
        yield parameter


def _path(row: Row) -> Iterator[Parameter]:
    fields = row.once.question.model_fields
    for name in row.ids:
        yield _parameter("path", to_camel(name), STRING, fields[name].description)


def _query(row: Row, components: Named) -> Iterator[Parameter]:
    if row.in_body or not row.words:
        return
    fields = row.once.question.model_fields
    words = {to_camel(name): fields[name].is_required() for name in row.words}
    for name, schema in fields_of(components, row.once.question):
        if name in words:
            yield _parameter("query", name, schema, schema.description, is_needed=words[name])


def _headers(row: Row) -> Iterator[Parameter]:
    for header, name in row.headers.items():
        text = f"The same as `{name}` in the body."
        yield _parameter("header", header, Schema.model_validate(HEADERS[header]), text)
    if row.resumes:
        text = "Resumes a stream after this event."
        yield _parameter("header", "Last-Event-ID", STRING, text)


def _parameter(
    place: str, name: str, schema: Schema, text: str | None, *, is_needed: bool = False
) -> Parameter:
    said = schema.model_copy(update={"description": None})
    return Parameter.model_validate(
        {
            "name": name,
            "in": place,
            "required": is_needed or place == "path",
            "description": text,
            "schema": said,
        }
    )


def _body(row: Row, components: Named, example: Example) -> RequestBody | None:
    if row.once.takes_bytes:
        return RequestBody(content={ARCHIVE: MediaType(schema=BYTES)}, required=True)
    if not row.in_body:
        return None
    model = row.once.question
    schema = schema_of(components, TypeAdapter(model), "validation")
    asked, in_path = components[model.__name__], {to_camel(name) for name in row.ids}
    asked.properties = {
        name: one for name, one in (asked.properties or {}).items() if name not in in_path
    }
    elsewhere = in_path.union(row.headers.values())
    asked.required = [name for name in asked.required or () if name not in elsewhere] or None
    content = {JSON: MediaType(schema=schema, example=example.body)}
    return RequestBody(content=content, required=bool(asked.required))


def _answer(row: Row, components: Named, example: Example) -> Response:
    if row.once.tells_bytes:
        return Response(description="Done", content={ARCHIVE: MediaType(schema=BYTES)})
    schema = schema_of(components, Endpoint(row).answer, "serialization")
    content = {JSON: MediaType(schema=schema, example=example.answer)}
    if row.following is not None:
        # As a list's item a union too is told by its name.
        of_list = cast("TypeForm[object]", list.__class_getitem__(row.following.item))
        listed = schema_of(components, TypeAdapter(of_list), "serialization")
        items = Schema.model_validate(listed).items
        content[STREAM] = MediaType(schema=items, example=example.stream)
    return Response(description="Done", content=content)
