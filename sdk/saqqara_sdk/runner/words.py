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


def as_values(data: JsonValue, name: str = "") -> JsonValue:
    """Return the data of a field with GraphQL's names of enums replaced by their values."""
    if name in DOCUMENTS:
        return data
    if isinstance(data, list):
        return [as_values(one) for one in data]
    if isinstance(data, dict):
        return {key: as_values(value, key) for key, value in data.items()}
    return data.lower() if name in WORDS and isinstance(data, str) else data
