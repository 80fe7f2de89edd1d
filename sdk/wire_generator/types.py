"""What a schema is in Python: the annotation and the default of a field or an argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wire_generator.contract import Contract, Schema
from wire_generator.table import NAMES, PLAIN

SIMPLE: Final[Mapping[str, str]] = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "object": "dict[str, JsonValue]",
}
ALIASES: Final[Mapping[str, str]] = {
    "Id": "str",
    "GivenId": "str",
    "Instant": "int",
    "JsonValue": "JsonValue",
    "JsonObject": "dict[str, JsonValue]",
}


class Types:
    """Annotations by one contract; in `field` of what is told, in `argument` of what is given."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract

    def field(self, schema: Schema, *, is_given: bool = False) -> str:
        """The annotation of a model's field; a model that programs make takes words as texts."""
        return self._optional(schema, self._type_text(schema.inner, is_given=is_given))

    def argument(self, schema: Schema) -> str:
        """The annotation of an argument."""
        return self._optional(schema, self._given(schema.inner))

    def is_words(self, schema: Schema) -> bool:
        """Whether it is one of an enumeration's words."""
        return bool(self._contract.resolved(schema.inner).enum)

    def is_model(self, schema: Schema) -> bool:
        """Whether it is a value with fields."""
        inner = schema.inner
        return bool(inner.name and inner.name not in ALIASES) and not self.is_words(inner)

    def _type_text(self, inner: Schema, *, is_given: bool) -> str:
        if inner.const is not None:
            return f'Literal["{inner.const}"]'
        if inner.items is not None:
            return f"tuple[{self.field(inner.items, is_given=is_given)}, ...]"
        name = self._simple(inner)
        return f"Open[{name}]" if is_given and self.is_words(inner) else name

    def _given(self, inner: Schema) -> str:
        if inner.items is not None:
            return f"Sequence[{self.argument(inner.items)}]"
        name = self._simple(inner)
        if self.is_words(inner):
            return f"{name} | str"
        return name.replace("dict[", "Mapping[")

    def _simple(self, inner: Schema) -> str:
        if inner.name in ALIASES:
            return ALIASES[inner.name]
        if inner.name:
            return NAMES.get(inner.name, inner.name)
        if {one.name for one in inner.one_of} & PLAIN or not inner.type:
            return "JsonValue"
        return SIMPLE[inner.type]

    def _optional(self, schema: Schema, name: str) -> str:
        return f"{name} | None" if schema.is_nullable and name != "JsonValue" else name


def default(schema: Schema, *, is_required: bool, enum: str = "") -> str | None:
    """The default as code; None where there is none."""
    if isinstance(schema.default, str):
        return f"{enum}.{schema.default.upper()}" if enum else f'"{schema.default}"'
    if isinstance(schema.default, bool):
        return str(schema.default)
    if isinstance(schema.default, int | float):
        return f"{schema.default:_}"
    if is_required:
        return None
    if schema.is_nullable:
        return "None"
    return "()" if schema.items else None
