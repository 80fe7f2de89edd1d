"""The OpenAPI 3.1 document, built from the route table, the handlers' signatures and the models."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from inspect import getdoc
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

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
from pydantic import ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from starlette.requests import Request
from starlette.responses import Response as Answer

from saqqara_service.models import Caller, Model
from saqqara_service.rest import shapes
from saqqara_service.rest.endpoints import Endpoint
from saqqara_service.rest.errors import MEDIA_TYPE, STATUS
from saqqara_service.rest.routes import ENDPOINTS, PREFIX

INTRODUCTION: Final = (
    "Programs play Imhotep here. Open an account, make a bot with its token, sit down in a match, "
    "follow `/turns` and answer each turn with one of its legal actions. Times are integer "
    "milliseconds; seats count from 0. Every refusal is a problem with a stable `code` and changes "
    "nothing. The same calls exist by GraphQL at `/graphql`, with the same codes."
)
JSON: Final = "application/json"
STREAM: Final = "text/event-stream"
REF: Final = "#/components/schemas/"
SCHEME: Final = "bearer"

Named: TypeAlias = dict[str, Schema]


class Problem(Model):
    """Why a request was refused (RFC 9457). Facts for programs stand beside these members."""

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Field(json_schema_extra={"enum": [kind.code for kind in STATUS]})]
    request_id: str

    model_config = ConfigDict(extra="allow")


class _PlainSchema(GenerateJsonSchema):
    """Schemas whose properties carry no title: it would only repeat the name."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002
        return False


def document() -> OpenAPI:
    """The whole document."""
    components: Named = {}
    paths: defaultdict[str, dict[str, Operation]] = defaultdict(dict)
    problem = _schema(components, TypeAdapter(Problem), "serialization")
    for endpoint in ENDPOINTS:
        path = PREFIX + re.sub(r"{(\w+)}", lambda found: f"{{{to_camel(found[1])}}}", endpoint.path)
        paths[path][endpoint.method.lower()] = _operation(endpoint, components, problem)
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
    return yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100)


def export(path: Path) -> None:
    """Write the document to a file."""
    path.write_text(text(), encoding="utf-8")


async def served(_request: Request) -> Answer:
    """The document, for whoever asks."""
    return Answer(text(), media_type="application/yaml")


def _operation(endpoint: Endpoint, components: Named, problem: Reference | Schema) -> Operation:
    handle, hints = endpoint.handle, endpoint.hints
    room = handle.__module__.rpartition(".")[2]
    summary, _, description = (getdoc(handle) or "").partition("\n\n")
    return Operation(
        operationId=endpoint.name,
        tags=[room],
        summary=" ".join(summary.split()).rstrip("."),
        description=description or None,
        security=_security(hints.get("caller")),
        parameters=[*_path(endpoint), *_query(endpoint, components), *_headers(endpoint)] or None,
        requestBody=_body(endpoint, components),
        responses={
            str(endpoint.status): _answer(endpoint, components),
            "4XX": _refusal("The request is refused and nothing is changed", problem),
            "5XX": _refusal("The service cannot take the request now", problem),
        },
    )


def _schema(
    components: Named, adapter: TypeAdapter[Any], mode: JsonSchemaMode
) -> Reference | Schema:
    """The schema of a type; what has a name goes among the components and is referred to."""
    schema = adapter.json_schema(
        mode=mode, ref_template=REF + "{model}", schema_generator=_PlainSchema
    )
    for name, part in schema.pop("$defs", {}).items():
        components[name] = Schema.model_validate(part)
    if "title" not in schema:
        return Schema.model_validate(schema)
    name = re.sub(r"\W", "", schema["title"])
    components[name] = Schema.model_validate(schema)
    return Reference.model_validate({"$ref": REF + name})


def _shape(components: Named) -> None:
    """Say what the views and actions are that our own models hold as JSON."""
    for name, schema in shapes.schemas(REF).items():
        components[name] = Schema.model_validate(schema)
    for model, name, kinds in shapes.PLACES:
        schema = {**shapes.one_of(kinds, REF)}
        properties = components[model].properties or {}
        properties[name] = Schema.model_validate(schema)


def _security(caller: object) -> list[dict[str, list[str]]] | None:
    if caller is None:
        return None
    return [{SCHEME: []}] if caller is Caller else [{}, {SCHEME: []}]


def _path(endpoint: Endpoint) -> Iterator[Parameter]:
    for name in endpoint.path_names:
        yield _parameter("path", to_camel(name), Schema.model_validate({"type": "string"}))


def _query(endpoint: Endpoint, components: Named) -> Iterator[Parameter]:
    if (model := endpoint.hints.get("query")) is None:
        return
    schema = TypeAdapter(model).json_schema(
        ref_template=REF + "{model}", schema_generator=_PlainSchema
    )
    for name, part in schema.pop("$defs", {}).items():
        components[name] = Schema.model_validate(part)
    for name, part in schema["properties"].items():
        yield _parameter("query", name, Schema.model_validate(part))


def _headers(endpoint: Endpoint) -> Iterator[Parameter]:
    for header, name in endpoint.headers.items():
        described = {"type": "string", "description": f"Stands for `{name}` of the body."}
        yield _parameter("header", header, Schema.model_validate(described))
    if endpoint.stream is not None and "query" in endpoint.hints:
        described = {"type": "string", "description": "Resumes a stream after this event."}
        yield _parameter("header", "Last-Event-ID", Schema.model_validate(described))


def _parameter(place: str, name: str, schema: Schema) -> Parameter:
    return Parameter.model_validate(
        {"name": name, "in": place, "required": place == "path", "schema": schema}
    )


def _body(endpoint: Endpoint, components: Named) -> RequestBody | None:
    if (model := endpoint.hints.get("body")) is None:
        return None
    schema = _schema(components, TypeAdapter(model), "validation")
    asked = components[model.__name__]
    by_header = endpoint.headers.values()
    asked.required = [name for name in asked.required or () if name not in by_header] or None
    return RequestBody(content={JSON: MediaType(schema=schema)}, required=bool(asked.required))


def _answer(endpoint: Endpoint, components: Named) -> Response:
    content: dict[str, MediaType] = {}
    if endpoint.answer is not None:
        content[JSON] = MediaType(schema=_schema(components, endpoint.answer, "serialization"))
    if endpoint.stream is not None:
        item = _schema(components, TypeAdapter(endpoint.stream), "serialization")
        content[STREAM] = MediaType(schema=item)
    return Response(description="Done", content=content)


def _refusal(description: str, problem: Reference | Schema) -> Response:
    return Response(description=description, content={MEDIA_TYPE: MediaType(schema=problem)})
