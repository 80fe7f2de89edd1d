"""Descriptions of what strawberry makes: those of members are the docstrings below them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from inspect import getdoc
from typing import Final, TypeVar, dataclass_transform

import strawberry
from strawberry.annotation import StrawberryAnnotation
from strawberry.types.field import StrawberryField
from strawberry.types.fields.resolver import StrawberryResolver

from saqqara_service.graphql.library import define_enum
from saqqara_service.models import Model
from saqqara_service.models.texts import member_texts

T = TypeVar("T")
TEXTS: Final = {
    "id": "The id of the requested object, as returned by the service.",
    "input": "The fields of the request.",
}
"""What an argument means that is no field of a question."""


@dataclass_transform(kw_only_default=True)
def described(kind: type[T]) -> type[T]:
    """Register what is told as a type of GraphQL, described as its class is."""
    return strawberry.type(_with_texts(kind), description=getdoc(kind))


@dataclass_transform(kw_only_default=True)
def described_interface(kind: type[T]) -> type[T]:
    """Register what several types tell as an interface of GraphQL, described as its class is."""
    return strawberry.interface(_with_texts(kind), description=getdoc(kind))


def computed(resolver: Callable[[T], object]) -> StrawberryField:
    """A field that is made when it is asked for; its docstring describes it."""
    return strawberry.field(resolver, description=getdoc(resolver))


def resolved(
    name: str, resolver: Callable[..., object], kind: object, text: str
) -> StrawberryField:
    """A field of that name and type, which a resolver answers."""
    return StrawberryField(
        python_name=name,
        type_annotation=StrawberryAnnotation(kind),
        description=text,
        base_resolver=StrawberryResolver(resolver),
    )


def _with_texts(kind: type[T]) -> type[T]:
    for name, text in member_texts(kind).items():
        setattr(kind, name, strawberry.field(description=text))
    return kind


def enum(kind: type[Enum], text: str, texts: Mapping[str, str]) -> None:
    """Register an enum with what it and its values mean, each value by its name here."""
    named = {name: _named(kind, description) for name, description in texts.items()}
    define_enum(kind, _named(kind, text), named)


def _named(kind: type[Enum], text: str) -> str:
    """A description with the names of values for the words of JSON."""
    names = {str(kind[name].value): name for name in kind.__members__}
    return re.sub("`([^`]+)`", lambda word: f"`{names.get(word[1], word[1])}`", text)


def arguments(field: StrawberryField, question: type[Model] | None = None) -> StrawberryField:
    """Describe the arguments of a field as the question does that they are put to, or `TEXTS`."""
    fields = question.model_fields if question else {}
    for argument in field.arguments:
        name = argument.python_name
        text = fields[name].description if name in fields else TEXTS.get(name)
        argument.description = argument.description or text
    return field
