"""What strawberry's documents do not give: its schema, its rules and its definitions.

Nothing else in the service takes these; `tests/service/test_fences.py` says so when they change.
"""

from __future__ import annotations

from enum import EnumMeta
from typing import TYPE_CHECKING

import strawberry
from graphql import DocumentNode, GraphQLError, GraphQLSchema, specified_rules
from strawberry.schema.schema import validate_document
from strawberry.types import ExecutionContext, get_object_definition
from strawberry.types.base import StrawberryObjectDefinition

if TYPE_CHECKING:
    from strawberry.types.enum import StrawberryEnumDefinition


def core_schema(schema: strawberry.Schema) -> GraphQLSchema:
    """The schema as graphql-core has it."""
    return schema._schema  # noqa: SLF001


def checked(schema: GraphQLSchema, document: DocumentNode) -> list[GraphQLError]:
    """What is wrong with a document, by the rules of the specification and of strawberry."""
    return validate_document(schema, document, specified_rules)


def object_definition(kind: type) -> StrawberryObjectDefinition:
    """How a type of GraphQL is defined; it may be changed until the schema is built."""
    return get_object_definition(kind, strict=True)


def enum_definition(kind: EnumMeta) -> StrawberryEnumDefinition:
    """How an enum of GraphQL is defined; it may be changed until the schema is built."""
    definition: StrawberryEnumDefinition = kind.__strawberry_definition__  # type: ignore[attr-defined]
    return definition


def named_operation(context: ExecutionContext) -> str | None:
    """The operation that was asked for by its name."""
    return context._provided_operation_name  # noqa: SLF001
