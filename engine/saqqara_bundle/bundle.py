"""A program that is fit to be submitted, in its normal form, whose hash names a version."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from saqqara_bundle.faults import BundleFault, BundleTooLarge
from saqqara_bundle.limits import MIB, MOST_FILES, MOST_PACKED, MOST_UNPACKED
from saqqara_bundle.manifest import MANIFEST, Manifest, read_manifest
from saqqara_bundle.names import Names, normalize_name
from saqqara_bundle.tar import TarEntry, hash_tar, read_tar, write_tar
from saqqara_engine.errors import quote

LEVEL: Final = 3
"""The compression: an archive is packed within a request."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of a program by name, its manifest, and the tar in normal form with its SHA-256.

    The hash is that of the tar, since versions of zlib compress it differently.
    """

    files: tuple[TarEntry, ...]
    manifest: Manifest
    tar: bytes
    hash: str

    @classmethod
    def build(cls, entries: Iterable[TarEntry]) -> Bundle:
        """Return the program with these files, in any order; raises `BundleFault`."""
        found = _checked(entries)
        if MANIFEST not in found:
            raise BundleFault(
                f"The archive has no {MANIFEST} at its root. `saqqara bot submit` adds it."
            )
        manifest = read_manifest(found[MANIFEST].content, found.keys())
        for file in found.values():
            _check_script(file)
        if manifest.program is not None:
            found[manifest.program] = replace(found[manifest.program], is_executable=True)
        files = tuple(found[name] for name in sorted(found))
        tar = write_tar(files)
        return cls(files, manifest, tar, hashlib.sha256(tar).hexdigest())

    @classmethod
    def read(cls, packed: bytes) -> Bundle:
        """Return the program in a tar.gz; nothing is unpacked to a disk. Raises `BundleFault`."""
        _check_packed(packed)
        return cls.build(read_tar(packed))

    def pack(self) -> bytes:
        """Return the normal form as tar.gz; raises `BundleTooLarge`."""
        return _check_packed(gzip.compress(self.tar, LEVEL, mtime=0))

    @property
    def unpacked_bytes(self) -> int:
        """The total size of the files."""
        return sum(len(file.content) for file in self.files)


def read_stored(packed: bytes, tar_hash: str) -> Iterable[TarEntry]:
    """Return the files of a tar.gz that was accepted before; raises `BundleFault`.

    It keeps its hash, whatever the normal form and the rules for a manifest are today.
    """
    if (found := hash_tar(packed)) != tar_hash:
        raise BundleFault(f"The archive {tar_hash} has the wrong hash {found}. Fetch it again.")
    return _checked(read_tar(packed)).values()


def _checked(entries: Iterable[TarEntry]) -> dict[str, TarEntry]:
    """Return the files by their normal names."""
    found: dict[str, TarEntry] = {}
    names, size = Names(), 0
    for entry in entries:
        name = normalize_name(entry.name)
        if not name or entry.is_folder:
            continue
        names.add(name)
        found[name] = replace(entry, name=name)
        size += len(entry.content)
        if len(found) > MOST_FILES:
            raise BundleTooLarge(f"The archive has more than {MOST_FILES} files.", MOST_FILES)
        if size > MOST_UNPACKED:
            raise BundleTooLarge(
                f"With {quote(name)} the files exceed {MOST_UNPACKED // MIB} MiB.", MOST_UNPACKED
            )
    return found


def _check_script(file: TarEntry) -> None:
    """Refuse a script with the line endings of Windows, which no Unix kernel starts."""
    content = file.content
    is_text = content.startswith(b"#!") and b"\0" not in content  # a zip app is no text
    if is_text and (place := content.find(b"\r\n")) >= 0:
        line = content.count(b"\n", 0, place) + 1
        raise BundleFault(
            f"{quote(file.name)}, line {line}: the file begins with `#!` but has Windows line"
            " endings. Save it with Unix line endings."
        )


def _check_packed(packed: bytes) -> bytes:
    if len(packed) > MOST_PACKED:
        raise BundleTooLarge(f"The packed archive exceeds {MOST_PACKED // MIB} MiB.", MOST_PACKED)
    return packed
