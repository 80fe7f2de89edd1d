"""What a bot may do wrong."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

LONGEST_WHY: Final = 2_000
LONGEST_DETAIL: Final = 16_000
"""Characters that are kept of what a program says; a traceback says most at its end."""


class FaultKind(StrEnum):
    """What a bot did wrong."""

    ILLEGAL = "illegal"
    """It chose what was not offered."""
    ERROR = "error"
    """It raised, or said that it cannot choose."""
    CRASH = "crash"
    """Its process ended."""
    GARBAGE = "garbage"
    """Its process wrote what is no message, or too much."""
    HANG = "hang"
    """Its process said nothing for too long."""
    HOST = "host"
    """This machine could not start it: no fault of its own."""


class Misstep(Exception):
    """What a bot did wrong; `is_gone` if it cannot play this match on."""

    def __init__(
        self, kind: FaultKind, why: str, *, detail: str = "", is_gone: bool = False
    ) -> None:
        self.kind = kind
        self.why = why[:LONGEST_WHY]
        self.detail = detail[-LONGEST_DETAIL:]
        self.is_gone = is_gone
        super().__init__(self.why)
