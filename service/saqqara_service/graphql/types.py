"""The models as GraphQL types: the same names and fields as on the wire of REST.

What the table of operations asks and answers is registered here once; scalars stand for what
GraphQL has no type for.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from dataclasses import MISSING
from enum import Enum
from functools import cache, partial
from inspect import getdoc
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import strawberry
from graphql import GraphQLError
from pydantic import JsonValue
from pydantic.fields import FieldInfo
from strawberry.annotation import StrawberryAnnotation
from strawberry.schema.types.scalar import DEFAULT_SCALAR_REGISTRY
from strawberry.types.arguments import InputContext
from strawberry.types.field import StrawberryField
from strawberry.types.scalar import ScalarDefinition
from typing_extensions import TypeAliasType, TypeIs

from saqqara_service import models, questions
from saqqara_service.api.table import OPERATIONS
from saqqara_service.errors import Malformed
from saqqara_service.graphql.described import enum
from saqqara_service.graphql.library import define_type
from saqqara_service.models import Model
from saqqara_service.models.texts import member_texts
from saqqara_service.questions import GivenId, numbered

HERE: Final = [one for one in OPERATIONS if not one.by_rest_only]
ANSWERS: Final = [
    *(case.item for one in HERE for case in (one.once, one.following) if case is not None),
    *(one.of for one in HERE if one.of is not None),
]
QUESTIONS: Final = [
    case.question for one in HERE for case in (one.once, one.following) if case is not None
]


def _within(kinds: Iterable[object]) -> Iterator[type]:
    """Every model and enum among these types and below them, each once, the inner ones first."""
    found: set[object] = set()

    def visit(kind: object) -> Iterator[type]:
        kind = getattr(kind, "__value__", kind)  # what an alias stands for
        kind = type(kind) if isinstance(kind, Enum) else kind  # what a literal is one of
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
        raise GraphQLError("A JSON object is required.")
    return _json(value)


def _whole_number(value: object) -> object:
    if type(value) is not int:
        raise GraphQLError("A whole number is required.")
    return _json(value)


def _json(value: object) -> object:
    """A value that stands in the text of an operation; a variable has been read the same way."""
    try:
        return numbered(value)
    except Malformed as error:
        raise GraphQLError(error.message) from None


def _as_it_is(value: object) -> object:
    return value


Milliseconds = NewType("Milliseconds", int)
"""A time of days does not fit the 32 bits of GraphQL's own `Int`."""

SCALARS: Final[dict[object, ScalarDefinition]] = {
    models.Id: DEFAULT_SCALAR_REGISTRY[strawberry.ID],
    GivenId: DEFAULT_SCALAR_REGISTRY[strawberry.ID],
    models.Instant: strawberry.scalar(
        name="Instant",
        description="Integer milliseconds since the Unix epoch, by the service's clock.",
        serialize=_as_it_is,
        parse_value=_whole_number,
    ),
    Milliseconds: strawberry.scalar(
        name="Milliseconds",
        description="A duration in integer milliseconds, which may exceed 32 bits.",
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


def asked(model: type[Asked], name: str | None = None, text: str | None = None) -> type[Asked]:
    """Register a question as an input; else its docstring, or its parent's, describes it."""
    define_type(model, [*_inputs(model)], text or getdoc(model), name=name, from_input=_unread)
    return model


def _unread(model: type[Asked], value: object, _context: InputContext) -> Callable[[], Asked]:
    """A reader of the question, which is read when it is the question's turn; see `api/run.py`."""
    return partial(questions.read, model, value)


def is_union(kind: object) -> TypeIs[TypeAliasType]:
    """Whether it is an alias of models that `kind` tells apart."""
    if not isinstance(kind, TypeAliasType):
        return False
    said = getattr(kind.__value__, "__metadata__", ())  # if it is `Annotated`
    return any(isinstance(one, FieldInfo) and one.discriminator for one in said)


@cache
def union_of(alias: TypeAliasType) -> object:
    """The union that an alias of models is, which `kind` tells apart in JSON."""
    field: FieldInfo
    models, field = get_args(alias.__value__)
    return Annotated[models, strawberry.union(alias.__name__, description=field.description)]


def members(model: type[Model]) -> Iterator[StrawberryField]:
    """The fields of a model that is told, as they are on the wire of REST."""
    return (_member(name, one, _type_of(name, one)) for name, one in model.model_fields.items())


def _inputs(model: type[Model]) -> Iterator[StrawberryField]:
    """The fields of a question; what it makes by itself if it is left out may be left out."""
    for name, one in model.model_fields.items():
        kind = _type_of(name, one)
        if one.default_factory is not None:
            yield _member(name, one, kind | None)
        else:
            yield _member(name, one, kind, MISSING if one.is_required() else one.default)


def _member(name: str, one: FieldInfo, kind: object, default: object = MISSING) -> StrawberryField:
    return StrawberryField(
        python_name=name,
        type_annotation=StrawberryAnnotation(kind),
        description=one.description,
        default=default,
    )


def _type_of(name: str, one: FieldInfo) -> Any:  # noqa: ANN401 (any annotation of a field)
    return (name.endswith("_ms") and spanned(one.annotation)) or type_of_answer(one.annotation)


def type_of_answer(kind: Any) -> Any:  # noqa: ANN401 (any annotation of an answer)
    """The same annotation with each alias as the union that it is, and a literal as its enum."""
    if get_origin(kind) is Literal:
        return type(get_args(kind)[0])
    if is_union(kind):
        return union_of(kind)
    if get_origin(kind) in {list, AsyncGenerator}:
        return get_origin(kind)[tuple(map(type_of_answer, get_args(kind)))]
    return kind


def spanned(kind: Any) -> Any:  # noqa: ANN401 (any annotation of a field)
    """The type of a field of milliseconds, of a list of them or of None; None for an instant."""
    if get_origin(kind) is Annotated:
        return spanned(get_args(kind)[0])
    if get_origin(kind) is list:
        inner = spanned(get_args(kind)[0])
        return inner and list.__class_getitem__(inner)
    if get_origin(kind) in {Union, UnionType}:
        first, *_ = (one for one in get_args(kind) if one is not NoneType)
        inner = spanned(first)
        return inner and inner | None
    return Milliseconds if kind is int else None


for each_enum in _within([*ANSWERS, *QUESTIONS]):
    if issubclass(each_enum, Enum):
        enum(each_enum, getdoc(each_enum) or "", member_texts(each_enum))
for each_asked in _within(QUESTIONS):
    if issubclass(each_asked, Model) and each_asked not in QUESTIONS:
        asked(each_asked)

TYPES: Final = tuple(kind for kind in _within(ANSWERS) if issubclass(kind, Model))
"""The models that are told, which the schema defines."""
