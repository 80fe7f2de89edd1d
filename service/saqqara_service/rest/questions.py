"""How a request's body and the words of its address are read: as strictly as GraphQL reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Final, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel
from starlette.requests import Request

from saqqara_service.errors import Malformed
from saqqara_service.models import Model
from saqqara_service.questions import malformed, misread, numbered, read_json, read_object

M = TypeVar("M", bound=Model)
_LITERAL: Final = re.compile(r"true|false|-?(0|[1-9][0-9]{0,19})")
_VERSION: Final = re.compile(r"[0-9]{1,15}")


def body_of(
    model: type[M],
    request: Request,
    body: bytes,
    headers: Mapping[str, str],
    outer: Mapping[str, str],
) -> M:
    """The body; a header may stand for a field of it, and what is outer stands elsewhere."""
    fields = _json_object(request, body)
    for header, name in headers.items():
        if (value := request.headers.get(header)) is not None:
            _fill(fields, name, header, value)
    return _strictly(model, fields, outer)


def query_of(model: type[M], request: Request, outer: Mapping[str, str]) -> M:
    """The words of the address: numbers and truth values as JSON spells them, each given once."""
    fields: dict[str, object] = {}
    for name, text in request.query_params.multi_items():
        if name in fields:
            raise misread(f"/{name}", "The parameter is given twice.")
        is_literal = name in _literals(model) and _LITERAL.fullmatch(text) is not None
        fields[name] = read_json(f'{{"value": {text}}}')["value"] if is_literal else text
    return _strictly(model, numbered(fields), outer)


@cache
def _literals(model: type[Model]) -> frozenset[str]:
    """The names of the fields that are no texts."""
    fields = TypeAdapter(model).json_schema()["properties"]
    kinds = {
        name: {part.get("type") for part in (schema, *schema.get("anyOf", ()))}
        for name, schema in fields.items()
    }
    return frozenset(name for name, found in kinds.items() if found & {"integer", "boolean"})


class UnsupportedMediaType(Malformed):
    """The body is malformed, since it is no JSON; its status says so."""

    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    code = Malformed.code


def _json_object(request: Request, body: bytes) -> dict[str, object]:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and media_type != "application/json":
        raise UnsupportedMediaType("Send the body as `Content-Type: application/json`.")
    return read_object(body) if body else {}


def _fill(fields: dict[str, object], name: str, header: str, text: str) -> None:
    """Let a header stand for a field of the body; saying both differently is malformed."""
    text = text.removeprefix("W/").strip('"')
    is_version = name == "expectedVersion" and _VERSION.fullmatch(text) is not None
    value = int(text) if is_version else text
    if fields.setdefault(name, value) != value:
        raise misread(f"/{name}", f"The value differs from the header {header}.")


def _strictly(model: type[M], fields: dict[str, object], outer: Mapping[str, str]) -> M:
    """The question; strict as GraphQL is, so that `"3"` is no number by either transport."""
    for name in outer:
        if twice := fields.keys() & {name, to_camel(name)}:
            raise misread(f"/{twice.pop()}", "Extra inputs are not permitted")
    try:
        return model.model_validate_json(orjson.dumps({**outer, **fields}), strict=True)
    except ValidationError as error:
        raise malformed(error) from None


def bearer(request: Request) -> str | None:
    """The token of the request, if it carries one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
