"""What the published contracts leave without a word of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    is_specified_scalar_type,
)

Json: TypeAlias = dict[str, Any]
Described: TypeAlias = tuple[str, str, str | None]
"""A place, the name that stands there, and what is said of it."""

SMALL_WORDS = frozenset({"a", "an", "the", "of", "its", "this", "in", "is", "which", "what"})


def in_graphql(schema: GraphQLSchema) -> list[str]:
    """The types, fields, arguments and values that nothing is said of but their names."""
    return _silent(_of_graphql(schema))


def in_openapi(document: Json) -> list[str]:
    """The operations, parameters, schemas, properties and values of which nothing is said."""
    return _silent(_of_openapi(document))


def _silent(found: Iterator[Described]) -> list[str]:
    return [place for place, name, text in found if not _words(text or "") - _words(name)]


def _words(text: str) -> set[str]:
    apart = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
    return set(re.findall(r"\w+", apart.replace("_", " ").lower())) - SMALL_WORDS


def _of_graphql(schema: GraphQLSchema) -> Iterator[Described]:
    for name, kind in schema.type_map.items():
        if name.startswith("__") or is_specified_scalar_type(kind):
            continue
        yield name, name, kind.description
        match kind:
            case GraphQLObjectType() | GraphQLInterfaceType():
                for field, member in kind.fields.items():
                    yield f"{name}.{field}", field, member.description
                    for argument, asked in member.args.items():
                        yield f"{name}.{field}({argument})", argument, asked.description
            case GraphQLInputObjectType():
                for field, member in kind.fields.items():
                    yield f"{name}.{field}", field, member.description
            case GraphQLEnumType():
                for value, member in kind.values.items():
                    yield f"{name}.{value}", value, member.description


def _of_openapi(document: Json) -> Iterator[Described]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            place = f"{method.upper()} {path}"
            yield place, operation["operationId"], operation["summary"]
            for parameter in operation.get("parameters", ()):
                name = parameter["name"]
                yield f"{place} {name}", name, parameter.get("description")
            for status, answer in operation["responses"].items():
                name = answer.get("$ref", "").rpartition("/")[2]
                response = document["components"]["responses"][name] if name else answer
                yield f"{place} {status}", status, response["description"]
    for name, schema in document["components"]["schemas"].items():
        yield name, name, schema.get("description")
        yield from _members(name, schema)


def _members(place: str, schema: Json) -> Iterator[Described]:
    """The properties and values of a schema and of what is nested in it."""
    for name, part in schema.get("properties", {}).items():
        yield f"{place}.{name}", name, part.get("description")
        yield from _members(f"{place}.{name}", part)
    listed = dict(re.findall(r"^- `([^`]*)`: (.+)", schema.get("description", ""), re.MULTILINE))
    for value in schema.get("enum", ()):
        yield f"{place}={value}", str(value), listed.get(str(value))
    for word in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(word, ()):
            yield from _members(place, part)
    if "items" in schema:
        yield from _members(f"{place}[]", schema["items"])
