"""Variables that do not fit what a text declares: its operation runs, up to reading its question.

So who has no token hears of that first, as by REST.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from graphql import (
    FieldNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    get_variable_values,
)
from pydantic.alias_generators import to_camel

from saqqara_service.api.operation import Row
from saqqara_service.api.run import run
from saqqara_service.api.table import OPERATIONS
from saqqara_service.errors import ApplicationError
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.errors import refusal
from saqqara_service.graphql.execution.documents import shown_error
from saqqara_service.models import Model

ANSWERED: Final[Mapping[str, Row]] = {
    to_camel(one.field): one for one in OPERATIONS if one.of is None
}
FOLLOWED: Final[Mapping[str, Row]] = {
    to_camel(one.stream_field): one for one in OPERATIONS if one.stream_field
}
"""The rows by the names of their fields of the root."""
MOST_ERRORS: Final = 50
"""So many does the library tell."""


async def misfits(
    schema: GraphQLSchema,
    context: Context,
    node: OperationDefinitionNode,
    variables: Mapping[str, Any] | None,
) -> list[GraphQLError]:
    """Why an operation is refused before it is executed; empty if its variables fit.

    Of several fields the first that is an operation tells who may ask.
    """
    if (row := _row_of(node)) is None:
        return []
    wanted = node.variable_definitions or ()
    values = get_variable_values(schema, wanted, dict(variables or {}), max_errors=MOST_ERRORS)
    if not isinstance(values, list):
        return []
    unreadable = refusal(values[0])
    error = await _refused(row, context, unreadable)
    if error is not unreadable:
        values = [GraphQLError(error.message, nodes=node, original_error=error)]
    return [shown_error(one, context.request_id) for one in values]


def _row_of(node: OperationDefinitionNode) -> Row | None:
    rows = FOLLOWED if node.operation is OperationType.SUBSCRIPTION else ANSWERED
    names = (one.name.value for one in node.selection_set.selections if isinstance(one, FieldNode))
    return next((rows[each] for each in names if each in rows), None)


async def _refused(row: Row, context: Context, unreadable: ApplicationError) -> ApplicationError:
    def read(_: type[Model]) -> Model:
        raise unreadable

    try:
        await run(row, context.request(read))
    except ApplicationError as error:
        return error
    return unreadable
