"""The texts that name bots: an installed name, a class of a file or module, or a command."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

_PARAMETERS: Final = re.compile(r"\[[^\[\]]*\]\Z")
_FILE: Final = re.compile(r"(.*\.py)(?::([^:/]*))?", re.DOTALL)
_INSTALLED: Final = re.compile(r"[\w.-]+")


class FileBot(NamedTuple):
    """A Python file, and the class in it; no class: the only bot of the file."""

    file: str
    kind: str


def split_parameters(text: str) -> tuple[str, str | None]:
    """Return a text without its `[name=value]`, and what is between the brackets."""
    found = _PARAMETERS.search(text)
    return (text, None) if found is None else (text[: found.start()], found[0][1:-1])


def file_bot(text: str) -> FileBot | None:
    """Return the parts of `FILE.py` or `FILE.py:CLASS`; None for another text."""
    found = _FILE.fullmatch(split_parameters(text)[0])
    return None if found is None else FileBot(found[1], found[2] or "")


def is_command(text: str, folder: Path | None = None) -> bool:
    """Return whether a text is a command: it has spaces, or is the path of no Python file.

    The path of an existing file in `folder` may have spaces; by default in the current one.
    """
    found = file_bot(text)
    if found is not None and (" " not in text.strip() or is_file((folder or Path()) / found.file)):
        return False
    return " " in text.strip() or ("/" in text and ":" not in text)


def is_installed(text: str) -> bool:
    """Return whether a text is the name of an installed bot, which needs no sandbox."""
    bare = split_parameters(text)[0]
    return file_bot(text) is None and _INSTALLED.fullmatch(bare) is not None


def is_file(path: Path) -> bool:
    """Return whether a path is a file, also where a word is too long to be a path."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
