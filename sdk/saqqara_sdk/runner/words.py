"""The words of enums: GraphQL names them in upper case, all other documents in lower case.

What comes over the socket is spelt as everywhere else in the SDK, once and before it is read.
"""

from __future__ import annotations

from typing import Final

from pydantic import JsonValue

WORDS: Final = frozenset({"kind", "status", "reason", "fault", "answer", "onFlag"})
"""The fields of enums in the documents that are sent here."""
DOCUMENTS: Final = frozenset({"view", "options", "facts", "extensions"})
"""Fields that hold JSON of any form, whose words are what they are."""


def as_values(data: JsonValue) -> JsonValue:
    """The same data with the values of enums for their names in GraphQL."""
    if isinstance(data, list):
        return [as_values(one) for one in data]
    if not isinstance(data, dict):
        return data
    return {name: _value(name, value) for name, value in data.items()}


def _value(name: str, value: JsonValue) -> JsonValue:
    if name in DOCUMENTS:
        return value
    if name in WORDS and isinstance(value, str):
        return value.lower()
    return as_values(value)
