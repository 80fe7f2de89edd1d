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
    get_operation_ast,
    get_variable_values,
)
from pydantic.alias_generators import to_camel

from saqqara_service.api.operation import Operation, UseCase
from saqqara_service.api.run import Arguments, run
from saqqara_service.api.table import OPERATIONS
from saqqara_service.errors import ApplicationError
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.errors import refusal
from saqqara_service.graphql.execution.documents import faults, told
from saqqara_service.graphql.execution.texts import parsed

ANSWERED: Final[Mapping[str, Operation]] = {
    to_camel(one.field): one for one in OPERATIONS if one.of is None
}
FOLLOWED: Final[Mapping[str, Operation]] = {
    to_camel(one.stream_field): one for one in OPERATIONS if one.stream_field
}
"""The rows by the names of their fields of the root."""


async def misfit(
    schema: GraphQLSchema,
    context: Context,
    text: str,
    name: str | None,
    variables: Mapping[str, Any] | None,
) -> GraphQLError | None:
    """Why an operation is refused before it is executed; None if its variables fit, or it is none.

    Of several operations in one text, and of several fields, the first tells.
    """
    node = None if faults(schema, text) else get_operation_ast(parsed(text), name)
    if node is None:
        return None
    wanted = node.variable_definitions or ()
    values = get_variable_values(schema, wanted, dict(variables or {}), max_errors=1)
    row = _row_of(node)
    if row is None or not isinstance(values, list):
        return None
    error = await _refused(row, context, refusal(values[0]))
    fault = GraphQLError(error.message, nodes=values[0].nodes, original_error=error)
    return told(fault, context.request_id)


def _row_of(node: OperationDefinitionNode) -> Operation | None:
    field = next(iter(node.selection_set.selections), None)
    rows = FOLLOWED if node.operation is OperationType.SUBSCRIPTION else ANSWERED
    return rows.get(field.name.value) if isinstance(field, FieldNode) else None


async def _refused(
    row: Operation, context: Context, unreadable: ApplicationError
) -> ApplicationError:
    def read(_: UseCase) -> Arguments:
        raise unreadable

    try:
        await run(row, context.request(read))
    except ApplicationError as error:
        return error
    return unreadable
