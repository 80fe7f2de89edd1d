"""Marks what will go away: in the document, and by headers of each answer (RFC 9745, RFC 8594)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, date, datetime
from email.utils import format_datetime
from typing import TypeAlias

from openapi_pydantic import OpenAPI, Operation, Parameter, Reference, Schema
from starlette.requests import Request
from starlette.responses import Response

from saqqara_service.contract.deprecations import Deprecation, is_operation, split

Answering: TypeAlias = Callable[[Request], Awaitable[Response]]


def announced(answering: Answering, deprecation: Deprecation | None) -> Answering:
    """The same answers, with headers that say when they will end, if they will."""
    if deprecation is None:
        return answering
    headers = {
        "deprecation": f"@{int(_midnight(deprecation.since).timestamp())}",
        "sunset": format_datetime(_midnight(deprecation.until), usegmt=True),
    }

    async def announcing(request: Request) -> Response:
        answer = await answering(request)
        answer.headers.update(headers)
        return answer

    return announcing


def mark(document: OpenAPI, prefix: str, deprecated: Mapping[str, Deprecation]) -> None:
    """Put the reasons into a document; a key that names no operation raises `KeyError`."""
    for key, deprecation in deprecated.items():
        if is_operation(key):
            _mark_operation(document, prefix, key, deprecation)
        else:
            _mark_field(document, key, deprecation)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _mark_operation(document: OpenAPI, prefix: str, key: str, deprecation: Deprecation) -> None:
    whole, name = split(key)
    method, _, path = whole.partition(" ")
    operation = getattr((document.paths or {})[prefix + path], method.lower())
    if not isinstance(operation, Operation):
        raise KeyError(key)
    marked: Operation | Parameter = _parameter(operation, name) if name else operation
    marked.deprecated = True
    marked.description = _told(marked.description, deprecation)


def _parameter(operation: Operation, name: str) -> Parameter:
    found = [one for one in operation.parameters or () if isinstance(one, Parameter)]
    return {one.name: one for one in found}[name]


def _mark_field(document: OpenAPI, key: str, deprecation: Deprecation) -> None:
    """What only GraphQL has is not found here."""
    name, _, member = key.partition(".")
    schemas = (document.components.schemas if document.components else None) or {}
    schema = schemas.get(name, schemas.get(name.removesuffix("Input")))
    if not isinstance(schema, Schema) or member not in (schema.properties or {}):
        return
    properties = schema.properties or {}
    marked = properties[member]
    if isinstance(marked, Reference):
        all_of = [{"$ref": marked.ref}]
        marked = Schema.model_validate({"allOf": all_of, "description": marked.description})
    marked.deprecated = True
    marked.description = _told(marked.description, deprecation)
    properties[member] = marked


def _told(description: str | None, deprecation: Deprecation) -> str:
    return "\n\n".join((description, deprecation.text) if description else (deprecation.text,))
