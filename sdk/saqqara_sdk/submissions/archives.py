"""What an archive may be: the bounds, and what a name in it must be.

A service holds the same bounds itself: what is checked here is checked so that an author hears of
it before anything is sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

MIB = 1 << 20
MOST_FILES = 2_000
MOST_PACKED = 16 * MIB
MOST_UNPACKED = 64 * MIB
LONGEST_NAME = 255
"""Bytes of a path."""


class ArchiveFault(ValueError):
    """The archive cannot be made or used; the message names the file and says what to do."""


def check_names(names: Iterable[str]) -> None:
    """Raises `ArchiveFault` unless all names can lie side by side in a folder, on any system."""
    seen: dict[str, str] = {}
    for name in names:
        check_name(name)
        folded = name.casefold()
        if folded in seen:
            other = seen[folded]
            how = (
                "is in the archive twice"
                if other == name
                else f"differs from {other!r} only by case"
            )
            raise ArchiveFault(f"{name!r} {how}. Rename one of them.")
        seen[folded] = name
        if len(seen) > MOST_FILES:
            raise ArchiveFault(
                f"The archive has more than {MOST_FILES} files. Remove unnecessary files."
            )
    for name in seen.values():
        for folder in PurePosixPath(name).parents:
            if str(folder).casefold() in seen:
                raise ArchiveFault(f"{str(folder)!r} is both a file and a folder.")


def check_name(name: str) -> None:
    """Raises `ArchiveFault` if a path is absolute, leaves the archive, or cannot be written."""
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\\" in name:
        raise ArchiveFault(
            f"{name!r} leads out of the archive. Paths must start at its root, without '..'."
        )
    if not name.isprintable() or len(name.encode(errors="surrogatepass")) > LONGEST_NAME:
        raise ArchiveFault(
            f"{name!r} is not a valid name. Use at most {LONGEST_NAME} bytes, all printable."
        )
    if "" in parts or "." in parts:
        raise ArchiveFault(f"{name!r} is not a valid name: it has an empty part.")


def check_content(name: str, data: bytes) -> None:
    """Raises `ArchiveFault` for a script that Linux could not start."""
    first, newline, _ = data[:4096].partition(b"\n")
    if first.startswith(b"#!") and newline and first.endswith(b"\r"):
        raise ArchiveFault(
            f"{name}, line 1: the line ends with CR LF, so Linux cannot find the"
            " interpreter. Save the file with LF."
        )
