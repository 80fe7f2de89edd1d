"""The text form of a bot: an installed name, a class of a file or module, or a command."""

from __future__ import annotations

import shlex
import sys
from typing import Final, TypeAlias

from saqqara_sdk.bots.texts import is_command

Command: TypeAlias = tuple[str, ...]

HOST: Final = (sys.executable, "-P", "-m", "saqqara_sdk.lines.host")


def command_of(text: str, manner: str | None = None) -> Command:
    """Return the command that starts the bot in its own process; `manner` is a host option."""
    if is_command(text):
        return tuple(shlex.split(text))
    return (*HOST, text) if manner is None else (*HOST, manner, text)
