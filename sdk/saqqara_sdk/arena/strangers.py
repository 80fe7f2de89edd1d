"""The sandbox of a bot named on the command line; installed bots are trusted and have none.

A sandbox shows a bot's file with its folder at its own path, so the bot finds its imports and data.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from saqqara_sdk.bots.texts import file_bot, is_command, is_file, is_installed
from saqqara_sdk.sandbox import NoSandbox, Sandbox
from saqqara_sdk.sandbox.sandbox import found_inside
from saqqara_sdk.sandbox.shown import checked

BINARIES: Final = "bin"


def sandbox_of(text: str) -> Sandbox | None:
    """Return the sandbox of a bot; None for an installed one. Raises `NoSandbox`."""
    if is_installed(text):
        return None
    here = Path.cwd()
    if not is_command(text):
        found = file_bot(text)
        shown = [checked(here)] if found is None else [_around(here / found.file)]
        return Sandbox(shown=tuple(shown), start=here)
    words = shlex.split(text)
    shown = [_around(here / word) for word in words if is_file(here / word)]
    program = shutil.which(words[0])
    variables = {}
    if "/" not in words[0] and program and not found_inside(words[0]):
        shown += _installation(Path(program))
        variables["PATH"] = f"{Path(program).parent}:/usr/bin:/bin"
    return Sandbox(shown=tuple(dict.fromkeys(shown)), start=here, variables=variables)


def _around(file: Path) -> Path:
    """Return the folder of a file, or the file alone if the folder contains too much."""
    try:
        return checked(file.parent)
    except NoSandbox:
        return file.absolute()


def _installation(program: Path) -> Iterator[Path]:
    """Yield the folders of a program and its libraries, links resolved too."""
    for path in (program, program.resolve()):
        folder = path.parent
        yield folder.parent if folder.name == BINARIES else _around(path)
