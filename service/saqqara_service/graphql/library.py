"""What strawberry's documents do not give: its schema, its rules and its definitions.

Nothing else in the service takes these; `tests/service/test_fences.py` says so when they change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeAlias

import strawberry
from graphql import DocumentNode, GraphQLError, GraphQLSchema, specified_rules, validate
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule
from strawberry.types import ExecutionContext, get_object_definition
from strawberry.types.arguments import InputContext
from strawberry.types.base import StrawberryObjectDefinition
from strawberry.types.enum import EnumValue, StrawberryEnumDefinition
from strawberry.types.field import StrawberryField

FromInput: TypeAlias = Callable[[type[Any], Mapping[str, Any], InputContext], object]

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


def define_type(
    kind: type,
    fields: Sequence[StrawberryField],
    text: str | None,
    *,
    name: str | None = None,
    interfaces: Iterable[type] = (),
    from_input: FromInput | None = None,
) -> None:
    """Define a type of GraphQL by the last field of each name; an input, if it can be read."""
    last = {field.python_name: field for field in fields}
    kind.__strawberry_definition__ = StrawberryObjectDefinition(  # type: ignore[attr-defined]
        name=name or kind.__name__,
        is_input=from_input is not None,
        is_interface=False,
        origin=kind,
        description=text,
        interfaces=[get_object_definition(one, strict=True) for one in interfaces],
        extend=False,
        directives=(),
        is_type_of=None,
        resolve_type=None,
        fields=[field for field in fields if field is last[field.python_name]],
        from_input=from_input,
    )


def define_enum(kind: type[Enum], text: str, texts: Mapping[str, str]) -> None:
    """Define an enum of GraphQL whose values are described by their names."""
    values = [EnumValue(one.name, one.value, description=texts.get(one.name)) for one in kind]
    definition = StrawberryEnumDefinition(kind, kind.__name__, values, text)
    kind.__strawberry_definition__ = definition  # type: ignore[attr-defined]


def named_operation(context: ExecutionContext) -> str | None:
    """The operation that was asked for by its name."""
    return context._provided_operation_name  # noqa: SLF001
