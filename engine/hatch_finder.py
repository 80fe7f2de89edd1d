"""Finds the compiled modules of an installation that runs from the sources, while they fit.

It stands beside the packages of the environment as `_saqqara_compiled`. Where a source has changed
since it was compiled all of them run as Python again, so what runs is always what is written.
`SAQQARA_PURE=1` does so too. Every start of Python reads this file, so it imports when it must.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from pathlib import Path
    from types import ModuleType

ROOMS = ("saqqara_engine.", "saqqara_bots.")
"""Where anything is compiled."""


class Finder:
    """Gives compiled modules instead of sources; it looks at them when the first is asked for."""

    def __init__(self) -> None:
        self._modules: dict[str, str] | None = None

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a compiled module is; None for all others."""
        if not name.startswith(ROOMS) and not name.endswith("__mypyc"):
            return None
        if self._modules is None:
            self._modules = _modules()
        file = self._modules.get(name)
        if file is None:
            return None
        from importlib.util import spec_from_file_location  # noqa: PLC0415

        return spec_from_file_location(name, _folder() / file)


def changed() -> list[str]:
    """The sources that are not as they were compiled."""
    from hashlib import sha256  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    def is_as_compiled(file: Path, known: str) -> bool:
        return file.exists() and sha256(file.read_bytes()).hexdigest() == known

    return [
        file for file, known in _made("sources").items() if not is_as_compiled(Path(file), known)
    ]


def _modules() -> dict[str, str]:
    from os import environ  # noqa: PLC0415

    return {} if environ.get("SAQQARA_PURE") == "1" or changed() else _made("modules")


def _made(what: str) -> dict[str, str]:
    from json import loads  # noqa: PLC0415

    made: dict[str, str] = loads((_folder() / "made.json").read_text())[what]
    return made


def _folder() -> Path:
    from pathlib import Path  # noqa: PLC0415

    return Path(__file__).parent / "_saqqara_made"


sys.meta_path.insert(0, Finder())
