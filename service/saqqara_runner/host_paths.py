"""Texts for the owner of a program without the folders of this machine, such as tracebacks."""

from __future__ import annotations

import sys
import sysconfig
from functools import cache
from pathlib import Path

import saqqara_engine
import saqqara_sdk


def without_folders(text: str, place: str | None = None) -> str:
    """Return the text with files named from the folder of their package.

    `place` is the folder of the program, where no sandbox shows it elsewhere.
    """
    for folder in (*([place] if place else ()), *_folders()):
        text = text.replace(f"{folder}/", "")
    return text


@cache
def _folders() -> tuple[str, ...]:
    """Return the folders of Python and its packages, and of ours, inner ones first."""
    paths = [sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib", "platstdlib")]
    ours = [str(Path(one.__path__[0]).parent) for one in (saqqara_engine, saqqara_sdk)]
    found = {*paths, *ours, sys.prefix, sys.base_prefix}
    return tuple(sorted(found, key=len, reverse=True))
