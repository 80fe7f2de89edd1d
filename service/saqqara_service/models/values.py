"""What all models have in common."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Annotated, Final, LiteralString, Unpack

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError, PydanticUndefined
from typing_extensions import TypeAliasType

from saqqara_contest.autoplay import POLICIES
from saqqara_engine.games import GAMES
from saqqara_service.models.texts import texts_in

Id = TypeAliasType("Id", Annotated[str, Field(description="The id, assigned by the service.")])
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
    "A name must have 3 to 24 of the characters A-Z a-z 0-9, space, _ and -,"
    " and cannot begin or end with a space."
)


def _name(text: str) -> str:
    if re.fullmatch(NAME, text) is None:
        raise PydanticCustomError("name", NAME_RULE)
    return text


def one_of(words: Iterable[str]) -> str:
    """The pattern of a text that is one of the words."""
    return f"^({'|'.join(sorted(words))})$"


Name = Annotated[
    str,
    AfterValidator(_name),
    Field(json_schema_extra={"pattern": f"^{NAME}$", "minLength": 3, "maxLength": 24}),
]
Game = Annotated[str, Field(max_length=200, json_schema_extra={"pattern": one_of(GAMES)})]
Autoplay = Annotated[str, Field(max_length=200, json_schema_extra={"pattern": one_of(POLICIES)})]
"""An unknown word is refused with a list of the known ones; the pattern only tells of that."""


def _described(default: object, text: str) -> object:
    """The default of a field, with its description."""
    if not isinstance(default, FieldInfo):
        return Field(default, description=text)
    said = default.asdict()["attributes"].items()
    kept = {
        name: value for name, value in said if value is not None and value is not PydanticUndefined
    }
    made: FieldInfo = Field(**(kept | {"description": text}))
    made.metadata.extend(default.metadata)
    return made


class Model(BaseModel):
    """A frozen value that refuses unknown fields; the wire spells its names in camelCase.

    The docstring below a field tells users of both transports what it means.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        populate_by_name=True,
    )

    @classmethod
    def __init_subclass__(cls, **kwargs: Unpack[ConfigDict]) -> None:
        """Make the docstring below a field its description.

        The library's `use_attribute_docstrings` looks for the source of each class anew, which took
        half of the time until a process was ready.
        """
        super().__init_subclass__(**kwargs)
        own = inspect.get_annotations(cls)
        for name, text in texts_in(cls.__module__, cls.__qualname__).items():
            if name in own and "ClassVar" not in str(own[name]):
                setattr(cls, name, _described(cls.__dict__.get(name, PydanticUndefined), text))
