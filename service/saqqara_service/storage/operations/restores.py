"""Bringing a backup back: first the blobs, then Redis, then a new epoch.

While it goes on nobody serves the store, which says so itself; if it is cut the store goes on
saying so. The logs of running matches note the restore. By the new epoch all processes begin again
from the store, and tell what they know to be lost.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, cast

import redis
from redis.exceptions import RedisError, ResponseError

from saqqara_service.models import MatchStatus
from saqqara_service.storage.blobs import copies
from saqqara_service.storage.matches.scripts import RESTORED
from saqqara_service.storage.operations.backups import (
    BLOBS,
    STORE,
    BackupManifest,
    blobs_of,
    verified,
)
from saqqara_service.storage.operations.installation import UNASKED
from saqqara_service.storage.redis.addresses import blocking_client, cluster_of
from saqqara_service.storage.redis.dumps import BATCH, DumpFailed, copy, keys_of, loaded
from saqqara_service.storage.redis.keys import (
    KEYS,
    bucket_key,
    bucket_tags,
    id_of_member,
    script_keys,
)
from saqqara_service.storage.redis.scripts import Nothing

INSTALLATION: Final = KEYS["installation"]
LEAVING_S: Final = 30.0
"""So long API processes have for leaving the store alone; one needs six seconds at most."""
PATIENCE_S: Final = 60.0
ON_DISK_MS: Final = 60_000


class RestoreFailed(Exception):
    """Nothing was restored, or not all; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back."""

    manifest: BackupManifest
    keys: int
    running: int
    """Matches whose log notes the restore."""


async def restore(
    url: str,
    place: str,
    folder: Path,
    prefix: str = "",
    *,
    is_replacing: bool,
    server: str | None = None,
) -> Restored:
    """Bring a backup into an empty store, or put it in place of what is there.

    The bundled server reads it, or the program that is named as `server`. Raises `RestoreFailed`,
    `BackupFailed` or `DumpFailed`.
    """
    manifest = await asyncio.to_thread(verified, folder)
    if cluster_of(url) is not None:
        raise RestoreFailed(
            "A backup can only be restored into a single Redis or a primary named by Sentinels."
        )
    with closing(blocking_client(url, protocol=2, socket_timeout=PATIENCE_S)) as target:
        try:
            if not is_replacing:
                _demand_empty(target, prefix)
            target.hset(prefix + INSTALLATION, mapping={"restoring": str(folder), "schema": "0"})
        except RedisError as error:
            raise RestoreFailed(
                f"Nothing was restored: {_reason(error)}. Check REDIS_URL and the rights of its"
                " account (`saqqara-backup` has them)."
            ) from error
        try:
            await _until_left(target, prefix)
            await copies.bring_back(folder / BLOBS, blobs_of(folder), place)
            dump = loaded(folder / STORE, manifest.source, server)
            restored = await asyncio.to_thread(_filled, target, prefix, dump, manifest)
        except RedisError as error:
            raise RestoreFailed(
                f"The restore stopped halfway: {_reason(error)}. The account needs +restore,"
                " +unlink and +eval. Run this again with --replace."
            ) from error
    return restored


def _reason(error: RedisError) -> str:
    return str(error).rstrip(".")


def _demand_empty(target: redis.Redis, prefix: str) -> None:
    unasked = {f"{prefix}{key}".encode() for key in UNASKED}
    some = next((key for key in keys_of(target, prefix) if key not in unasked), None)
    if some is not None:
        raise RestoreFailed(
            f"This Redis is not empty (it has {some.decode(errors='replace')!r}). Name an"
            " empty one in REDIS_URL, or replace its data with --replace."
        )


async def _until_left(target: redis.Redis, prefix: str) -> None:
    """Wait until no API process says that it serves: each leaves when it sees what goes on."""
    for _ in range(int(LEAVING_S)):
        seconds, _micros = target.time()
        if not target.zcount(prefix + KEYS["processes"], int(seconds) * 1000, "+inf"):
            return
        await asyncio.sleep(1)
    raise RestoreFailed("API processes are still using this Redis. Stop them, then run this again.")


def _filled(
    target: redis.Redis,
    prefix: str,
    dump: AbstractContextManager[redis.Redis],
    manifest: BackupManifest,
) -> Restored:
    """Put what the backup holds in place of what is there."""
    installation = prefix + INSTALLATION
    old = (key for key in keys_of(target, prefix) if key != installation.encode())
    while keys := list(islice(old, BATCH)):
        target.unlink(*keys)
    with dump as source:
        was = manifest.prefix + INSTALLATION
        found = dict(source.hgetall(was).items())
        if not found:
            raise DumpFailed("The backup is not of a Saqqara database.")
        source.delete(was)  # of the copy: it comes last
        count = copy(source, manifest.prefix, target, prefix)
    running = sum(_note_restore(target, prefix, tag) for tag in bucket_tags())
    opening = target.pipeline(transaction=True)
    opening.delete(installation)
    opening.hset(installation, items=[word for pair in found.items() for word in pair])
    opening.hset(installation, "epoch", secrets.token_hex(8))
    opening.execute()
    with suppress(ResponseError):  # a Redis without a log has nothing to wait for
        target.waitaof(1, 0, ON_DISK_MS)
    return Restored(manifest, count, running)


def _note_restore(target: redis.Redis, prefix: str, tag: str) -> int:
    """Note it in the logs of a bucket's running matches; how many there are.

    Whoever is told of the match later learns so that the events after the backup are lost: the
    processes that knew them may be gone.
    """
    running = prefix + bucket_key(MatchStatus.RUNNING.value, tag)
    members = cast("list[bytes]", target.zrange(running, 0, -1))
    for member in members:
        keys = script_keys(RESTORED.all_keys, id_of_member(member.decode()))
        number, *words = RESTORED.words([prefix + key for key in keys], Nothing())
        target.eval(RESTORED.text, int(number), *map(str, words))
    return len(members)
