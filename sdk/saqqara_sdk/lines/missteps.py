"""The faults of bots."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

LONGEST_WHY: Final = 2_000
LONGEST_DETAIL: Final = 16_000
"""The stored characters of a program's error texts; of details the end, as of tracebacks."""


class FaultKind(StrEnum):
    """The kind of a bot's fault."""

    ILLEGAL = "illegal"
    """It chose an illegal action."""
    ERROR = "error"
    """It raised an error, or reported one."""
    CRASH = "crash"
    """Its process ended."""
    GARBAGE = "garbage"
    """Its process wrote invalid or too much output."""
    HANG = "hang"
    """Its process did not respond in time."""
    HOST = "host"
    """This machine could not start it, which is not the bot's fault."""


class Misstep(Exception):
    """A fault of a bot; `is_gone` is true if it cannot continue the match."""

    def __init__(
        self, kind: FaultKind, why: str, *, detail: str = "", is_gone: bool = False
    ) -> None:
        self.kind = kind
        self.why = why[:LONGEST_WHY]
        self.detail = detail[-LONGEST_DETAIL:]
        self.is_gone = is_gone
        super().__init__(self.why)


class CleanExit(Misstep):
    """A program that ended by itself with code 0, which is no fault between matches."""
