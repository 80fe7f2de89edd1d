"""What a person types for a bot: an installed name, a class of a file or module, or a command."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Final, TypeAlias

Command: TypeAlias = tuple[str, ...]

HOST: Final = (sys.executable, "-P", "-m", "saqqara_sdk.lines.host")


def command_of(text: str, manner: str | None = None) -> Command:
    """What starts the bot in a process of its own; `manner` is an option of the host's."""
    if is_command(text):
        return tuple(shlex.split(text))
    return (*HOST, text) if manner is None else (*HOST, manner, text)


def is_command(text: str) -> bool:
    """Whether a bot's text is a command: it has blanks, or is a path without a class."""
    if text.rpartition(":")[0].endswith(".py") and Path(text.rpartition(":")[0]).is_file():
        return False
    return " " in text.strip() or ("/" in text and ":" not in text)


def is_installed(text: str) -> bool:
    """Whether a bot's text is the name of an installed one."""
    return not is_command(text) and ":" not in text.partition("[")[0]
