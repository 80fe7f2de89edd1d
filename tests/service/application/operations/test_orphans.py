"""Blobs of matches that nothing names: found, told from those that are named, and deleted."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import time
from pathlib import Path

import pytest

from saqqara_service.application.operations import archival, orphans, retention
from saqqara_service.application.operations.archival import record_of
from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from saqqara_service.storage.matches.scripts import TrimReply
from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.keys import KEYS, bucket_key, bucket_tags, match_key
from tests.service.expired_matches import a_day_later, keeping, short_days
from tests.service.lookups import record_json
from tests.service.matches import Seated, a_match, play_out

__all__ = ["short_days"]
TWO_DAYS_S = 172_800


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Whatever is over is archived at once; matches outside ladders go after a day."""
    return keeping(settings, "casual")


def blobs(settings: Settings) -> dict[str, Path]:
    """The blobs of matches by their hashes, all of them two days old from now on."""
    found = {path.name: path for path in Path(str(settings.blobs)).rglob("*") if path.is_file()}
    for path in found.values():
        os.utime(path, (time.time() - TWO_DAYS_S,) * 2)
    return {name: path for name, path in found.items() if len(name) == 64}


async def a_finished_match(svc: Service, seed: int = 1) -> Seated:
    """A match that was played to its end, and is to be archived."""
    seated = await a_match(svc)
    await play_out(svc, seated, random.Random(seed))
    return seated


async def archived(svc: Service) -> None:
    """All that is over has left Redis."""
    await asyncio.sleep(0.02)
    while await archival.sweep(svc):
        pass


async def an_orphan(svc: Service, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match whose process died when it had written the blob."""
    seated = await a_finished_match(svc, 2)

    async def dies(*_: object) -> None:
        raise RuntimeError("a process died here")

    with monkeypatch.context() as fault:
        fault.setattr(RedisConnection, "run", dies)
        with pytest.raises(RuntimeError):
            await svc.archiving.archive(seated.id, await record_of(svc, seated.id))
    return seated.id


async def a_week_later(svc: Service) -> int:
    """How many blobs are noted when it is time to look again."""
    await svc.connection.write.delete(KEYS["orphans"])
    return await orphans.sweep(svc)


async def a_day_on(svc: Service) -> int:
    """How many blobs are deleted when those that are noted are due."""
    for tag in bucket_tags():
        name = bucket_key("stale", tag)
        for digest in await svc.connection.read.zrange(name, 0, -1):
            await svc.connection.write.zadd(name, {str(digest): 1}, xx=True)
    return await retention.sweep(svc)


async def test_what_nothing_names_is_deleted_a_day_later(
    svc: Service,
    other_svc: Service,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    short_days: None,
) -> None:
    """A process died between the blob and the match, and the match was deleted since."""
    await archived(svc)
    gone = await an_orphan(svc, monkeypatch)
    (orphan,) = blobs(settings)
    assert await a_day_later(svc) == 1
    seated = await a_finished_match(svc)
    await archived(svc)
    kept = set(blobs(settings)) - {orphan}
    assert len(kept) == 1
    assert await a_week_later(svc) == 1
    assert await orphans.sweep(other_svc) == 0  # not before next week
    assert await retention.sweep(svc) == 0
    assert await a_day_on(other_svc) == 1
    assert set(blobs(settings)) == kept
    assert (await record_json(other_svc, seated.id))["matchId"] == seated.id != gone
    assert await a_week_later(other_svc) == 0


async def test_a_young_blob_may_be_named_in_a_moment(
    svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is left, and the next process archives the match in it."""
    match_id = await an_orphan(svc, monkeypatch)
    assert await svc.archiving.is_in_place()
    assert await a_week_later(svc) == 0
    await archived(svc)
    assert len(blobs(settings)) == 1
    assert await a_week_later(svc) == 0
    assert (await record_json(svc, match_id))["matchId"] == match_id


async def test_no_match_is_archived_in_a_blob_that_is_to_be_deleted(
    svc: Service, other_svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits in Redis until the blob is gone, and is archived anew."""
    match_id = await an_orphan(svc, monkeypatch)
    (orphan,) = blobs(settings)
    assert await a_week_later(svc) == 1
    record = await record_of(svc, match_id)
    assert await other_svc.archiving.archive(match_id, record) is TrimReply.CHANGED
    await archived(other_svc)
    assert await svc.connection.read.exists(match_key("log", match_id))
    assert await a_day_on(svc) == 1
    assert blobs(settings) == {}
    assert await other_svc.archiving.archive(match_id, record) is TrimReply.TRIMMED
    assert set(blobs(settings)) == {orphan}
    assert await a_week_later(svc) == await a_day_on(svc) == 0


async def test_who_was_about_to_name_it_does_so(
    svc: Service, other_svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blob that is noted between two steps of its archiving is kept."""
    match_id = await an_orphan(svc, monkeypatch)
    blobs(settings)
    original = svc.archiving._archive.put

    async def noted_meanwhile(*words: object) -> str:
        digest = await original(*words)  # type: ignore[arg-type]
        assert await other_svc.orphans.note(digest, await svc.connection.now_ms())
        return digest

    monkeypatch.setattr(svc.archiving._archive, "put", noted_meanwhile)
    record = await record_of(svc, match_id)
    assert await svc.archiving.archive(match_id, record) is TrimReply.TRIMMED
    (digest,) = blobs(settings)
    assert not await svc.orphans.note(digest, 0)  # by who looked before that
    assert await a_day_on(svc) == 0
    assert (await record_json(other_svc, match_id))["matchId"] == match_id


async def test_where_others_have_blobs_none_is_deleted(
    svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two installations have left their marks in one place, or a Redis began anew."""
    await an_orphan(svc, monkeypatch)
    assert await svc.archiving.is_in_place()
    blobs(settings)
    marks = Path(str(settings.blobs)) / "matches" / "marks"
    (marks / ("0" * 32)).touch()
    assert await a_week_later(svc) == 0
    shutil.rmtree(marks)
    assert await a_week_later(svc) == 0  # nor where it is not the place that it was


async def test_a_damaged_blob_is_left_for_a_person(
    svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows whose it is."""
    await an_orphan(svc, monkeypatch)
    assert await svc.archiving.is_in_place()
    (path,) = blobs(settings).values()
    path.write_bytes(b"damaged")
    blobs(settings)
    assert await a_week_later(svc) == 0
    assert path.exists()
