"""The names of the files in an archive, which must be distinct and visible on every system."""

from __future__ import annotations

import unicodedata
from typing import Final

from saqqara_bundle.faults import BundleFault
from saqqara_bundle.limits import DEEPEST, LONGEST_NAME
from saqqara_engine.errors import quote

INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""The Unicode categories of characters that nobody sees, or that change how others look."""


class Names:
    """The names of an archive so far."""

    def __init__(self) -> None:
        self._by_look: dict[str, str] = {}
        self._folders: set[str] = set()
        self._files: set[str] = set()

    def add(self, name: str) -> None:
        """Add the name of a file; raises `BundleFault` if it clashes with an earlier one."""
        if name in self._files:
            raise BundleFault(f"{quote(name)} is in the archive twice.")
        parts = name.split("/")
        paths = ["/".join(parts[: count + 1]) for count in range(len(parts))]
        for path in paths:
            look = unicodedata.normalize("NFKC", path).casefold()
            other = self._by_look.setdefault(look, path)
            if other != path:
                raise BundleFault(
                    f"{quote(path)} and {quote(other)} are the same name on some file systems."
                    " Rename one."
                )
        self._files.add(name)
        self._folders.update(paths[:-1])
        if both := self._files & {name, *paths[:-1]} & self._folders:
            raise BundleFault(f"{quote(both.pop())} is both a file and a folder.")


def normalize_name(name: str) -> str:
    """Return a path without empty parts, empty for the root; raises `BundleFault`."""
    if len(name) > 2 * LONGEST_NAME:  # before each of its letters is looked at
        raise _too_long(name)
    if name.startswith("/") or "\\" in name or name[1:2] == ":":
        raise BundleFault(
            f"{quote(name)}: a path must be relative to the root, with `/` between its parts."
        )
    if any(unicodedata.category(letter) in INVISIBLE for letter in name):
        raise BundleFault(
            f"{quote(name)}: the name contains invisible characters. Rename the file."
        )
    if not unicodedata.is_normalized("NFC", name):
        raise BundleFault(
            f"{quote(name)}: the name has accents apart from their letters. Rename the file in"
            " composed characters (Unicode NFC)."
        )
    parts = [part for part in name.split("/") if part not in {"", "."}]
    if ".." in parts:
        raise BundleFault(f"{quote(name)}: a path cannot lead out of the archive.")
    if any(part != part.strip() or part.endswith(".") for part in parts):
        raise BundleFault(
            f"{quote(name)}: a name cannot begin or end with a space, or end with a dot."
        )
    path = "/".join(parts)
    if len(path.encode()) > LONGEST_NAME or len(parts) > DEEPEST:
        raise _too_long(name)
    return path


def _too_long(name: str) -> BundleFault:
    most = f"{LONGEST_NAME} bytes and {DEEPEST} parts"
    return BundleFault(f"{quote(name)}: a path can have at most {most}.")
