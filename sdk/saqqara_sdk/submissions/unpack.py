"""Unpacking of archives into a cache, atomically and read-only."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from saqqara_sdk.submissions.archives import (
    MIB,
    MOST_FILES,
    MOST_UNPACKED,
    ArchiveFault,
    check_names,
)

HASH_DIGITS = 64
GZIP = 31
"""zlib's `wbits` for a gzip member."""

HEADERS = MOST_FILES * 4096
"""The maximum size of all headers; a tar has at least 512 bytes for each file."""

READ_ONLY_FOLDER = 0o555
UNFINISHED = ".part-"


def unpack(data: bytes, archive_hash: str, cache: Path) -> Path:
    """Return the read-only folder with the files of the archive; unpacks it once per hash.

    A single rename creates the folder, so it is always complete. Several processes may unpack the
    same archive at once. Raises `ArchiveFault`, and `OSError` if the disk is full.
    """
    if len(archive_hash) != HASH_DIGITS or not set(archive_hash) <= set("0123456789abcdef"):
        raise ArchiveFault(f"{archive_hash[:80]!r} is not a SHA-256.")
    folder = cache / archive_hash
    if folder.is_dir():
        return folder
    plain = _inflated(data)
    found = hashlib.sha256(plain).hexdigest()
    if found != archive_hash:
        raise ArchiveFault(
            f"The archive {archive_hash} has the wrong hash {found}. Fetch it again."
        )
    cache.mkdir(parents=True, exist_ok=True)
    unfinished = Path(mkdtemp(prefix=UNFINISHED, dir=cache))
    try:
        for name, mode, content in _files(plain):
            _write(unfinished / name, mode, content)
        _lock(unfinished)
        unfinished.rename(folder)
        _sync(cache)
    except OSError:
        if not folder.is_dir():  # else another process was quicker with the same
            raise
    finally:
        forget(unfinished)
    return folder


def forget(folder: Path) -> None:
    """Remove an unpacked archive, if it exists."""
    if not folder.is_dir():
        return
    for path, _, _ in os.walk(folder):
        os.chmod(path, 0o700)  # noqa: PTH101 - of a name that os.walk gives
    shutil.rmtree(folder)


def _files(plain: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Yield name, mode and content of each file, after checking all names."""
    try:
        with tarfile.open(fileobj=io.BytesIO(plain), mode="r:") as tar:
            entries = tar.getmembers()
            for entry in entries:
                if entry.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or entry.issparse():
                    raise ArchiveFault(f"{entry.name!r} is not a regular file.")
            check_names(entry.name for entry in entries)
            for entry in entries:
                content = tar.extractfile(entry)
                assert content is not None  # noqa: S101 - it is a plain file
                yield entry.name, 0o555 if entry.mode & 0o100 else 0o444, content.read()
    except (tarfile.TarError, UnicodeError) as error:
        raise ArchiveFault(f"The archive cannot be read: {error}") from None


def _inflated(data: bytes) -> bytes:
    most = MOST_UNPACKED + HEADERS
    inflating = zlib.decompressobj(wbits=GZIP)
    try:
        plain = inflating.decompress(data, most + 1)
    except zlib.error as error:
        raise ArchiveFault(f"The archive is not a gzip file: {error}") from None
    if len(plain) > most:
        raise ArchiveFault(f"The archive exceeds {MOST_UNPACKED // MIB} MiB.")
    if not inflating.eof or inflating.unused_data:
        raise ArchiveFault("The archive is truncated, or has data after its end. Fetch it again.")
    return plain


def _write(path: Path, mode: int, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(content)
        os.fchmod(file.fileno(), mode)
        file.flush()
        os.fsync(file.fileno())


def _lock(folder: Path) -> None:
    for path, _, _ in os.walk(folder, topdown=False):
        os.chmod(path, READ_ONLY_FOLDER)  # noqa: PTH101 - of a name that os.walk gives
        _sync(Path(path))


def _sync(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
