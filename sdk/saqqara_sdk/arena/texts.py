"""The text form of a bot: an installed name, a class of a file or module, or a command."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Final, TypeAlias

Command: TypeAlias = tuple[str, ...]

HOST: Final = (sys.executable, "-P", "-m", "saqqara_sdk.lines.host")


def command_of(text: str, manner: str | None = None) -> Command:
    """Return the command that starts the bot in its own process; `manner` is a host option."""
    if is_command(text):
        return tuple(shlex.split(text))
    return (*HOST, text) if manner is None else (*HOST, manner, text)


def file_of(text: str) -> str | None:
    """Return the Python file of `FILE.py` or `FILE.py:CLASS`; None for another text."""
    bare = text.partition("[")[0]
    where = bare if bare.endswith(".py") else bare.rpartition(":")[0]
    return where if where.endswith(".py") else None


def is_command(text: str) -> bool:
    """Return whether a text is a command: it has blanks, or is the path of no Python file."""
    file = file_of(text)
    if file is not None and (" " not in text.strip() or Path(file).is_file()):
        return False
    return " " in text.strip() or ("/" in text and ":" not in text)


def is_installed(text: str) -> bool:
    """Return whether a text is the name of an installed bot."""
    return not is_command(text) and file_of(text) is None and ":" not in text.partition("[")[0]
