"""Each fault of a program at each message, with its consequence offline."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Final

from saqqara_sdk.lines.missteps import FaultKind

FAULTY_BOT: Final = str(Path(__file__).parent / "faulty_bot.py")
MESSAGES: Final = ("hello", "started", "turn", "view", "ended")

KINDS: Final[Mapping[str, FaultKind]] = {
    "leave": FaultKind.CRASH,
    "crash": FaultKind.CRASH,
    "hang": FaultKind.HANG,
    "garbage": FaultKind.GARBAGE,
    "error": FaultKind.ERROR,
    "flood": FaultKind.GARBAGE,
}

CASES: Final = list(product(KINDS, MESSAGES))
NO_FAULTS: Final = {("leave", "ended")}
"""A program may end after its match."""


def kind_of(fault: str, message: str) -> FaultKind | None:
    """The kind of the fault, or None if it is none."""
    if (fault, message) in NO_FAULTS:
        return None
    return FaultKind.GARBAGE if (fault, message) == ("error", "hello") else KINDS[fault]


def command_of(fault: str, message: str) -> tuple[str, ...]:
    return sys.executable, FAULTY_BOT, fault, message


def text_of(fault: str, message: str) -> str:
    return " ".join(command_of(fault, message))
