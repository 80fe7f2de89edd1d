"""Descriptions of what strawberry makes: those of members are the docstrings below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import EnumMeta
from inspect import getdoc
from typing import TypeVar, dataclass_transform

import strawberry
from strawberry.types.field import StrawberryField

from saqqara_service.graphql.library import enum_definition
from saqqara_service.inputs import TEXTS
from saqqara_service.models import Model
from saqqara_service.models.texts import member_texts

T = TypeVar("T")


@dataclass_transform(kw_only_default=True)
def told(kind: type[T]) -> type[T]:
    """Register what is told as a type of GraphQL, described as its class is."""
    return strawberry.type(_with_texts(kind), description=getdoc(kind))


@dataclass_transform(kw_only_default=True)
def told_in_common(kind: type[T]) -> type[T]:
    """Register what several types tell as an interface of GraphQL, described as its class is."""
    return strawberry.interface(_with_texts(kind), description=getdoc(kind))


def computed(resolver: Callable[[T], object]) -> StrawberryField:
    """A field that is made when it is asked for; its docstring describes it."""
    return strawberry.field(resolver, description=getdoc(resolver))


def _with_texts(kind: type[T]) -> type[T]:
    for name, text in member_texts(kind).items():
        setattr(kind, name, strawberry.field(description=text))
    return kind


def enum_of(kind: EnumMeta) -> None:
    """Register an enum whose names are its values, described as its class is."""
    texts = {str(kind[name].value): text for name, text in member_texts(kind).items()}
    strawberry.enum(kind, graphql_name_from="value", description=getdoc(kind))
    _describe(kind, texts)


def enum(kind: EnumMeta, text: str, texts: Mapping[str, str]) -> None:
    """Register an enum with what it and its values mean."""
    strawberry.enum(kind, description=text)
    _describe(kind, texts)


def _describe(kind: EnumMeta, texts: Mapping[str, str]) -> None:
    for value in enum_definition(kind).values:
        value.description = texts.get(value.name)


def arguments(field: StrawberryField, question: type[Model] | None = None) -> StrawberryField:
    """Describe the arguments of a field as the question does that they are put to, or `TEXTS`."""
    fields = question.model_fields if question else {}
    for argument in field.arguments:
        name = argument.python_name
        text = fields[name].description if name in fields else TEXTS.get(name)
        argument.description = argument.description or text
    return field
