"""Which numbers a question may have: those that every program reads alike (RFC 7493, 2.2)."""

from __future__ import annotations

import math
from types import NoneType
from typing import Final

MOST: Final = 2**53 - 1
"""The widest whole number that every JSON reader keeps as it is."""
UNCHANGED: Final = frozenset({str, bool, NoneType})
"""Most values: to look at one costs as much as to read it, so these are not looked at twice."""


class UnreadableNumber(ValueError):
    """A number that is too wide, or none; `path` leads to it, the innermost step first."""

    def __init__(self) -> None:
        super().__init__(f"A number must be finite, and a whole number within ±{MOST}.")
        self.path: list[str | int] = []


def plain(value: object) -> object:
    """A JSON value in which `1.0` is the whole number that it stands for; nothing else changes.

    Raises `UnreadableNumber` for what some reader after us could not keep.
    """
    match value:
        case bool():
            return value
        case int():
            if not -MOST <= value <= MOST:
                raise UnreadableNumber
            return value
        case float():
            return _number(value)
        case dict():
            return {
                name: inner if type(inner) in UNCHANGED else _within(name, inner)
                for name, inner in value.items()
            }
        case list():
            return [
                inner if type(inner) in UNCHANGED else _within(number, inner)
                for number, inner in enumerate(value)
            ]
        case _:
            return value


def _number(value: float) -> float:
    if not math.isfinite(value):
        raise UnreadableNumber
    return int(value) if value.is_integer() and abs(value) <= MOST else value


def _within(step: str | int, value: object) -> object:
    try:
        return plain(value)
    except UnreadableNumber as error:
        error.path.append(step)
        raise
