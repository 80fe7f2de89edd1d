"""The fields that a document selects of a type, its fragments written out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, cast

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    SelectionNode,
    SelectionSetNode,
    is_abstract_type,
)

TYPENAME: Final = "__typename"
Fields: TypeAlias = Mapping[str, list[FieldNode]]


class Unplanned(Exception):
    """The selection asks for something that is found out only while it is run."""


class Selections:
    """The selections of one document."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode) -> None:
        self._schema = schema
        self._fragments = {
            node.name.value: node
            for node in document.definitions
            if isinstance(node, FragmentDefinitionNode)
        }

    def fields(self, kind: GraphQLObjectType, selections: Iterable[SelectionSetNode]) -> Fields:
        """The selected fields of this type, by the key they are told under; raises `Unplanned`."""
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
