"""The schema of the store and its buckets: who may serve it, and how it gets to the next schema."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
import redis

from saqqara_service import supervision
from saqqara_service.application.live.admission import Admission, UnfitStore
from saqqara_service.application.operations import background, health
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.installation import SCHEMA, InstallationStore
from saqqara_service.storage.operations.migrations import (
    CannotMigrate,
    Migration,
    migrate,
)
from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import BUCKETS, KEYS
from tests.service.replicas import apis

Fields: TypeAlias = dict[bytes | bytearray | memoryview | str | int | float, Any]
COUNT = 40
PATIENCE_S = 60.0
LEASE_MS = 1_500


def portion_of(pause_s: float = 0.0) -> Callable[[RedisConnection, str], Awaitable[str | None]]:
    """Move things `old:n` to `new:n`, five at once; what was moved already is left alone."""

    async def portion(connection: RedisConnection, cursor: str) -> str | None:
        begin = int(cursor)
        for number in range(begin, min(begin + 5, COUNT)):
            await asyncio.sleep(pause_s)
            value = await connection.calls.call("GET", f"old:{number}")
            if value is not None:
                await connection.calls.call("SET", f"new:{number}", f"{value} moved")
                await connection.calls.call("DEL", f"old:{number}")
        return str(begin + 5) if begin + 5 < COUNT else None

    return portion


def table(*, is_beside: bool = True, pause_s: float = 0.0) -> Mapping[int, Migration]:
    """From this release's schema to the next one."""
    return {SCHEMA: Migration("move things", portion_of(pause_s), is_beside=is_beside)}


def fill(url: str) -> None:
    """A store of this release's schema with things of the old kind."""
    with redis.Redis.from_url(url) as client:
        client.hset(KEYS["installation"], "schema", str(SCHEMA))
        for number in range(COUNT):
            client.set(f"old:{number}", str(number))


def written() -> dict[str, str]:
    """What an empty store gets."""
    return {"schema": str(SCHEMA), "buckets": str(BUCKETS)}


def make_fit(client: redis.Redis) -> None:
    """Give the store back what this release expects."""
    client.hset(KEYS["installation"], mapping={"schema": SCHEMA, "buckets": BUCKETS})
    client.hdel(KEYS["installation"], "restoring", "least")


def moved(url: str) -> bool:
    """Whether all is of the new kind, each once."""
    with redis.Redis.from_url(url, decode_responses=True) as client:
        values = [client.get(f"new:{number}") for number in range(COUNT)]
        return values == [f"{number} moved" for number in range(COUNT)]


async def run(svc: Service, migrations: Mapping[int, Migration]) -> None:
    """Migrate to the next schema."""
    steps = migrate(svc.connection, migrations, SCHEMA + 1, LEASE_MS)
    async for _ in steps:
        pass


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Wait for it."""
    async with asyncio.timeout(PATIENCE_S):
        while not await is_so():
            await asyncio.sleep(0.05)


async def test_a_first_process_that_was_cut_is_made_up_for(svc: Service, redis_url: str) -> None:
    """The schema comes last, so what stands alone is of one that was cut."""
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        client.delete(KEYS["installation"])
        client.hset(KEYS["installation"], "buckets", str(BUCKETS))
        await InstallationStore(svc.connection).read()
        assert client.hgetall(KEYS["installation"]) == written()


async def test_what_processes_write_by_themselves_makes_no_store(
    svc: Service, redis_url: str
) -> None:
    """A process that begins beside some whose store was emptied begins with nothing."""
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        client.flushdb()
        async with supervision.running(background._sweeps(svc)):

            async def have_swept() -> bool:
                return bool(client.exists(KEYS["archive_mark"]) and client.exists(KEYS["orphans"]))

            await until(have_swept)
        client.delete(KEYS["installation"])
        assert client.dbsize() > 2
        await InstallationStore(svc.connection).read()
        assert client.hgetall(KEYS["installation"]) == written()


async def test_the_first_process_writes_both_down(svc: Service, redis_url: str) -> None:
    """A store that says nothing is new."""
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        client.delete(KEYS["installation"])
        await Admission(InstallationStore(svc.connection), svc.admission.disk).look()
        assert client.hgetall(KEYS["installation"]) == written()


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"schema": SCHEMA - 1}, "store migrate"),
        ({"schema": SCHEMA + 1, "least": SCHEMA + 1}, "newer"),
        ({"schema": SCHEMA, "least": SCHEMA + 1}, "newer"),
        ({"schema": SCHEMA, "restoring": "/backup"}, "restore"),
    ],
)
async def test_a_store_of_another_schema_is_not_served(
    own_server: EmbeddedRedis, tmp_path: Path, fields: Fields, word: str
) -> None:
    """Neither calls nor sweeps nor commands; the reason says what to do. Then it fits, and all goes
    on by itself.
    """
    with redis.Redis.from_url(own_server.url) as client:
        client.hset(KEYS["installation"], mapping=fields)
        async with open_service(Settings(redis_url=own_server.url, data=tmp_path)) as svc:
            (reason,) = await health.ready(svc)
            assert word in reason
            with pytest.raises(UnfitStore, match=word):
                await svc.admission.demand_fit()
        make_fit(client)
        with apis(own_server.url, tmp_path / "log", 1, SAQQARA_DATA=str(tmp_path)) as (api,):
            client.hset(KEYS["installation"], mapping=fields)
            async with httpx.AsyncClient(base_url=api.address, timeout=PATIENCE_S) as http:

                async def ready(status: int) -> bool:
                    return (await http.get("/readyz")).status_code == status

                await until(lambda: ready(503))
                assert word in str((await http.get("/readyz")).json()["reasons"])
                refused = await http.get("/api/v1/server")
                assert (refused.status_code, refused.json()["code"]) == (503, "busy")
                answer = (await http.post("/graphql", json={"query": "{server{version}}"})).json()
                assert answer["errors"][0]["extensions"]["code"] == "busy"
                await until(lambda: is_silent(client))
                make_fit(client)
                await until(lambda: ready(200))
                assert (await http.get("/api/v1/server")).is_success
        process = await command(own_server, tmp_path, fields, client)
        assert process == 1


async def test_a_store_with_other_buckets_is_not_served(svc: Service, redis_url: str) -> None:
    """Nothing would be found in them; a process that began before is not ready any more either."""
    assert await health.ready(svc) == []
    with redis.Redis.from_url(redis_url) as client:
        client.hset(KEYS["installation"], "buckets", str(2 * BUCKETS))
    (reason,) = await health.ready(svc)
    assert f"{2 * BUCKETS} buckets" in reason
    assert "Use the release" in reason
    with pytest.raises(UnfitStore, match="buckets"):
        await svc.admission.demand_fit()
    with pytest.raises(Busy):
        await svc.admission.demand_open()


async def is_silent(client: redis.Redis) -> bool:
    """Whether no process says that it serves."""
    seconds, micros = client.time()
    return client.zcount(KEYS["processes"], seconds * 1000 + micros // 1000, "+inf") == 0


async def command(
    server: EmbeddedRedis, data: Path, fields: Fields, client: redis.Redis
) -> int | None:
    """The exit code of a host's command on that store."""
    client.hset(KEYS["installation"], mapping=fields)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "saqqara_service.cli", "token", "admin"),
        env={**os.environ, "REDIS_URL": server.url, "SAQQARA_DATA": str(data)},
        stdout=asyncio.subprocess.DEVNULL,
    )
    return await process.wait()


@pytest.mark.parametrize("is_beside", [True, False])
async def test_replicas_of_before_go_on_where_the_migration_lets_them(
    svc: Service, redis_url: str, *, is_beside: bool
) -> None:
    """The release before serves what was migrated beside it, and nothing else; ours does both."""
    fill(redis_url)
    await run(svc, table(is_beside=is_beside))
    assert moved(redis_url)
    store = InstallationStore(svc.connection)
    before, after = (
        Admission(store, svc.admission.disk, schema) for schema in (SCHEMA, SCHEMA + 1)
    )
    assert await after.fault() is None
    assert (await before.fault() is None) is is_beside
    with pytest.raises(CannotMigrate, match="cannot be reversed"):
        async for _ in migrate(svc.connection):
            pass


async def test_a_migration_that_must_be_alone_waits_for_those_who_serve(
    svc: Service, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that goes on serving keeps it from beginning."""
    monkeypatch.setattr("saqqara_service.storage.operations.migrations.LEAVING_S", 0.5)
    fill(redis_url)
    with redis.Redis.from_url(redis_url) as client:
        client.zadd(KEYS["processes"], {"one": 2**53})
        with pytest.raises(CannotMigrate, match="Stop them"):
            await run(svc, table(is_beside=False))
        assert client.get("old:0") == b"0"
        client.delete(KEYS["processes"])
    await run(svc, table(is_beside=False))
    assert moved(redis_url)


async def test_two_at_once_do_it_once(svc: Service, other_svc: Service, redis_url: str) -> None:
    """One of them gives way, and what it says tells why."""
    fill(redis_url)
    both = await asyncio.gather(
        *(run(one, table(pause_s=0.01)) for one in (svc, other_svc)), return_exceptions=True
    )
    refused = [one for one in both if one is not None]
    assert len(refused) < len(both)
    assert all(isinstance(one, CannotMigrate) for one in refused)
    assert moved(redis_url)
    assert (await svc.admission.look()).schema == SCHEMA + 1


@pytest.mark.parametrize("kill_after", [1, 7, 23])
async def test_a_migration_that_was_killed_goes_on(
    svc: Service, redis_url: str, kill_after: int
) -> None:
    """Killed by signal 9 in the middle of a portion, it is finished by the next one."""
    fill(redis_url)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__, redis_url),
        cwd=Path(__file__).parents[4],
    )
    with redis.Redis.from_url(redis_url) as client:

        async def is_under_way() -> bool:
            return bool(client.exists(f"new:{kill_after}"))

        await until(is_under_way)
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        assert not moved(redis_url)
        assert client.hget(KEYS["installation"], "cursor") is not None

    async def is_done() -> bool:
        try:
            await run(svc, table())
        except CannotMigrate:
            return False
        return True

    await until(is_done)
    assert moved(redis_url)
    assert (await svc.admission.look()).cursor is None


async def test_a_way_that_nobody_knows_is_told(svc: Service, redis_url: str) -> None:
    """A store of a release too old says by which way it may come."""
    fill(redis_url)
    with pytest.raises(CannotMigrate, match="each release in between"):
        await run(svc, {})


async def _migrate_slowly(url: str) -> None:
    async with open_service(Settings(redis_url=url)) as svc:
        await run(svc, table(pause_s=0.05))


if __name__ == "__main__":
    asyncio.run(_migrate_slowly(sys.argv[1]))
