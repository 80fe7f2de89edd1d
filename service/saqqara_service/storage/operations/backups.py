"""A backup: a picture of Redis and all blobs, in one folder that is there only when it is whole.

    store.rdb       what Redis held at one moment
    blobs/…         archived matches and programs that were handed in, as they lie in their store
    SHA256SUMS      the digest of each of these files, as `sha256sum -c` reads it
    manifest.json   when, by which release, and the digest of SHA256SUMS; written last

Redis is first: what it names was written before, so a copy of the blobs that is made later has it.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ValidationError

from saqqara_service.storage.blobs import copies
from saqqara_service.storage.redis.binary import Flavour
from saqqara_service.storage.redis.dumps import Source, fetch

STORE: Final = "store.rdb"
BLOBS: Final = "blobs"
SUMS: Final = "SHA256SUMS"
MANIFEST: Final = "manifest.json"


class BackupFailed(Exception):
    """There is no backup, or it is not whole; the message says what to do."""


class BackupManifest(BaseModel):
    """What a backup is."""

    format: Literal[1] = 1
    saqqara: str
    """The release that made it."""
    at_ms: int
    """All that was acknowledged before that instant is in it, by Redis' clock."""
    server: str | None
    """Which Redis wrote it, such as `valkey 8`; None if it does not say."""
    database: int
    prefix: str
    """Of its keys."""
    blobs: int
    sums: str
    """The SHA-256 of SHA256SUMS."""

    @property
    def source(self) -> Source:
        """Which server may load it."""
        name, _, major = (self.server or "").partition(" ")
        return Source(Flavour(name, int(major)) if major else None, self.database, self.at_ms)


async def back_up(url: str, place: str, folder: Path, prefix: str = "") -> BackupManifest:
    """Write a backup into a folder that does not exist yet; raises `BackupFailed`, `DumpFailed`.

    All keys of the Redis are in it; only those under the prefix will be brought back.
    """
    partial = _begun(folder)
    try:
        source = await asyncio.to_thread(fetch, url, partial / STORE)
        blobs = await copies.save(place, partial / BLOBS)
        manifest = await asyncio.to_thread(_sealed, partial, source, prefix, blobs)
        os.rename(partial, folder)  # noqa: PTH104 - one call, which takes no time
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    os.sync()
    return manifest


def _begun(folder: Path) -> Path:
    """A folder beside that one, for what is not whole yet."""
    if folder.exists():
        raise BackupFailed(f"{folder} already exists. Name a new folder.")
    beside = folder.absolute().parent
    beside.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix=f"{folder.name}.partial-", dir=beside))


def verified(folder: Path) -> BackupManifest:
    """The manifest of a backup whose every file is as it was written; raises `BackupFailed`."""
    try:
        manifest = BackupManifest.model_validate_json((folder / MANIFEST).read_bytes())
        sums = (folder / SUMS).read_bytes()
    except FileNotFoundError as error:
        raise BackupFailed(
            f"{folder} is not a complete backup: {error.filename} is missing."
        ) from error
    except ValidationError as error:
        raise BackupFailed(f"{folder / MANIFEST} cannot be read by this release.") from error
    if hashlib.sha256(sums).hexdigest() != manifest.sums:
        raise BackupFailed(f"{folder / SUMS} is damaged. Use another backup.")
    for digest, path in listed(sums):
        if not (folder / path).is_file() or _digest(folder / path) != digest:
            raise BackupFailed(f"{folder / path} is missing or damaged. Use another backup.")
    return manifest


def listed(sums: bytes) -> Iterator[tuple[str, str]]:
    """Digest and path of each file."""
    for line in sums.decode().splitlines():
        digest, _, path = line.partition("  ")
        yield digest, path


def blobs_of(folder: Path) -> Iterator[str]:
    """The paths of the blobs, as their store names them."""
    for _, path in listed((folder / SUMS).read_bytes()):
        if path.startswith(f"{BLOBS}/"):
            yield path.removeprefix(f"{BLOBS}/")


def _sealed(partial: Path, source: Source, prefix: str, blobs: int) -> BackupManifest:
    """Write the digests, and then the manifest."""
    partial.chmod(0o700)
    files = sorted(path for path in partial.rglob("*") if path.is_file())
    sums = "".join(f"{_digest(path)}  {path.relative_to(partial).as_posix()}\n" for path in files)
    (partial / SUMS).write_text(sums, encoding="utf-8")
    manifest = BackupManifest(
        saqqara=version("saqqara"),
        at_ms=source.at_ms,
        server=str(source.flavour) if source.flavour else None,
        database=source.database,
        prefix=prefix,
        blobs=blobs,
        sums=hashlib.sha256(sums.encode()).hexdigest(),
    )
    os.sync()  # all files before the one that says so
    (partial / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    os.sync()
    return manifest


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
