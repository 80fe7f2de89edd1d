"""Introspection, answered from what the schema has told of itself before.

The library runs a resolver for each of twenty thousand values, in one step of the loop. Here each
is asked once in the life of the process, a selection becomes functions as in `plans.py`, and what
one document may be told is bounded: types lead to types without end.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, cast

from graphql import (
    DocumentNode,
    FieldNode,
    GraphQLError,
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    SchemaMetaFieldDef,
    SelectionSetNode,
    TypeMetaFieldDef,
    get_argument_values,
    get_operation_ast,
    get_variable_values,
)
from graphql.execution.values import VariableValues

from saqqara_service.errors import TooLarge
from saqqara_service.graphql.execution.introspection import asked, refused
from saqqara_service.graphql.execution.limits import INTROSPECTION
from saqqara_service.graphql.execution.planning.projection import Projection, Projector, unchanged
from saqqara_service.graphql.execution.selections import TYPENAME
from saqqara_service.graphql.execution.texts import parsed

MOST_VALUES: Final = 40_000
"""So many values one document is told; the standard query is told of 26,000."""
CACHED: Final = 8
REMEMBERED: Final = 256
"""Fields of introspection with their arguments, of which a type's name is one."""
META: Final = {"__schema": SchemaMetaFieldDef, "__type": TypeMetaFieldDef}


@dataclass(frozen=True, slots=True)
class Introspected:
    """What an operation that asks for nothing but the schema is told."""

    data: dict[str, Any] | None
    error: GraphQLError | None = None


@lru_cache(CACHED)
def introspected(
    schema: GraphQLSchema, text: str, name: str | None, variables: str
) -> Introspected | None:
    """What an operation is told that only introspects, and nothing else; None for any other.

    None too where the variables do not fit: the library says so.
    """
    document = parsed(text)
    operation = get_operation_ast(document, name)
    if operation is None or not asked(schema, document, operation) & INTROSPECTION:
        return None
    wanted = operation.variable_definitions or ()
    values = get_variable_values(schema, wanted, json.loads(variables), max_errors=1)
    if isinstance(values, list):
        return None
    return Introspector(schema, document, values).read(operation.selection_set)


class Introspector(Projector):
    """Makes projections of introspection's own types."""

    def __init__(
        self, schema: GraphQLSchema, document: DocumentNode, variables: VariableValues
    ) -> None:
        super().__init__(schema, document)
        self._variables = variables
        self._left = MOST_VALUES

    def read(self, selections: SelectionSetNode) -> Introspected:
        """What the root is told."""
        root = cast("GraphQLObjectType", self._schema.query_type)
        try:
            return Introspected(self._object(root, [selections])(None))
        except GraphQLError as error:
            return Introspected(None, error)

    def _object(self, kind: GraphQLObjectType, selections: list[SelectionSetNode]) -> Projection:
        fields = self.fields(kind, selections).items()
        parts = [(key, *self._part(kind, nodes)) for key, nodes in fields]
        nothing = object() if kind is self._schema.query_type else None

        def read(value: object) -> dict[str, Any] | None:
            if value is nothing:
                return None
            self._left -= len(parts)
            if self._left < 0:
                most = f"introspection tells of {MOST_VALUES} values at most; ask for less at once"
                raise refused(TooLarge(most, limit=MOST_VALUES))
            return {key: read(get(value)) for key, get, read in parts}

        return read

    def _part(
        self, kind: GraphQLObjectType, nodes: list[FieldNode]
    ) -> tuple[Projection, Projection]:
        name = nodes[0].name.value
        if name == TYPENAME:
            return lambda _: kind.name, unchanged
        field = _field(kind, name)
        asked = get_argument_values(field, nodes[0], self._variables)
        get = _remembered(self._schema, kind, name, tuple(asked.items()))
        return get, self.projection(field.type, nodes)


@dataclass(frozen=True, slots=True)
class _Info:
    """All that the resolvers of introspection ask for."""

    schema: GraphQLSchema


@lru_cache(REMEMBERED)
def _remembered(
    schema: GraphQLSchema, kind: GraphQLObjectType, name: str, asked: tuple[tuple[str, Any], ...]
) -> Projection:
    """A field's resolver, which is called once for each value: the schema does not change."""
    known: dict[int, tuple[object, Any]] = {}
    info, resolve, named = _Info(schema), _field(kind, name).resolve, dict(asked)
    if resolve is None:
        raise TypeError(f"nothing answers for {name}")

    def get(value: object) -> Any:  # noqa: ANN401 (any value of the schema)
        found = known.get(id(value))
        if found is None:
            found = known[id(value)] = (value, resolve(value, info, **named))
        return found[1]

    return get


def _field(kind: GraphQLObjectType, name: str) -> GraphQLField:
    return META.get(name) or kind.fields[name]
