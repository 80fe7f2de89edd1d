"""What all models have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, JsonValue
from pydantic.alias_generators import to_camel
from typing_extensions import TypeAliasType

Id = TypeAliasType("Id", str)
Instant = TypeAliasType("Instant", int)
JsonObject = TypeAliasType("JsonObject", dict[str, JsonValue])


class Model(BaseModel):
    """A frozen value that refuses unknown fields; the wire spells its names in camelCase."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True
    )
