"""Enums of GraphQL answers and variables in the words of JSON documents, so that both compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLOutputType,
    GraphQLType,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    get_named_type,
    is_abstract_type,
    parse,
    type_from_ast,
)

from saqqara_service.graphql.library import core_schema
from saqqara_service.graphql.schema import schema

Json = dict[str, Any]


def with_values(text: str, data: Json | None, name: str | None = None) -> Json | None:
    """The data that a text's operation was answered, its enums by their values."""
    document = parse(text)
    operation = _operation(document, name)
    root = core_schema(schema()).get_root_type(operation.operation)
    assert root is not None
    found = _with_values(document, root, [operation.selection_set], data)
    assert found is None or isinstance(found, dict)
    return found


def with_names(text: str, variables: Json, name: str | None = None) -> Json:
    """The variables of a text's operation, enums by their names in GraphQL."""
    kinds = {
        one.variable.name.value: type_from_ast(core_schema(schema()), one.type)
        for one in _operation(parse(text), name).variable_definitions or ()
    }
    return {
        key: _given(kinds[key], value) if key in kinds else value
        for key, value in variables.items()
    }


def _operation(document: DocumentNode, name: str | None) -> OperationDefinitionNode:
    found = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
    return next(
        one for one in found if name is None or (one.name is not None and one.name.value == name)
    )


def _with_values(
    document: DocumentNode,
    kind: GraphQLOutputType,
    selections: list[SelectionSetNode],
    value: object,
) -> object:
    if isinstance(value, list):
        return [_with_values(document, kind, selections, one) for one in value]
    named = get_named_type(kind)
    if isinstance(named, GraphQLEnumType):
        return named.values[value].value if value in named.values else value
    if not isinstance(value, dict) or not selections:
        return value
    nodes: dict[str, list[FieldNode]] = {}
    for selection in selections:
        for node in _fields(document, selection):
            nodes.setdefault((node.alias or node.name).value, []).append(node)
    return {key: _member(document, named, nodes[key], one) for key, one in value.items()}


def _member(document: DocumentNode, kind: Any, nodes: list[FieldNode], value: object) -> object:
    """A field's value; fields of one name have one type in all types that stand in one place."""
    name = nodes[0].name.value
    kinds = core_schema(schema()).get_possible_types(kind) if is_abstract_type(kind) else [kind]
    found = next((one.fields[name].type for one in kinds if name in one.fields), None)
    below = [node.selection_set for node in nodes if node.selection_set]
    return value if found is None else _with_values(document, found, below, value)


def _fields(document: DocumentNode, selection: SelectionSetNode) -> Iterator[FieldNode]:
    for node in selection.selections:
        match node:
            case FieldNode():
                yield node
            case InlineFragmentNode():
                yield from _fields(document, node.selection_set)
            case FragmentSpreadNode():
                for one in document.definitions:
                    if isinstance(one, FragmentDefinitionNode) and one.name == node.name:
                        yield from _fields(document, one.selection_set)


def _given(kind: GraphQLType | None, value: object) -> object:
    if isinstance(value, list):
        return [_given(kind, one) for one in value]
    named = get_named_type(kind)
    if isinstance(named, GraphQLEnumType):
        return next((name for name, one in named.values.items() if one.value == value), value)
    if isinstance(named, GraphQLInputObjectType) and isinstance(value, dict):
        return {
            key: _given(named.fields[key].type, one) if key in named.fields else one
            for key, one in value.items()
        }
    return value
