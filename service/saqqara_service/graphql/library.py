"""What strawberry's documents do not give: its schema, its rules and its definitions.

Nothing else in the service takes these; `tests/service/test_fences.py` says so when they change.
"""

from __future__ import annotations

from enum import EnumMeta
from typing import TYPE_CHECKING, Final

import strawberry
from graphql import DocumentNode, GraphQLError, GraphQLSchema, specified_rules, validate
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule
from strawberry.types import ExecutionContext, get_object_definition
from strawberry.types.base import StrawberryObjectDefinition

if TYPE_CHECKING:
    from strawberry.types.enum import StrawberryEnumDefinition

MOST_FAULTS: Final = 5
RULES: Final = (*specified_rules, MaybeNullValidationRule, OneOfInputValidationRule)
"""What strawberry itself checks."""


def core_schema(schema: strawberry.Schema) -> GraphQLSchema:
    """The schema as graphql-core has it."""
    return schema._schema  # noqa: SLF001


def checked(schema: GraphQLSchema, document: DocumentNode) -> list[GraphQLError]:
    """What is wrong with a document, by the rules of the specification and of strawberry.

    After so many faults the search ends: for each one what may have been meant is looked for.
    """
    return validate(schema, document, RULES, max_errors=MOST_FAULTS)


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
