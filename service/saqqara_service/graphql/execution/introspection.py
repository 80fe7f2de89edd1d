"""Which operations introspect: such an operation asks for nothing else."""

from __future__ import annotations

import re
from typing import Final

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
)

from saqqara_service.errors import ApplicationError, Malformed
from saqqara_service.graphql.execution.limits import INTROSPECTION
from saqqara_service.graphql.execution.selections import TYPENAME, Selections

INTROSPECTIVE: Final = re.compile(rf"\b(?:{'|'.join(sorted(INTROSPECTION))})\b")
ALONE: Final = (
    "Query `__schema` and `__type` in an operation of their own, without directives."
    " The complete schema is also at `/schema.graphql`."
)


def is_introspective(text: str) -> bool:
    """Whether a text may introspect."""
    return INTROSPECTIVE.search(text) is not None


def mixed(schema: GraphQLSchema, document: DocumentNode, text: str) -> GraphQLError | None:
    """Why a valid document's introspection is refused, if it is."""
    if not is_introspective(text):
        return None
    operations = (
        node for node in document.definitions if isinstance(node, OperationDefinitionNode)
    )
    if "@" in text or any(_is_mixed(schema, document, operation) for operation in operations):
        return refused(Malformed(ALONE))
    return None


def asked(
    schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode
) -> set[str]:
    """The names of the fields that a query asks of the root."""
    root = schema.query_type
    if root is None or operation.operation is not OperationType.QUERY:
        return set()
    fields = Selections(schema, document).fields(root, [operation.selection_set])
    return {nodes[0].name.value for nodes in fields.values()}


def _is_mixed(
    schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode
) -> bool:
    names = asked(schema, document, operation)
    return bool(names & INTROSPECTION) and bool(names - INTROSPECTION - {TYPENAME})


def refused(error: ApplicationError) -> GraphQLError:
    return GraphQLError(error.message, original_error=error)
