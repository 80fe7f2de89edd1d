"""The read-only folder of an archive, created by a single rename."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from saqqara_bundle import BundleFault, TarEntry, read_stored

UNFINISHED: Final = ".part-"
READ_ONLY_FOLDER: Final = 0o555
_HASH: Final = re.compile("[0-9a-f]{64}")


def unpack(packed: bytes, archive_hash: str, cache: Path) -> Path:
    """Return the folder with the files of the archive; unpacks it once per hash.

    The folder is always complete. Several processes may unpack the same archive at once. Raises
    `BundleFault`, and `OSError` if the disk is full.
    """
    if _HASH.fullmatch(archive_hash) is None:
        raise BundleFault(f"{archive_hash[:80]!r} is not a SHA-256.")
    folder = cache / archive_hash
    if folder.is_dir():
        return folder
    files = read_stored(packed, archive_hash)
    cache.mkdir(parents=True, exist_ok=True)
    unfinished = Path(mkdtemp(prefix=UNFINISHED, dir=cache))
    try:
        for file in files:
            _write(unfinished / file.name, file)
        _lock(unfinished)
        unfinished.rename(folder)
        _sync(cache)
    except OSError:
        if not folder.is_dir():  # else another process was quicker with the same
            raise
    finally:
        remove(unfinished)
    return folder


def remove(folder: Path) -> None:
    """Remove an unpacked archive, if it exists."""
    if not folder.is_dir():
        return
    for path, _, _ in os.walk(folder):
        os.chmod(path, 0o700)  # noqa: PTH101 - of a name that os.walk gives
    shutil.rmtree(folder)


def _write(path: Path, file: TarEntry) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as opened:
        opened.write(file.content)
        os.fchmod(opened.fileno(), 0o555 if file.is_executable else 0o444)
        opened.flush()
        os.fsync(opened.fileno())


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
