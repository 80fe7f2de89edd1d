"""The text form of a bot: an installed name, a class of a file or module, or a command."""

from __future__ import annotations

import shlex
import shutil
import sys
from contextlib import suppress
from hashlib import sha256
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Final, TypeAlias

from saqqara_sdk.bots.texts import file_bot, is_command, is_file, is_installed

Command: TypeAlias = tuple[str, ...]

HOST: Final = (sys.executable, "-P", "-m", "saqqara_sdk.lines.host")


def command_of(text: str, manner: str | None = None) -> Command:
    """Return the command that starts the bot in its own process; `manner` is a host option."""
    if is_command(text):
        return tuple(shlex.split(text))
    return (*HOST, text) if manner is None else (*HOST, manner, text)


def program_hash(text: str) -> str:
    """Return a hash of the files that a text names, and of the Python files beside them that they
    import. Installed bots have none.
    """
    words: list[str] = []
    if is_command(text):
        program, *words = shlex.split(text)
        words.append(shutil.which(program) or program)
    elif not is_installed(text):
        found = file_bot(text)
        words.append(found.file if found else text.partition(":")[0].replace(".", "/") + ".py")
    files = {file for file in map(Path, words) if is_file(file)}
    for script in [file for file in files if file.suffix == ".py"]:
        finder = ModuleFinder([str(script.parent)])
        with suppress(SyntaxError):  # it may be for another version of Python
            finder.run_script(str(script))
        files |= {Path(name) for one in finder.modules.values() if (name := vars(one)["__file__"])}
    whole = sha256()
    for file in sorted(files):
        whole.update(sha256(file.read_bytes()).digest())
    return whole.hexdigest()
