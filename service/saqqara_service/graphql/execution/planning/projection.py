"""Selections turned into functions: what the library finds out for each value is found out once.

Only what needs no resolver is projected: attributes of our models, and their types' names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Final, TypeAlias, cast

from graphql import (
    FieldNode,
    GraphQLAbstractType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    SelectionSetNode,
    is_abstract_type,
    is_leaf_type,
)
from strawberry.types.field import StrawberryField

from saqqara_service.graphql.execution.selections import TYPENAME, Selections, Unplanned

DEFINITION: Final = "strawberry-definition"

Projection: TypeAlias = Callable[[Any], Any]
AS_THEY_ARE: Final = frozenset(
    {"Boolean", "ID", "Instant", "JSON", "JSONObject", "Milliseconds", "String"}
)
"""Scalars whose values a model has checked already; the library would look at each once more."""


def unchanged(value: Any) -> Any:  # noqa: ANN401 (any value of the schema)
    """The value, which is told as it is."""
    return value


class Projector(Selections):
    """Makes projections of one document's selections."""

    def projection(self, kind: GraphQLOutputType, nodes: Iterable[FieldNode]) -> Projection:
        """What these fields ask of a value of this type; raises `Unplanned`."""
        match kind:
            case GraphQLNonNull():
                project = self.projection(kind.of_type, nodes)
                return unchanged if project is unchanged else _demanded(project)
            case GraphQLList():
                item = self.projection(kind.of_type, nodes)
                return unchanged if item is unchanged else _each(item)
        if is_leaf_type(kind):
            return unchanged if kind.name in AS_THEY_ARE else _leaf(kind.coerce_output_value)
        below = [node.selection_set for node in nodes if node.selection_set]
        if is_abstract_type(kind):
            return self._abstract(kind, below)
        return self._object(cast("GraphQLObjectType", kind), below)

    def _object(self, kind: GraphQLObjectType, selections: list[SelectionSetNode]) -> Projection:
        parts = [
            (key, *self._part(kind, nodes)) for key, nodes in self.fields(kind, selections).items()
        ]
        return lambda value: (
            None
            if value is None
            else {
                key: get(value) if project is unchanged else project(get(value))
                for key, get, project in parts
            }
        )

    def _part(
        self, kind: GraphQLObjectType, nodes: list[FieldNode]
    ) -> tuple[Projection, Projection]:
        """How to get a field's value, and how to project it."""
        name = nodes[0].name.value
        if name == TYPENAME:
            return lambda _: kind.name, unchanged
        field = kind.fields[name]
        definition: StrawberryField = field.extensions[DEFINITION]
        if not definition.is_basic_field:
            raise Unplanned
        return attrgetter(definition.python_name), self.projection(field.type, nodes)

    def _abstract(
        self, kind: GraphQLAbstractType, selections: list[SelectionSetNode]
    ) -> Projection:
        members = {
            member.extensions[DEFINITION].origin: member
            for member in self._schema.get_possible_types(kind)
        }
        project = {origin: self._object(member, selections) for origin, member in members.items()}
        return lambda value: None if value is None else project[type(value)](value)


def _each(item: Projection) -> Projection:
    return lambda value: None if value is None else [item(one) for one in value]


def _leaf(coerce: Projection) -> Projection:
    return lambda value: None if value is None else coerce(value)


def _demanded(project: Projection) -> Projection:
    def projected(value: Any) -> Any:  # noqa: ANN401 (any value of the schema)
        data = project(value)
        if data is None:
            raise TypeError("there is no value where there must be one")
        return data

    return projected
