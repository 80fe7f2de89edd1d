"""Marks what will go away with `@deprecated`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLEnumValue,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
)

from saqqara_service.contract.deprecations import Deprecation, is_operation, split

Marked: TypeAlias = GraphQLField | GraphQLInputField | GraphQLArgument | GraphQLEnumValue


def mark(schema: GraphQLSchema, deprecated: Mapping[str, Deprecation]) -> None:
    """Put the reasons into a schema; a key that names nothing raises `KeyError`."""
    for key, deprecation in deprecated.items():
        if not is_operation(key):
            _named(schema, key).deprecation_reason = deprecation.text


def _named(schema: GraphQLSchema, key: str) -> Marked:
    whole, argument = split(key)
    name, _, member = whole.partition(".")
    kind = schema.type_map[name]
    found: Mapping[str, Marked] = {}
    if isinstance(kind, GraphQLEnumType):
        found = kind.values
    elif isinstance(kind, GraphQLInputObjectType | GraphQLObjectType | GraphQLInterfaceType):
        found = kind.fields
    if argument and isinstance(field := found[member], GraphQLField):
        found, member = field.args, argument
    return found[member]
