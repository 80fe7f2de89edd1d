"""The models as GraphQL types: the same names and fields as on the wire of REST.

What the table of operations asks and answers is registered here once; scalars stand for what
GraphQL has no type for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, EnumMeta
from functools import partial
from inspect import getdoc
from typing import Annotated, Any, Final, TypeAlias, TypeVar, Union, get_args

import strawberry
import strawberry.pydantic
from graphql import GraphQLError
from pydantic import JsonValue, ValidationError
from strawberry.schema.types.scalar import DEFAULT_SCALAR_REGISTRY
from strawberry.types.arguments import InputContext
from strawberry.types.scalar import ScalarDefinition

from saqqara_service import models
from saqqara_service.api.table import OPERATIONS
from saqqara_service.errors import Malformed
from saqqara_service.graphql import shapes
from saqqara_service.graphql.described import enum_of
from saqqara_service.graphql.library import object_definition
from saqqara_service.inputs import numbered
from saqqara_service.models import Model
from saqqara_service.models.time_controls import CONTROLS

ANSWERS: Final = [
    case.item for one in OPERATIONS for case in (one.once, one.following) if case is not None
]
QUESTIONS: Final = [
    question for one in OPERATIONS for question in (one.once.body, one.once.query) if question
]


def _within(kinds: Iterable[object]) -> Iterator[type]:
    """Every model and enum among these types and below them, each once, the inner ones first."""
    found: set[object] = set()

    def visit(kind: object) -> Iterator[type]:
        kind = getattr(kind, "__value__", kind)  # what an alias stands for
        for part in get_args(kind):
            yield from visit(part)
        if isinstance(kind, type) and kind not in found and issubclass(kind, Model | Enum):
            found.add(kind)
            if issubclass(kind, Model):
                for field in kind.model_fields.values():
                    yield from visit(field.annotation)
            yield kind

    for kind in kinds:
        yield from visit(kind)


def _json_object(value: object) -> object:
    if not isinstance(value, dict):
        raise GraphQLError("a JSON object is needed")
    return _json(value)


def _whole_number(value: object) -> object:
    if type(value) is not int:
        raise GraphQLError("a whole number is needed")
    return _json(value)


def _json(value: object) -> object:
    """A value that stands in the text of an operation; a variable has been read the same way."""
    try:
        return numbered(value)
    except Malformed as error:
        raise GraphQLError(error.message) from None


def _as_it_is(value: object) -> object:
    return value


SCALARS: Final[dict[object, ScalarDefinition]] = {
    models.Id: DEFAULT_SCALAR_REGISTRY[strawberry.ID],
    models.Instant: strawberry.scalar(
        name="Instant",
        description="Integer milliseconds since the Unix epoch, by the service's clock.",
        serialize=_as_it_is,
        parse_value=_whole_number,
    ),
    models.JsonObject: strawberry.scalar(
        name="JSONObject",
        description="Any JSON object.",
        serialize=_as_it_is,
        parse_value=_json_object,
    ),
    JsonValue: strawberry.scalar(
        name="JSON",
        description="Any JSON value.",
        serialize=_as_it_is,
        parse_value=_json,
    ),
}

Asked = TypeVar("Asked", bound=Model)
FromInput: TypeAlias = Callable[[type[Any], Any, InputContext], object]


def asked(model: type[Asked]) -> type[Asked]:
    """Register a question as an input; its own docstring, or else its parent's, describes it."""
    registered = strawberry.pydantic.input(model, description=getdoc(model))
    definition = object_definition(registered)
    if definition.from_input is not None:
        definition.from_input = partial(_read, definition.from_input)
    return registered


def _read(library: FromInput, model: type[Asked], value: object, context: InputContext) -> object:
    """The question, read at once; the library takes longer, and says what is wrong with it."""
    try:
        return model.model_validate(value)
    except ValidationError:
        return library(model, value, context)


TIME_CONTROL: Final = strawberry.union("TimeControl", description="How a match is timed.")


def _tell_as(model: type[Model], field: str, graphql_type: object) -> None:
    """Give a field of a model the type of GraphQL that its own type cannot name."""
    model.model_fields[field].metadata.append(strawberry.field(graphql_type=graphql_type))


for each_enum in _within([*ANSWERS, *QUESTIONS]):
    if isinstance(each_enum, EnumMeta):
        enum_of(each_enum)
for each_control in CONTROLS:
    _tell_as(each_control, "kind", models.TimeControlKind)
for each_timed in (models.Match, models.MatchTerms, models.Ladder):
    _tell_as(each_timed, "time_control", Annotated[Union[CONTROLS], TIME_CONTROL])  # noqa: UP007
for each_type in _within(ANSWERS):
    if issubclass(each_type, Model):
        strawberry.pydantic.type(each_type, description=getdoc(each_type))
for each_asked in _within(QUESTIONS):
    if issubclass(each_asked, Model) and each_asked not in QUESTIONS:
        asked(each_asked)
shapes.extend()
