"""The doctor on the place of blobs: what is lost, damaged, late or left over."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from saqqara_service.application.operations import archival
from saqqara_service.application.operations.doctor import archives
from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.keys import match_key
from tests.service.application.operations.doctor.inspection import (
    FAILED,
    GOOD,
    SKIPPED,
    WARNING,
    examined,
)
from tests.service.fake_runners import a_hosted_bot
from tests.service.matches import a_match, an_owner, play_out, some_bots

AN_AGE_MS = 3_600_000


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Whatever is over may be archived at once."""
    return settings.model_copy(update={"archive_after_ms": 0, "port": 0})


@pytest.fixture
def place(settings: Settings) -> Path:
    """The folder of the blobs."""
    assert settings.blobs is not None
    return Path(settings.blobs)


async def some_archived(svc: Service, count: int = 2) -> list[str]:
    """Matches that left Redis."""
    ids = []
    for number in range(count):
        seated = await a_match(svc)
        await play_out(svc, seated, random.Random(number))
        ids.append(seated.id)
    left = count
    while left:
        left -= await archival.sweep(svc)
    return ids


def blobs_of(place: Path) -> list[Path]:
    """The blobs of matches."""
    return sorted(one for one in place.glob("matches/??/*") if len(one.name) == 64)


def grown_old(*paths: Path) -> None:
    """They were written hours ago."""
    then_s = time.time() - 2 * archives.YOUNG_S
    for one in paths:
        os.utime(one, (then_s, then_s))


async def test_archives_that_are_whole_are_well(
    svc: Service, settings: Settings, place: Path
) -> None:
    """With matches and a program; the doctor leaves no file behind."""
    await some_archived(svc)
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    await a_hosted_bot(svc, bot)
    before = sorted(one for one in place.rglob("*") if one.is_file())
    grown_old(*before)
    found = await examined(settings)
    for name in ("blobs.usable", *(one.name for one in archives.ARCHIVES)):
        assert found[name].verdict is GOOD, found[name]
    assert "2 blobs" in found["archive.matches"].found
    assert sorted(one for one in place.rglob("*") if one.is_file()) == before


async def test_a_place_that_cannot_be_written_is_named(settings: Settings, tmp_path: Path) -> None:
    """With the reason that the system gives."""
    (tmp_path / "file").write_text("in the way")
    found = (await examined(settings, blobs=str(tmp_path / "file" / "blobs")))["blobs.usable"]
    assert found.verdict is FAILED
    assert "SAQQARA_BLOBS" in found.fix
    assert "Not a directory" in found.found


async def test_a_bucket_that_is_away_is_named(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that speaks S3, at an address where nobody is."""
    for name, value in {
        "AWS_ENDPOINT_URL": "http://127.0.0.1:1",
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_REGION": "c",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("saqqara_service.storage.blobs.stores.RETRIES", 0)
    found = (await examined(settings, blobs="s3://bucket"))["blobs.usable"]
    assert found.verdict is FAILED
    assert "S3" in found.fix


async def test_without_a_place_matches_stay(svc: Service, settings: Settings) -> None:
    """That is a warning, since Redis fills."""
    await a_match(svc)
    found = await examined(settings, blobs=None)
    assert found["archive.place"].verdict is WARNING
    assert found["archive.backlog"].verdict is SKIPPED


async def test_another_place_is_a_fault(svc: Service, settings: Settings, tmp_path: Path) -> None:
    """What was archived is not there."""
    await some_archived(svc, 1)
    found = (await examined(settings, blobs=str(tmp_path / "other")))["archive.place"]
    assert (found.verdict, "SAQQARA_BLOBS" in found.fix) == (FAILED, True)


async def test_matches_that_do_not_leave_are_told(
    svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those that are put off again and again."""
    seated = await a_match(svc)
    await play_out(svc, seated, random.Random(1))
    assert (await examined(settings))["archive.backlog"].verdict is GOOD
    monkeypatch.setattr(archives, "GRACE_MS", -1)
    for _ in range(2):
        found = (await examined(settings))["archive.backlog"]
        assert found.verdict is WARNING
        assert seated.id in found.found
        await svc.archiving.put_off(seated.id, int(time.time() * 1000) + AN_AGE_MS)


async def test_a_damaged_blob_is_a_fault(svc: Service, settings: Settings, place: Path) -> None:
    """It is named, so that a backup of it can be copied."""
    await some_archived(svc)
    blob, _ = blobs_of(place)
    blob.write_bytes(blob.read_bytes()[:-5])
    found = (await examined(settings))["archive.matches"]
    assert found.verdict is FAILED
    assert blob.name in found.found


async def test_a_blob_that_nothing_names_is_told(
    svc: Service, settings: Settings, place: Path, redis_url: str
) -> None:
    """Once it is old: a match is archived by its blob first. One that is to be deleted is known."""
    (match_id, _) = await some_archived(svc)
    digest = await svc.connection.read.hget(match_key("match", match_id), "archive")
    await svc.connection.write.delete(match_key("match", match_id))
    assert (await examined(settings))["archive.matches"].verdict is GOOD
    grown_old(*blobs_of(place))
    found = (await examined(settings))["archive.matches"]
    assert (found.verdict, str(digest) in found.found) == (WARNING, True)
    await svc.connection.write.zadd(match_key("stale", match_id), {str(digest): 1})
    assert (await examined(settings))["archive.matches"].verdict is GOOD


async def test_a_program_is_there_and_named(svc: Service, settings: Settings, place: Path) -> None:
    """A submission without its program is a fault, a program without one takes room."""
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    one = await a_hosted_bot(svc, bot)
    blob = place / one.archive_hash[:2] / one.archive_hash
    other = place / "ab" / ("ab" * 32)
    other.parent.mkdir(exist_ok=True)
    other.write_bytes(blob.read_bytes())
    assert (await examined(settings))["archive.programs"].verdict is GOOD
    grown_old(other)
    found = (await examined(settings))["archive.programs"]
    assert (found.verdict, other.name in found.found) == (WARNING, True)
    blob.unlink()
    found = (await examined(settings))["archive.programs"]
    assert (found.verdict, one.id in found.found) == (FAILED, True)
