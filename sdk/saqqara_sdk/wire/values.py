"""The base classes of all values of the API."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, Self, TypeAlias, TypeVar

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    ValidationError,
)
from pydantic.alias_generators import to_camel


class Model(BaseModel):
    """A frozen value; unknown fields are ignored."""

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        alias_generator=to_camel,
        populate_by_name=True,
        defer_build=True,  # a program uses few of them, and a bot's should start soon
    )


class OpenEnum(StrEnum):
    """An enumeration that a newer service may extend; unknown values are kept as received.

    An unknown value becomes a member named `UNKNOWN`, which equals none of the known members.
    Check `is_known` to recognise it. Type checkers only know the known members, so end a `match`
    over them with `case _`.
    """

    @property
    def is_known(self) -> bool:
        """Whether this version of the SDK knows the word."""
        return self.name in type(self).__members__

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_, unknown._value_ = "UNKNOWN", value
        return unknown


W = TypeVar("W", bound=OpenEnum)
# A word of a value that programs make: written as a member or as text, read as a member.
Open: TypeAlias = Annotated[W | str, Field(union_mode="left_to_right")]


class UnknownMember(Model):
    """A member of a union that this version does not know; what it says is in `model_extra`.

    Where GraphQL was asked only for the known members, the name of its type is its `kind`.
    """

    model_config = ConfigDict(extra="allow")

    kind: str = Field(default="unknown", validation_alias=AliasChoices("kind", "__typename"))


def open_union(tag: str, known: Collection[str]) -> Discriminator:
    """Return a discriminator by a tag, which is `unknown` for members that are not known."""

    def member(value: object) -> str:
        word = value.get(tag) if isinstance(value, dict) else getattr(value, tag, None)
        return word if isinstance(word, str) and word in known else "unknown"

    return Discriminator(member)


def first_fault(error: ValidationError) -> str:
    """Where and why an answer cannot be read, without what it said: it may hold a token."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(map(str, fault['loc'])) or 'it'}: {fault['msg']}"
