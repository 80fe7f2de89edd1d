"""Changes whose whole input is one variable, which are called without the library's field.

To read a variable and an argument by the schema takes longer than the rules of the game do. What
the model of the input takes strictly the schema takes too, and as the same question; a test
compares both. Anything else is left to the library, which says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from graphql import (
    FieldNode,
    GraphQLField,
    GraphQLInputObjectType,
    VariableNode,
    get_nullable_type,
    is_leaf_type,
)
from pydantic import ValidationError

from saqqara_service.api.operation import Row
from saqqara_service.api.run import run
from saqqara_service.errors import ApplicationError
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.errors import member
from saqqara_service.graphql.execution.planning.projection import DEFINITION
from saqqara_service.graphql.execution.variables import ANSWERED
from saqqara_service.models import Model

INPUT: Final = "input"
MOST: Final = 2**31 - 1
"""The widest `Int` of GraphQL, which a model need not know."""


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """An operation that changes something, the variable that is its input, and its model."""

    row: Row
    field: str
    variable: str
    model: type[Model]

    def question(self, variables: Mapping[str, Any] | None) -> Model | None:
        """The input as it was sent; None if the library is to read, or to refuse, it."""
        given = (variables or {}).get(self.variable)
        try:
            question = self.model.model_validate(given, strict=True, by_alias=True, by_name=False)
        except ValidationError:
            return None
        # A model may take any integer, but GraphQL's `Int` has 32 bits: the library refuses more.
        numbers = (one for one in dict(given or {}).values() if isinstance(one, int))
        return question if all(abs(one) <= MOST for one in numbers) else None

    async def run(self, context: Context, question: Model) -> object:
        """What it answers: its result, or the problem that has a place in that."""
        try:
            return await run(self.row, context.request(lambda _: question))
        except ApplicationError as error:
            if (problem := member(error, self.field, context.request_id)) is None:
                raise
            return problem


def change_of(nodes: Sequence[FieldNode], field: GraphQLField) -> PlannedChange | None:
    """The change that a field of the mutation is, if its input is a variable of plain values."""
    node = nodes[0]
    row = ANSWERED.get(node.name.value)
    value = next((one.value for one in node.arguments or () if one.name.value == INPUT), None)
    if row is None or len(nodes) > 1 or not isinstance(value, VariableNode):
        return None
    kind = get_nullable_type(field.args[INPUT].type)
    if not isinstance(kind, GraphQLInputObjectType):
        return None
    is_plain = all(is_leaf_type(get_nullable_type(one.type)) for one in kind.fields.values())
    model: type[Model] = kind.extensions[DEFINITION].origin
    return PlannedChange(row, node.name.value, value.name.value, model) if is_plain else None
