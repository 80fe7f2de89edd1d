"""The limits of an archive, and the rules for names in it.

A service enforces the same limits; these checks report faults before the upload.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

MIB = 1 << 20
MOST_FILES = 2_000
MOST_PACKED = 16 * MIB
MOST_UNPACKED = 64 * MIB
LONGEST_NAME = 255
"""The maximum length of a path in bytes."""


class ArchiveFault(ValueError):
    """An archive is invalid; the message names the file and says what to do."""


def check_names(names: Iterable[str]) -> None:
    """Raise `ArchiveFault` unless all names can exist together in a folder on any system."""
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
    """Raise `ArchiveFault` if a path is absolute, leads out of the archive, or is invalid."""
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
    """Raise `ArchiveFault` for a script that Linux could not start."""
    first, newline, _ = data[:4096].partition(b"\n")
    if first.startswith(b"#!") and newline and first.endswith(b"\r"):
        raise ArchiveFault(
            f"{name}, line 1: the line ends with CR LF, so Linux cannot find the"
            " interpreter. Save the file with LF."
        )
