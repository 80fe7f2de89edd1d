"""Selections turned into functions: what the library finds out for each value is found out once.

Only what needs no resolver is projected: attributes of our models, and their types' names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, Final, TypeAlias, cast

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLAbstractType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    SelectionNode,
    SelectionSetNode,
    is_abstract_type,
    is_leaf_type,
)
from strawberry.types.field import StrawberryField

TYPENAME: Final = "__typename"
DEFINITION: Final = "strawberry-definition"

Projection: TypeAlias = Callable[[Any], Any]
Fields: TypeAlias = Mapping[str, list[FieldNode]]


class Unplanned(Exception):
    """The selection asks for something that is not projected."""


class Projector:
    """Makes projections of one document's selections."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode) -> None:
        self._schema = schema
        self._fragments = {
            node.name.value: node
            for node in document.definitions
            if isinstance(node, FragmentDefinitionNode)
        }

    def projection(self, kind: GraphQLOutputType, nodes: Iterable[FieldNode]) -> Projection:
        """What these fields ask of a value of this type; raises `Unplanned`."""
        match kind:
            case GraphQLNonNull():
                return _demanded(self.projection(kind.of_type, nodes))
            case GraphQLList():
                item = self.projection(kind.of_type, nodes)
                return lambda value: None if value is None else [item(one) for one in value]
        if is_leaf_type(kind):
            return _leaf(kind.coerce_output_value)
        below = [node.selection_set for node in nodes if node.selection_set]
        if is_abstract_type(kind):
            return self._abstract(kind, below)
        return self._object(cast("GraphQLObjectType", kind), below)

    def fields(self, kind: GraphQLObjectType, selections: Iterable[SelectionSetNode]) -> Fields:
        """The selected fields of this type, by the key under which they are told."""
        found: dict[str, list[FieldNode]] = {}
        for selection_set in selections:
            for node in selection_set.selections:
                self._collect(kind, node, found)
        return found

    def _collect(
        self, kind: GraphQLObjectType, node: SelectionNode, found: dict[str, list[FieldNode]]
    ) -> None:
        if node.directives:
            raise Unplanned
        if isinstance(node, FieldNode):
            found.setdefault((node.alias or node.name).value, []).append(node)
            return
        fragment: FragmentDefinitionNode | InlineFragmentNode
        if isinstance(node, FragmentSpreadNode):
            fragment = self._fragments[node.name.value]
        else:
            fragment = cast("InlineFragmentNode", node)
        if fragment.directives:
            raise Unplanned
        if self._applies(fragment, kind):
            for inner in fragment.selection_set.selections:
                self._collect(kind, inner, found)

    def _applies(
        self, fragment: FragmentDefinitionNode | InlineFragmentNode, kind: GraphQLObjectType
    ) -> bool:
        if fragment.type_condition is None:
            return True
        named = self._schema.type_map[fragment.type_condition.name.value]
        return named is kind or (is_abstract_type(named) and self._schema.is_sub_type(named, kind))

    def _object(self, kind: GraphQLObjectType, selections: list[SelectionSetNode]) -> Projection:
        parts = [
            (key, *self._part(kind, nodes)) for key, nodes in self.fields(kind, selections).items()
        ]
        return lambda value: (
            None if value is None else {key: tell(get(value)) for key, get, tell in parts}
        )

    def _part(
        self, kind: GraphQLObjectType, nodes: list[FieldNode]
    ) -> tuple[Projection, Projection]:
        """How to get a field's value, and how to tell it."""
        name = nodes[0].name.value
        if name == TYPENAME:
            return lambda _: kind.name, lambda value: value
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
        tell = {origin: self._object(member, selections) for origin, member in members.items()}
        return lambda value: None if value is None else tell[type(value)](value)


def _leaf(coerce: Projection) -> Projection:
    return lambda value: None if value is None else coerce(value)


def _demanded(tell: Projection) -> Projection:
    def telling(value: Any) -> Any:  # noqa: ANN401 (any value of the schema)
        told = tell(value)
        if told is None:
            raise TypeError("there is no value where there must be one")
        return told

    return telling
