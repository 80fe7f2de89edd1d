"""How much one document may ask, found in time linear in its text.

Each fragment is measured once, however often it is spread: doubled fragments, which make naive
limiters run for minutes, cost nothing here. Measured before the standard rules, some of which take
quadratic time on what is refused here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
)

from saqqara_service.errors import TooLarge
from saqqara_service.models import OPERATION_LIMITS

MOST_TOKENS: Final = OPERATION_LIMITS.tokens
MOST_DEPTH: Final = OPERATION_LIMITS.depth
MOST_ALIASES: Final = OPERATION_LIMITS.aliases
MOST_FIELDS: Final = OPERATION_LIMITS.fields
MOST_REPEATS: Final = OPERATION_LIMITS.repeats
INTROSPECTION: Final = frozenset({"__schema", "__type"})
ALLOWANCE: Final = 15
"""So much deeper may introspection go: its standard query needs 13."""


@dataclass(frozen=True, slots=True)
class Size:
    """What a selection asks once its fragments are written out; a spread counts like a field."""

    depth: int = 0
    aliases: int = 0
    fields: int = 0

    def beside(self, other: Size) -> Size:
        """The size of both selections side by side."""
        return Size(
            max(self.depth, other.depth),
            self.aliases + other.aliases,
            self.fields + other.fields,
        )

    def under(self, node: SelectionNode) -> Size:
        """The size of a field or fragment with this selection below it."""
        if not isinstance(node, FieldNode):
            return Size(self.depth, self.aliases, self.fields + 1)
        is_introspection = node.name.value in INTROSPECTION
        depth = max(0, self.depth - ALLOWANCE) if is_introspection else self.depth
        return Size(depth + 1, self.aliases + (node.alias is not None), self.fields + 1)


class Ruler:
    """Measures one document."""

    def __init__(self, document: DocumentNode) -> None:
        nodes = document.definitions
        self._roots = [
            node.selection_set for node in nodes if isinstance(node, OperationDefinitionNode)
        ]
        self._fragments = {
            node.name.value: node for node in nodes if isinstance(node, FragmentDefinitionNode)
        }
        self._measured: dict[str, Size | None] = {}
        self._cycle: str | None = None

    def fault(self) -> GraphQLError | None:
        """Why the document is refused, if it is."""
        size = Size()
        for root in self._roots:
            size = size.beside(self._selection(root))
        if self._cycle is not None:
            return GraphQLError(f"the fragment {self._cycle} spreads itself")
        if unused := self._fragments.keys() - self._measured.keys():
            return GraphQLError(f"the fragment {min(unused)} is never used")
        return (
            _too_many("levels", size.depth, MOST_DEPTH)
            or _too_many("aliases", size.aliases, MOST_ALIASES)
            or _too_many("fields", size.fields, MOST_FIELDS)
            or self._crowd(self._roots)
        )

    def _selection(self, selections: SelectionSetNode | None) -> Size:
        size = Size()
        for node in selections.selections if selections else ():
            size = size.beside(self._below(node).under(node))
        return size

    def _below(self, node: SelectionNode) -> Size:
        match node:
            case FieldNode() | InlineFragmentNode():
                return self._selection(node.selection_set)
            case FragmentSpreadNode():
                return self._fragment(node.name.value)
            case _:
                raise TypeError(f"not a selection: {node.kind}")

    def _fragment(self, name: str) -> Size:
        if name not in self._measured:
            self._measured[name] = None
            fragment = self._fragments.get(name)
            self._measured[name] = self._selection(fragment.selection_set if fragment else None)
        size = self._measured[name]
        if size is None:
            self._cycle = name
        return size or Size()

    def _crowd(self, selections: Sequence[SelectionSetNode]) -> GraphQLError | None:
        """The same field asked too often in one place, where the standard rules compare all pairs.

        Fragments are written out here, which the limit of fields has made safe.
        """
        places: defaultdict[str, list[FieldNode]] = defaultdict(list)
        for field in self._fields(selections):
            places[(field.alias or field.name).value].append(field)
        for name, fields in places.items():
            below = [field.selection_set for field in fields if field.selection_set]
            crowd = _too_many(f"times {name}", len(fields), MOST_REPEATS) or self._crowd(below)
            if crowd:
                return crowd
        return None

    def _fields(self, selections: Sequence[SelectionSetNode]) -> Iterator[FieldNode]:
        for selection in selections:
            for node in selection.selections:
                if isinstance(node, FieldNode):
                    yield node
                elif isinstance(node, InlineFragmentNode):
                    yield from self._fields([node.selection_set])
                elif isinstance(node, FragmentSpreadNode) and node.name.value in self._fragments:
                    yield from self._fields([self._fragments[node.name.value].selection_set])


def _too_many(what: str, asked: int, most: int) -> GraphQLError | None:
    if asked <= most:
        return None
    refusal = TooLarge(f"The operation has {asked} {what}; at most {most} are allowed.", limit=most)
    return GraphQLError(refusal.message, original_error=refusal)
