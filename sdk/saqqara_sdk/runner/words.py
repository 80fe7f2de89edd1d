"""The words of enums: upper case in GraphQL, lower case in all other documents.

Received values are converted to lower case once, before they are validated.
"""

from __future__ import annotations

from typing import Final

from pydantic import JsonValue

WORDS: Final = frozenset({"kind", "status", "reason", "fault", "answer", "onFlag"})
"""The fields with enums in the SDK's GraphQL documents."""
DOCUMENTS: Final = frozenset({"turn", "view", "options", "facts", "extensions"})
"""The fields with arbitrary JSON, which is not converted, and turns, which have no enums."""


def as_values(data: JsonValue) -> JsonValue:
    """Return the data with GraphQL's names of enums replaced by their values."""
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
