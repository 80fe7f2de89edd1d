"""The one port for blobs: packed, named by the SHA-256 of what is in them, kept whole.

A folder by default, or any store that speaks S3: `s3://bucket/prefix` with the usual variables of
its clients (`AWS_ENDPOINT_URL`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, …).
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog

from saqqara_service.errors import ApplicationError, Busy, Internal, NotFound
from saqqara_service.storage.blobs.compression import Damaged, Unpack, gunzipped
from saqqara_service.storage.blobs.stores import call, folder_of, open_store, pages

if TYPE_CHECKING:
    from obstore.store import LocalStore, S3Store

RETRY_AFTER_MS: Final = 2_000
MARKS: Final = "marks"
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_MARK: Final = re.compile(r"[0-9a-f]{32}")
_LOG = structlog.get_logger(__name__)


class BlobStore:
    """What was packed, by the hash of what it was; a damaged blob is never handed out.

    A blob that was put is on the disk of the folder, or acknowledged by the store.
    """

    def __init__(self, place: str, unpack: Unpack = gunzipped) -> None:
        self._place = place
        self._unpack = unpack

    @cached_property
    def _folder(self) -> Path | None:
        """The folder, unless blobs are kept elsewhere."""
        return folder_of(self._place)

    @cached_property
    def _store(self) -> LocalStore | S3Store:
        """The store, opened when it is used first: most processes never do."""
        return open_store(self._place)

    async def put(self, content: bytes) -> str:
        """Keep what is packed; its hash. The same twice is kept once, however it was packed."""
        digest = await asyncio.to_thread(self._digest, content)
        await self._keep(_path(digest), content)
        return digest

    async def get(self, digest: str) -> bytes:
        """What has that hash, packed; raises `NotFound`."""
        path = _path(digest)
        async with _answered("get"):
            try:
                content = await call(lambda: bytes(self._store.get(path).bytes()))
            except FileNotFoundError:
                raise NotFound(
                    f"There is no archive {digest[:12]}…, because it was deleted."
                ) from None
        try:
            found_digest = await asyncio.to_thread(self._digest, content)
        except Damaged:
            found_digest = ""
        if found_digest != digest:
            _LOG.error("blob_damaged", digest=digest)
            raise Internal("The stored archive is damaged. Ask the host to delete it.")
        return content

    async def has(self, digest: str) -> bool:
        """Whether it is there; its bytes are not looked at."""
        return await self._is_there(_path(digest))

    async def delete(self, digest: str) -> None:
        """Keep it no more; one that is not there is no fault."""
        async with _answered("delete"):
            try:
                await call(self._store.delete, _path(digest))
            except FileNotFoundError:
                return

    async def mark(self, name: str) -> None:
        """Leave a mark of 32 hexadecimal digits, by which the place is known again."""
        await self._keep(_mark_path(name), b"")

    async def is_marked(self, name: str) -> bool:
        """Whether that mark was left in this place."""
        return await self._is_there(_mark_path(name))

    async def marks(self) -> int:
        """How many marks were left in this place."""
        async with _answered("list"):
            return sum([len(page) async for page in pages(self._store, MARKS)])

    async def older_than(self, before_ms: int) -> AsyncIterator[list[str]]:
        """The hashes of all blobs that were written before an instant, by the page."""
        async with _answered("list"):
            async for page in pages(self._store):
                names = [
                    one["path"].rpartition("/")[2]
                    for one in page
                    if one["last_modified"].timestamp() * 1000 < before_ms
                ]
                yield [name for name in names if _HASH.fullmatch(name) is not None]

    async def _keep(self, path: str, content: bytes) -> None:
        async with _answered("put"):
            await call(self._store.put, path, content)
            if self._folder is not None:
                await asyncio.to_thread(_written_to_disk, self._folder, path)

    async def _is_there(self, path: str) -> bool:
        async with _answered("head"):
            try:
                await call(self._store.head, path)
            except FileNotFoundError:
                return False
        return True

    def _digest(self, packed: bytes) -> str:
        """The hash of what is in it; raises `Damaged`."""
        hashed = hashlib.sha256()
        for piece in self._unpack(packed):
            hashed.update(piece)
        return hashed.hexdigest()


@asynccontextmanager
async def _answered(call: str) -> AsyncIterator[None]:
    """Turn a store that is away, slow or full into `Busy`."""
    try:
        yield
    except ApplicationError:
        raise
    except Exception as error:
        _LOG.error("blob_store_away", call=call, error=str(error)[:500])
        raise Busy(
            "The archive store did not answer. Try again.", retry_after_ms=RETRY_AFTER_MS
        ) from error


def _written_to_disk(folder: Path, path: str) -> None:
    """Wait until a file and the folders that name it are on the disk: a power cut loses neither."""
    if sys.platform == "win32":  # where folders cannot be opened
        return
    place = folder / path
    for one in (place, place.parent, folder, folder.parent):
        opened = os.open(one, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _path(digest: str) -> str:
    """Where the blob lies; a hash that is none never becomes part of a path."""
    if _HASH.fullmatch(digest) is None:
        raise NotFound(f"{digest[:40]!r} is not a SHA-256 in hexadecimal.")
    return f"{digest[:2]}/{digest}"


def _mark_path(name: str) -> str:
    if _MARK.fullmatch(name) is None:
        raise NotFound(f"{name[:40]!r} is not the name of a location.")
    return f"{MARKS}/{name}"
