"""Backups: whole or not there, and brought back only as they were."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis

from saqqara_service.application.operations import archival
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import NotFound
from saqqara_service.models import EventKind, MatchStatus
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.backups import (
    MANIFEST,
    STORE,
    SUMS,
    BackupFailed,
    back_up,
    verified,
)
from saqqara_service.storage.operations.installation import SCHEMA
from saqqara_service.storage.operations.restores import RestoreFailed, restore
from saqqara_service.storage.redis.dumps import DumpFailed
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import KEYS, bucket_key, match_key
from tests.failover.sentinels import sentinels
from tests.service.application.play.test_outages import go_back
from tests.service.ladders import play_out
from tests.service.lookups import match_of, record_json
from tests.service.matches import Seated, a_match, a_match_of, act_at_random

PATIENCE_S = 60.0


def settings(server: EmbeddedRedis, data: Path) -> Settings:
    """A process whose matches are archived as soon as they are over."""
    return Settings(redis_url=server.url, data=data, blobs=str(data / "blobs"), archive_after_ms=0)


@asynccontextmanager
async def played(server: EmbeddedRedis, data: Path) -> AsyncIterator[tuple[Service, Seated, str]]:
    """A store with a match that is played and one that is archived."""
    async with open_service(settings(server, data)) as svc:
        over = await a_match(svc, 2)
        callers = {caller.bot_id or "": caller for caller in over.callers}
        await play_out(svc, callers, over.id)
        running = await _another(svc, over)
        rng = random.Random(1)
        for _ in range(5):
            await act_at_random(svc, running, rng)
        await asyncio.sleep(0.01)
        assert await archival.sweep(svc) == 1
        yield svc, running, over.id


async def _another(svc: Service, seated: Seated) -> Seated:
    return await a_match_of(svc, seated.owner, seated.callers)


async def test_what_comes_back_is_what_was(own_server: EmbeddedRedis, tmp_path: Path) -> None:
    """Into another Redis and another place: matches, their records and their bots, with an epoch
    of its own; the running match goes on, and its outage costs nothing.
    """
    async with played(own_server, tmp_path) as (svc, running, over):
        before = await match_of(svc, running.id)
        record = await record_json(svc, over)
        manifest = await back_up(own_server.url, svc.settings.blob_store, tmp_path / "backup")
        assert manifest.blobs == 2  # the match, and the mark of the place
        await act_at_random(svc, running, random.Random(2))
    other = tmp_path / "other"
    with EmbeddedRedis(other) as target:
        done = await restore(
            target.url, str(other / "blobs"), tmp_path / "backup", is_replacing=False
        )
        assert done.keys > 10
        go_back(target.url, running.id, turn_ms=1_010_000, beat_ms=1_000_000)
        async with open_service(settings(target, other)) as back:
            assert (await back.admission.look()).epoch
            assert await back.admission.fault() is None
            assert await record_json(back, over) == record
            found = await match_of(back, running.id)
            assert (found.version, found.status) == (before.version + 1, MatchStatus.RUNNING)
            (event,) = await back.matches.log(running.id, before.version, None)
            assert (event.kind, event.lost_version) == (EventKind.ROLLED_BACK, None)
            acted = await act_at_random(back, running, random.Random(3))
            assert acted.charged_ms < 100_000
            assert await back.archiving.is_in_place()


@pytest.mark.parametrize(
    ("file", "word"),
    [(MANIFEST, "missing"), (SUMS, "damaged"), (STORE, "damaged"), ("blobs", "damaged")],
)
async def test_a_damaged_backup_is_not_taken_for_whole(
    own_server: EmbeddedRedis, tmp_path: Path, file: str, word: str
) -> None:
    """A file that is missing or has another byte is named, before anything is changed."""
    folder = tmp_path / "backup"
    async with played(own_server, tmp_path) as (svc, _running, _over):
        await back_up(own_server.url, svc.settings.blob_store, folder)
    path = folder / file
    if path.is_dir():
        path = next(one for one in path.rglob("*") if one.is_file() and one.stat().st_size)
    if word == "missing":
        path.unlink()
    else:
        content = bytearray(path.read_bytes())
        content[-5] ^= 1
        path.write_bytes(content)
    with EmbeddedRedis(tmp_path / "other") as target:
        with pytest.raises(BackupFailed, match=word):
            await restore(target.url, str(tmp_path / "new"), folder, is_replacing=False)
        with redis.Redis.from_url(target.url) as client:
            assert client.dbsize() == 0


async def test_a_backup_that_is_cut_leaves_nothing_of_its_name(
    own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """Killed by signal 9 or cut off by Redis there is no such folder, and the next one is whole."""
    folder = tmp_path / "backup"
    async with played(own_server, tmp_path) as (svc, _running, _over):
        with redis.Redis.from_url(own_server.url) as client:
            client.config_set("repl-diskless-sync-delay", 5)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "saqqara_service.cli", "backup", str(folder)),
                env={**os.environ, "REDIS_URL": own_server.url, "SAQQARA_DATA": str(tmp_path)},
            )
            async with asyncio.timeout(PATIENCE_S):
                while not client.info("replication")["connected_slaves"]:
                    await asyncio.sleep(0.02)
            os.kill(process.pid, signal.SIGKILL)
            await process.wait()
            assert not folder.exists()
            cut = asyncio.create_task(back_up(own_server.url, svc.settings.blob_store, folder))
            async with asyncio.timeout(PATIENCE_S):
                while not client.client_kill_filter(_type="replica"):
                    await asyncio.sleep(0.02)
            with pytest.raises(DumpFailed, match="during the backup"):
                await cut
            assert not folder.exists()
            client.config_set("repl-diskless-sync-delay", 0)
        await back_up(own_server.url, svc.settings.blob_store, folder)
        assert verified(folder).blobs == 2
        with pytest.raises(BackupFailed, match="already exists"):
            await back_up(own_server.url, svc.settings.blob_store, folder)


async def test_what_is_there_is_not_replaced_unasked(
    own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """A store that is not empty stays as it is; by --replace it is just as the backup was."""
    folder = tmp_path / "backup"
    async with played(own_server, tmp_path) as (svc, running, over):
        place = svc.settings.blob_store
        await back_up(own_server.url, place, folder)
        later = await _another(svc, running)
        with pytest.raises(RestoreFailed, match="not empty"):
            await restore(own_server.url, place, folder, is_replacing=False)
        assert await svc.admission.fault() is None
        await restore(own_server.url, place, folder, is_replacing=True)
        with pytest.raises(NotFound):
            await match_of(svc, later.id)
        assert await record_json(svc, over)


async def test_what_processes_write_by_themselves_hinders_no_restore(
    own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """Until they see that their store is gone they go on; what others keep there is left alone."""
    folder, place = tmp_path / "backup", str(tmp_path / "other")
    async with played(own_server, tmp_path) as (svc, _running, _over):
        await back_up(own_server.url, svc.settings.blob_store, folder)
    with redis.Redis.from_url(own_server.url) as client:
        client.flushall()
        client.set("somebody", "else")
        with pytest.raises(RestoreFailed, match=r"not empty.*somebody"):
            await restore(own_server.url, place, folder, is_replacing=False)
        assert client.keys() == [b"somebody"]
        client.delete("somebody")
        client.hset(bucket_key("beat", "{b27}"), "last_ms", 1)
        client.zadd(KEYS["present"], {"b1": 1})
        client.set(KEYS["hosting_swept"].format(), 1)
        assert (await restore(own_server.url, place, folder, is_replacing=False)).keys > 10
        assert client.zscore(KEYS["present"], "b1") is None


async def test_a_restore_that_was_cut_is_not_served(
    own_server: EmbeddedRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store says so until it is restored again."""
    folder = tmp_path / "backup"
    async with played(own_server, tmp_path) as (svc, _running, over):
        place = svc.settings.blob_store
        await back_up(own_server.url, place, folder)
        with monkeypatch.context() as broken:
            broken.setattr("saqqara_service.storage.operations.restores.copy", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await restore(own_server.url, place, folder, is_replacing=True)
        fault = await svc.admission.fault()
        assert fault is not None
        assert "being restored" in fault
        await restore(own_server.url, place, folder, is_replacing=True)
        assert await svc.admission.fault() is None
        assert await record_json(svc, over)


async def test_processes_that_go_on_are_not_restored_under(
    own_server: EmbeddedRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as one says that it serves, nothing is deleted."""
    monkeypatch.setattr("saqqara_service.storage.operations.restores.LEAVING_S", 1.0)
    folder = tmp_path / "backup"
    async with played(own_server, tmp_path) as (svc, running, _over):
        place = svc.settings.blob_store
        await back_up(own_server.url, place, folder)
        with redis.Redis.from_url(own_server.url) as client:
            client.zadd(KEYS["processes"], {"one": 2**53})
            with pytest.raises(RestoreFailed, match="Stop them"):
                await restore(own_server.url, place, folder, is_replacing=True)
            assert client.exists(match_key("match", running.id))


async def test_an_account_that_may_not_is_told(own_server: EmbeddedRedis, tmp_path: Path) -> None:
    """The rights that it needs are named; so is a Redis that is away."""
    with redis.Redis.from_url(own_server.url) as host:
        host.execute_command("ACL", "SETUSER", "saqqara", "on", ">x", "~*", "+@all", "-sync")
    url = own_server.url.replace("unix://", "unix://saqqara:x@")
    with pytest.raises(DumpFailed, match=r"\+sync"):
        await back_up(url, str(tmp_path / "blobs"), tmp_path / "backup")
    own_server.stop()
    with pytest.raises(DumpFailed, match="Check REDIS_URL"):
        await back_up(own_server.url, str(tmp_path / "blobs"), tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


async def test_a_restore_into_an_unreachable_redis_suggests_no_replacement(
    own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """The address is probably wrong: `--replace` would then delete the data of another server."""
    folder, place = tmp_path / "backup", str(tmp_path / "blobs")
    async with played(own_server, tmp_path) as (svc, _running, _over):
        await back_up(own_server.url, svc.settings.blob_store, folder)
    own_server.stop()
    with pytest.raises(RestoreFailed, match=r"Nothing was restored: .*Check REDIS_URL") as failed:
        await restore(own_server.url, place, folder, is_replacing=False)
    assert "--replace" not in str(failed.value)


async def test_an_empty_store_is_not_served_by_who_served_another(
    own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """Bots would hear that nobody knows them, and go; a new process begins with nothing."""
    async with played(own_server, tmp_path) as (svc, _running, _over):
        with redis.Redis.from_url(own_server.url) as client:
            client.flushall()
        fault = await svc.admission.fault()
        assert fault is not None
        assert "Restore a backup" in fault
        async with open_service(settings(own_server, tmp_path)) as new:
            assert await new.admission.fault() is None
            assert (await new.admission.look()).schema == SCHEMA


@pytest.mark.timeout(600)
async def test_the_primary_that_sentinels_name_is_backed_up(tmp_path: Path) -> None:
    """And restored into: an account of before is there again, with its token."""
    async with sentinels() as servers:

        async def typed(*words: str) -> str:
            environ = {"REDIS_URL": servers.url, "SAQQARA_DATA": str(tmp_path)}
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "saqqara_service.cli", *words),
                env={**os.environ, **environ},
                stdout=asyncio.subprocess.PIPE,
            )
            output, _ = await process.communicate()
            assert process.returncode == 0
            return output.decode().strip()

        token = await typed("token", "issue", "Hemiunu")
        await typed("backup", str(tmp_path / "backup"))
        await typed("restore", "--replace", str(tmp_path / "backup"))
        assert "Hemiunu" in await typed("token", "show", token)
