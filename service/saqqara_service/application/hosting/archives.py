"""An archive as it was handed in becomes one in normal form, which names a version by its hash.

It is read in memory, never unpacked to a disk, and nothing in it is run.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from saqqara_engine.errors import quote
from saqqara_service.application.hosting.bounds import (
    DEEPEST,
    LONGEST_NAME,
    MOST_FILES,
    MOST_PACKED,
)
from saqqara_service.application.hosting.manifests import FILE, manifest_of, program_of
from saqqara_service.application.hosting.tars import Entry, entries
from saqqara_service.errors import Malformed, TooLarge
from saqqara_service.models import Manifest

SCRIPT: Final = b"#!"
LEVEL: Final = 3
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Kinds of characters that nobody sees, or that change what is seen of others."""
USUAL, EXECUTABLE = 0o644, 0o755


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive in normal form, packed, and what is told of it.

    Its hash is that of the tar: how gzip packs it differs from one version of zlib to another.
    """

    packed: bytes
    hash: str
    manifest: Manifest
    files: int
    unpacked_bytes: int


def read(packed: bytes) -> Archive:
    """The archive in normal form; raises `Malformed` or `TooLarge` naming the file and the line."""
    if len(packed) > MOST_PACKED:
        raise TooLarge(f"The archive exceeds {MOST_PACKED} bytes.", limit=MOST_PACKED)
    found = _files(packed)
    if FILE not in found:
        raise Malformed(f"The archive has no {FILE} at its root. `saqqara bot submit` adds it.")
    manifest = manifest_of(found[FILE].content, found.keys())
    for name, file in found.items():
        _demand_unix(name, file.content)
    normal = _normal(found, program_of(manifest))
    packed = gzip.compress(normal, LEVEL, mtime=0)
    if len(packed) > MOST_PACKED:
        raise TooLarge(
            f"The archive exceeds {MOST_PACKED} bytes after repacking.", limit=MOST_PACKED
        )
    return Archive(
        packed=packed,
        hash=hashlib.sha256(normal).hexdigest(),
        manifest=manifest,
        files=len(found),
        unpacked_bytes=sum(len(one.content) for one in found.values()),
    )


def _files(packed: bytes) -> dict[str, Entry]:
    """The files by their names, each of which a disk of any kind can hold beside the others."""
    found: dict[str, Entry] = {}
    names = _Names()
    for entry in entries(packed):
        name = checked_name(entry.name)
        if name and not entry.is_folder:
            names.add(name)
            found[name] = entry
        if len(found) > MOST_FILES:
            raise TooLarge(f"The archive has more than {MOST_FILES} files.", limit=MOST_FILES)
    return found


class _Names:
    """The names of an archive: no two of them are one on any disk."""

    def __init__(self) -> None:
        self._by_look: dict[str, str] = {}
        self._folders: set[str] = set()
        self._files: set[str] = set()

    def add(self, name: str) -> None:
        """Take one more file; raises `Malformed` if it clashes with one that is there."""
        if name in self._files:
            raise Malformed(f"{quote(name)} is in the archive twice.")
        parts = name.split("/")
        paths = ["/".join(parts[: count + 1]) for count in range(len(parts))]
        for path in paths:
            look = unicodedata.normalize("NFKC", path).casefold()
            other = self._by_look.setdefault(look, path)
            if other != path:
                raise Malformed(
                    f"{quote(path)} and {quote(other)} are the same name on some file systems."
                    " Rename one."
                )
        self._files.add(name)
        self._folders.update(paths[:-1])
        if both := self._files & {name, *paths[:-1]} & self._folders:
            raise Malformed(f"{quote(both.pop())} is both a file and a folder.")


def checked_name(name: str) -> str:
    """The name of an entry as a path below the root, empty for the root itself."""
    if name.startswith("/") or "\\" in name or (len(name) > 1 and name[1] == ":"):
        raise Malformed(
            f"{quote(name)}: a path must be relative to the root, with `/` between its parts."
        )
    if not unicodedata.is_normalized("NFC", name) or any(map(_is_unseen, name)):
        raise Malformed(f"{quote(name)}: the name contains invisible characters. Rename the file.")
    parts = [part for part in name.split("/") if part not in {"", "."}]
    if ".." in parts:
        raise Malformed(f"{quote(name)}: a path cannot lead out of the archive.")
    if any(part != part.strip() or part.endswith(".") for part in parts):
        raise Malformed(
            f"{quote(name)}: a name cannot begin or end with a space, or end with a dot."
        )
    path = "/".join(parts)
    if len(path.encode()) > LONGEST_NAME or len(parts) > DEEPEST:
        raise Malformed(
            f"{quote(name)}: a path can have at most {LONGEST_NAME} bytes and {DEEPEST} folders."
        )
    return path


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in UNSEEN


def _demand_unix(name: str, content: bytes) -> None:
    """Refuse a script with the line ends of Windows, which no kernel would start."""
    if content.startswith(SCRIPT) and (place := content.find(b"\r\n")) >= 0:
        line = content.count(b"\n", 0, place) + 1
        raise Malformed(
            f"{quote(name)}, line {line}: the file begins with `#!` but has Windows line"
            " endings. Save it with Unix line endings."
        )


def _normal(found: Mapping[str, Entry], program: str) -> bytes:
    """The files in the order of their names, with nothing that differs from machine to machine."""
    normal = io.BytesIO()
    with tarfile.open(fileobj=normal, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in sorted(found):
            entry, info = found[name], tarfile.TarInfo(name)
            info.size = len(entry.content)
            info.mode = EXECUTABLE if entry.is_executable or name == program else USUAL
            tar.addfile(info, io.BytesIO(entry.content))
    return normal.getvalue()
