"""How much one operation may ask, found in time linear in its text.

Each fragment is measured once, however often it is spread: doubled fragments, which make naive
limiters run for minutes, cost nothing here. Measured before the standard rules, so that those see
no monster either.
"""

from __future__ import annotations

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

MOST_TOKENS: Final = 1000
MOST_DEPTH: Final = 10
MOST_ALIASES: Final = 15
MOST_FIELDS: Final = 500
INTROSPECTION: Final = frozenset({"__schema", "__type"})
ALLOWANCE: Final = 15
"""So much deeper may introspection go: its standard query needs 13."""


@dataclass(frozen=True, slots=True)
class Size:
    """What a selection asks once its fragments are written out."""

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

    def under(self, field: FieldNode) -> Size:
        """The size of a field with this selection below it."""
        is_introspection = field.name.value in INTROSPECTION
        depth = max(0, self.depth - ALLOWANCE) if is_introspection else self.depth
        return Size(depth + 1, self.aliases + (field.alias is not None), self.fields + 1)

    def fault(self) -> GraphQLError | None:
        """Why an operation of this size is refused, if it is."""
        for what, asked, most in (
            ("levels", self.depth, MOST_DEPTH),
            ("aliases", self.aliases, MOST_ALIASES),
            ("fields", self.fields, MOST_FIELDS),
        ):
            if asked > most:
                refusal = TooLarge(
                    f"the operation has {asked} {what}; {most} are allowed", limit=most
                )
                return GraphQLError(refusal.message, original_error=refusal)
        return None


class Ruler:
    """Measures the operations of one document."""

    def __init__(self, document: DocumentNode) -> None:
        self._document = document
        self._fragments = {
            node.name.value: node
            for node in document.definitions
            if isinstance(node, FragmentDefinitionNode)
        }
        self._measured: dict[str, Size] = {}

    def fault(self) -> GraphQLError | None:
        """Why the document is refused, if it is."""
        for node in self._document.definitions:
            if isinstance(node, OperationDefinitionNode):
                size = self._selection(node.selection_set)
                if fault := size.fault():
                    return fault
        return None

    def _selection(self, selections: SelectionSetNode | None) -> Size:
        size = Size()
        for node in selections.selections if selections else ():
            size = size.beside(self._node(node))
        return size

    def _node(self, node: SelectionNode) -> Size:
        match node:
            case FieldNode():
                return self._selection(node.selection_set).under(node)
            case FragmentSpreadNode():
                return self._fragment(node.name.value)
            case InlineFragmentNode():
                return self._selection(node.selection_set)
            case _:
                raise TypeError(f"not a selection: {node.kind}")

    def _fragment(self, name: str) -> Size:
        if name not in self._measured:
            self._measured[name] = Size()  # a cycle ends here; the standard rules refuse it
            fragment = self._fragments.get(name)
            self._measured[name] = self._selection(fragment.selection_set) if fragment else Size()
        return self._measured[name]
