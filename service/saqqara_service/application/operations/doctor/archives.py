"""The place of blobs: archived matches, and programs that were handed in."""

from __future__ import annotations

import gzip
import secrets
import time
from typing import Final

from saqqara_service.application.operations.doctor.findings import (
    Check,
    Finding,
    cause,
    failed,
    good,
    skipped,
    warning,
)
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Internal
from saqqara_service.models import Submission
from saqqara_service.settings import Settings
from saqqara_service.storage.blobs.blobs import BlobStore
from saqqara_service.storage.blobs.listings import ListedBlob, some_blobs
from saqqara_service.storage.matches.archive import FOLDER

SAMPLE: Final = 200
SHOWN: Final = 3
GRACE_MS: Final = 900_000
"""What should have left Redis so long ago is late."""
YOUNG_S: Final = 3_600
"""A blob is written before what names it; one that is younger may be named in a moment."""
_NAME: Final = "set SAQQARA_BLOBS to a writable folder, or check the S3 variables"


async def blobs(settings: Settings) -> Finding:
    """What is written there is read again."""
    store, content = BlobStore(settings.blob_store), gzip.compress(secrets.token_bytes(16))
    try:
        digest = await store.put(content)
        is_same = await store.get(digest) == content
        await store.delete(digest)
    except ApplicationError as error:
        return failed(f"{settings.blob_store} cannot be used: {cause(error)}", _NAME)
    if not is_same:
        found = f"{settings.blob_store} does not return the data written to it"
        return failed(found, "check its disk and the connection to it")
    return good(f"{settings.blob_store} can be written and read")


async def place(svc: Service) -> Finding:
    """It is the place where the matches of this Redis are."""
    if svc.settings.blobs is None:
        text = "SAQQARA_BLOBS is not set: finished matches stay in Redis forever"
        return warning(text, "set it to the same location for all API processes")
    found = await svc.archiving.knows_place()
    if found is None:
        return good("no match has been archived yet")
    if found:
        return good("it is the location that this Redis uses")
    text = f"{svc.settings.blobs} is not the location of this Redis' archives"
    return failed(
        text, "set SAQQARA_BLOBS to that location for all processes, or restore the blobs to it"
    )


async def backlog(svc: Service) -> Finding:
    """Matches leave Redis when it is time."""
    if svc.settings.blobs is None:
        return skipped("SAQQARA_BLOBS is not set")
    ids = await svc.archiving.some_waiting(SAMPLE)
    due_ms = await svc.connection.now_ms() - svc.settings.archive_after_ms - GRACE_MS
    heads = zip(ids, await svc.matches.heads(ids), strict=True)
    late = [match_id for match_id, head in heads if head is not None and head.at_ms < due_ms]
    if not late:
        return good("finished matches are archived in time")
    found = f"{len(late)} of {len(ids)} matches should have been archived, such as {late[0]}"
    return warning(
        found,
        "search the logs of API processes for `match_not_archived` and"
        " `archive_elsewhere`; without these, Redis or the archive store is too slow",
    )


async def archived(svc: Service) -> Finding:
    """Blobs of matches are whole, and Redis names them."""
    there = BlobStore(f"{svc.settings.blob_store.rstrip('/')}/{FOLDER}")
    looked, damaged, orphans = 0, list[str](), list[str]()
    async for one in some_blobs(svc.settings.blob_store, FOLDER, SAMPLE):
        looked += 1
        try:
            match_id = (await svc.archiving.look_into(one.digest)).match["id"]
        except Internal:
            if await there.has(one.digest):  # else it was deleted meanwhile
                damaged.append(one.path)
            continue
        if _is_old(one) and not await svc.archiving.names(match_id, one.digest):
            orphans.append(one.path)
    if damaged:
        found = f"{len(damaged)} of {looked} blobs of matches are damaged: {_some(damaged)}"
        return failed(found, "restore them from a backup: copy them from its folder `blobs`")
    fix = "they only take space; API processes delete them once a week"
    return _orphaned(orphans, looked, "blobs of matches", fix)


async def programs(svc: Service) -> Finding:
    """Each submission has its program, and each program a submission."""
    made = await svc.submissions.found(await svc.submissions.ids(SAMPLE, None) or [])
    missing = [one.id for one in made if not await _has(svc, one)]
    if missing:
        found = (
            f"{len(missing)} of {len(made)} submissions have lost their program: {_some(missing)}"
        )
        fix = "restore the blobs from a backup, or ask their owners to submit them again"
        return failed(found, fix)
    looked, orphans = 0, list[str]()
    async for one in some_blobs(svc.settings.blob_store, "", SAMPLE):
        looked += 1
        if _is_old(one) and not await svc.submissions.uses(one.digest):
            orphans.append(one.path)
    fix = "they only take space; delete them after a backup"
    return _orphaned(orphans, looked, "blobs of programs", fix)


async def _has(svc: Service, one: Submission) -> bool:
    """Whether its program is there, unless it is deleted at this moment."""
    return await svc.blobs.has(one.archive_hash) or not await svc.submissions.found([one.id])


def _orphaned(orphans: list[str], looked: int, what: str, fix: str) -> Finding:
    if not orphans:
        return good(f"each of {looked} {what} is in use")
    found = f"{len(orphans)} of {looked} {what} are unused: {_some(orphans)}"
    return warning(found, fix)


def _is_old(one: ListedBlob) -> bool:
    return time.time() - one.since_s > YOUNG_S


def _some(paths: list[str]) -> str:
    more = f" and {len(paths) - SHOWN} more" if len(paths) > SHOWN else ""
    return ", ".join(paths[:SHOWN]) + more


BLOBS: Final[tuple[Check[Settings], ...]] = (Check("blobs.usable", blobs),)
ARCHIVES: Final[tuple[Check[Service], ...]] = (
    Check("archive.place", place),
    Check("archive.backlog", backlog),
    Check("archive.matches", archived),
    Check("archive.programs", programs),
)
