"""What all models have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, LiteralString

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel
from typing_extensions import TypeAliasType

Id = TypeAliasType(
    "Id", Annotated[str, Field(description="What the service gave it to know it by.")]
)
Instant = TypeAliasType(
    "Instant",
    Annotated[
        int, Field(description="Integer milliseconds since the Unix epoch, by the service's clock.")
    ],
)
JsonObject = TypeAliasType(
    "JsonObject", Annotated[dict[str, JsonValue], Field(description="Any JSON object.")]
)
NAME: Final = r"[A-Za-z0-9_-][A-Za-z0-9 _-]{1,22}[A-Za-z0-9_-]"
NAME_RULE: Final[LiteralString] = (
    "a name has 3 to 24 of the characters A-Z a-z 0-9, space, _ and -,"
    " and neither begins nor ends with a space"
)


def one_of(words: Iterable[str]) -> str:
    """The pattern of a text that is one of the words."""
    return f"^({'|'.join(sorted(words))})$"


class Model(BaseModel):
    """A frozen value that refuses unknown fields; the wire spells its names in camelCase.

    The docstring below a field tells users of both transports what it means.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
