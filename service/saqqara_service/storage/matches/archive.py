"""Matches that are over, each one blob: its fields, its log and what it took over as a fork.

A blob is JSON, packed by zstd and named by its SHA-256: the same match gives the same blob, whoever
archives it, however often. What was read lately is kept in memory.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import structlog
from pydantic import BaseModel, ValidationError

from saqqara_engine.plies import Beginning
from saqqara_engine.wire import from_json
from saqqara_service.errors import Busy, Internal, NotFound
from saqqara_service.models import JsonObject, MatchEvent
from saqqara_service.storage.blobs.blobs import RETRY_AFTER_MS, BlobStore
from saqqara_service.storage.blobs.compression import Damaged, unzstd, zstd_packed
from saqqara_service.storage.matches.rows import event_of

FOLDER: Final = "matches"
"""Below the place of blobs."""
KEPT: Final = 64
"""Archived matches in memory; a long one takes half a MB, and with the longest notes two."""
Run: TypeAlias = Callable[[Callable[[], Awaitable[bytes]]], Awaitable[bytes]]
"""What runs a read when it is its turn, in one of the slots that callers share."""
AT_ONCE: Final = 8
"""So many blobs are read at the same time; others wait."""
WAITING: Final = 256
"""So many may wait or be read; who comes then is told to come again."""
PATIENCE_S: Final = 8.0
"""So long one who asks waits for a blob."""
_LOG = structlog.get_logger(__name__)


class Written(BaseModel):
    """A match as its blob tells it, in the words of Redis."""

    format: Literal[1] = 1
    match: dict[str, str]
    """The fields of its hash."""
    log: list[tuple[int, dict[str, str]]]
    """Version and fields of each event."""
    beginning: str | None
    """What a fork took over, as JSON; None if it is none."""
    record: JsonObject | None
    """Its record by the rules of its time; None if it never began, or they were gone by then."""


@dataclass(frozen=True, slots=True)
class Archived:
    """A match as its archive has it."""

    events: list[MatchEvent]
    seed: bytes = field(repr=False)
    beginning: Beginning | None = field(repr=False)
    record: JsonObject | None = field(repr=False)


class Archive:
    """The archived matches, by the hashes of their blobs."""

    def __init__(self, place: str, run: Run) -> None:
        self._blobs = BlobStore(f"{place.rstrip('/')}/{FOLDER}", unzstd)
        self._known: OrderedDict[str, Archived] = OrderedDict()
        self._coming: dict[str, asyncio.Task[Archived]] = {}
        self._run = run

    async def put(self, written: Written) -> str:
        """Keep the match, read it back, and tell the hash of its blob."""
        content = await asyncio.to_thread(_packed, written)
        digest = await self._blobs.put(content)
        if _unpacked(await self._blobs.get(digest)) != written:
            raise Internal("The archive of a match does not contain the data written to it.")
        return digest

    async def digest(self, written: Written) -> str:
        """The hash of the blob that the match has, or would have."""
        content = await asyncio.to_thread(_content, written)
        return hashlib.sha256(content).hexdigest()

    async def get(self, match_id: str, digest: str) -> Archived:
        """The match of that blob; raises `Busy` while the store is away."""
        known = self._known.get(digest)
        if known is not None:
            self._known.move_to_end(digest)
            return known
        coming = self._coming.get(digest)  # at the turn of whoever asked first for this match
        if coming is None:
            if len(self._coming) >= WAITING:
                raise _busy("Too many archived matches are requested at once.")
            coming = self._coming[digest] = asyncio.create_task(self._read(match_id, digest))
            coming.add_done_callback(lambda _: self._coming.pop(digest, None))
        return await asyncio.shield(coming)

    async def written(self, match_id: str, digest: str) -> Written:
        """All that the blob of a match says, as it was put there; it is not kept in memory."""
        return await asyncio.to_thread(_unpacked, await self._packed(match_id, digest))

    async def match_in(self, digest: str) -> str | None:
        """The match in a blob; None if there is no such blob any more, or it is damaged."""
        try:
            return _unpacked(await self._blobs.get(digest)).match["id"]
        except (NotFound, Internal):
            return None

    def older_than(self, before_ms: int) -> AsyncIterator[list[str]]:
        """The hashes of all blobs that were written before an instant, by the page."""
        return self._blobs.older_than(before_ms)

    async def delete(self, digest: str) -> None:
        """Keep the blob no more; one that is not there is no fault."""
        self._known.pop(digest, None)
        await self._blobs.delete(digest)

    async def mark(self, name: str) -> None:
        """Leave a mark by which the place is known again."""
        await self._blobs.mark(name)

    async def is_marked(self, name: str) -> bool:
        """Whether that mark was left in this place."""
        return await self._blobs.is_marked(name)

    async def marks(self) -> int:
        """How many marks were left there."""
        return await self._blobs.marks()

    async def _read(self, match_id: str, digest: str) -> Archived:
        packed = await self._packed(match_id, digest)
        found = await asyncio.to_thread(_archived, match_id, packed)
        self._known[digest] = found
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found

    async def _packed(self, match_id: str, digest: str) -> bytes:
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._run(lambda: self._blobs.get(digest))
        except TimeoutError:
            raise _busy("The store of archived matches did not answer in time.") from None
        except (NotFound, Internal) as error:
            _LOG.error("archive_missing", match_id=match_id, digest=digest, reason=error.message)
            raise Internal(
                "The archive of this match is missing or damaged. Ask the host to restore it."
            ) from error


def _busy(why: str) -> Busy:
    return Busy(f"{why} Try again.", retry_after_ms=RETRY_AFTER_MS)


def _packed(written: Written) -> bytes:
    return zstd_packed(_content(written))


def _content(written: Written) -> bytes:
    return written.model_dump_json().encode()


def _unpacked(packed: bytes) -> Written:
    try:
        return Written.model_validate_json(b"".join(unzstd(packed)))
    except (Damaged, ValidationError) as error:
        raise Internal("This version of the service cannot read the match's archive.") from error


def _archived(match_id: str, packed: bytes) -> Archived:
    written = _unpacked(packed)
    beginning = written.beginning
    return Archived(
        [event_of(match_id, f"{version}-0", row) for version, row in written.log],
        bytes.fromhex(written.match.get("seed", "")),
        None if beginning is None else from_json(Beginning, json.loads(beginning)),
        written.record,
    )
