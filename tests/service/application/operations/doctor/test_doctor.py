"""The doctor on Redis and on processes: what is planted is found, with what to do about it."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import redis

from saqqara_service.application.folds.results import undecided
from saqqara_service.application.operations import maintenance
from saqqara_service.application.operations.doctor import findings, processes
from saqqara_service.application.operations.doctor import store as stores
from saqqara_service.application.operations.doctor.findings import Check, Finding, looked
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import EndReason
from saqqara_service.settings import Durability, Settings
from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import KEYS
from tests.service.application.operations.doctor.inspection import (
    FAILED,
    GOOD,
    SKIPPED,
    WARNING,
    examined,
)
from tests.service.fake_runners import a_hosted_bot
from tests.service.faults import frozen
from tests.service.ladders import a_ladder, finish
from tests.service.matches import a_match, an_owner, some_bots

PATIENCE_S = 300.0


@pytest.fixture
def own(own_server: EmbeddedRedis, tmp_path: Path) -> Settings:
    """The settings of an installation on a Redis of the test's own, with no process."""
    blobs = str(tmp_path / "blobs")
    url = own_server.url
    return Settings(redis_url=url, rq_redis_url=url, data=tmp_path, blobs=blobs, port=0)


async def begun(settings: Settings) -> None:
    """Let the store have been used."""
    async with open_service(settings) as svc:
        await a_match(svc)


def configured(settings: Settings, name: str, value: str) -> None:
    """Set something of that Redis."""
    with redis.Redis.from_url(settings.redis_url or "") as host:
        host.config_set(name, value)


async def test_an_empty_store_stays_empty(own: Settings) -> None:
    """Whoever looks before anything was begun leaves no trace, so a backup may be restored."""
    found = await examined(own)
    assert found["store.schema"].verdict is SKIPPED
    with redis.Redis.from_url(own.redis_url or "") as host:
        assert host.keys() == []


async def test_a_redis_that_is_away_is_the_only_fault(own: Settings) -> None:
    """What needs it is not said to have failed as well."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    found = await examined(own, redis_url=f"redis://127.0.0.1:{port}")
    assert found["redis.reachable"].verdict is FAILED
    assert "REDIS_URL" in found["redis.reachable"].fix
    assert {one for one in found if found[one].verdict is SKIPPED} >= set(stores_and_inside())


def stores_and_inside() -> list[str]:
    """Every check that asks Redis, but the first."""
    return [*(one.name for one in stores.STORE[1:]), *(one.name for one in processes.PROCESSES)]


@pytest.mark.parametrize(
    ("name", "value", "check", "verdict"),
    [
        ("appendonly", "no", "redis.persistence", FAILED),
        ("appendfsync", "everysec", "redis.persistence", FAILED),
        ("maxmemory-policy", "allkeys-lru", "redis.memory", FAILED),
        ("maxmemory", "100000", "redis.memory", FAILED),
        ("maxmemory", "0", "redis.memory", WARNING),
    ],
)
async def test_a_setting_of_redis_is_named(
    own: Settings, name: str, value: str, check: str, verdict: findings.Health
) -> None:
    """With what to set in its place."""
    configured(own, "maxmemory", str(1 << 30))
    configured(own, name, value)
    found = await examined(own)
    assert found[check].verdict is verdict
    assert name in found[check].found + found[check].fix


async def test_a_volatile_redis_may_be_accepted(own: Settings) -> None:
    """Then it is a warning."""
    configured(own, "appendonly", "no")
    found = await examined(own, allow_volatile=True)
    assert found["redis.persistence"].verdict is WARNING


async def test_a_replica_takes_no_writes(own: Settings) -> None:
    """So the address names the wrong server."""
    with redis.Redis.from_url(own.redis_url or "") as host:
        host.replicaof("127.0.0.1", 1)
    assert (await examined(own))["redis.role"].verdict is FAILED


async def test_replicas_that_are_waited_for_must_be_there(own: Settings) -> None:
    """Else nothing is acknowledged."""
    found = (await examined(own, durability=Durability.REPLICA))["redis.role"]
    assert found.verdict is FAILED
    assert "SAQQARA_DURABILITY" in found.fix


STATE = {"redis_version": "7.2.4", "role": "master", "used_memory": "1", "maxmemory": "100"}
ONLINE = "{'ip': '127.0.0.1', 'port': 1, 'state': 'online', 'offset': 1, 'lag': 0}"
LAGGING = ONLINE.replace("'lag': 0", "'lag': 90")
COPYING = ONLINE.replace("online", "wait_bgsave")


@pytest.mark.parametrize(
    ("info", "durability", "expected"),
    [
        ({"redis_version": "6.2.14"}, Durability.LOCAL, ("redis.version", FAILED)),
        ({"redis_version": "7.0.15"}, Durability.LOCAL, ("redis.version", GOOD)),
        ({"redis_version": "7.0.15"}, Durability.REPLICA, ("redis.version", FAILED)),
        ({"slave0": ONLINE}, Durability.REPLICA, ("redis.role", GOOD)),
        ({"slave0": LAGGING}, Durability.LOCAL, ("redis.role", WARNING)),
        ({"slave0": COPYING}, Durability.REPLICA, ("redis.role", FAILED)),
        ({"redis_mode": "cluster"}, Durability.LOCAL, ("redis.role", FAILED)),
        ({"aof_last_write_status": "err"}, Durability.LOCAL, ("redis.persistence", FAILED)),
        ({"aof_last_bgrewrite_status": "err"}, Durability.LOCAL, ("redis.persistence", WARNING)),
    ],
)  # fmt: skip
async def test_what_a_server_says_of_itself_is_heeded(
    own: Settings,
    monkeypatch: pytest.MonkeyPatch,
    info: dict[str, str],
    durability: Durability,
    expected: tuple[str, findings.Health],
) -> None:
    """Servers that no test starts: old ones, full disks, replicas that lag."""

    async def states(_: object) -> list[dict[str, str]]:
        return [STATE | info]

    monkeypatch.setattr(RedisConnection, "states", states)
    check, verdict = expected
    assert (await examined(own, durability=durability))[check].verdict is verdict


async def test_an_account_that_may_not_ask_is_told(own: Settings) -> None:
    """Nothing fails, but nobody can say how safe it is."""
    with redis.Redis.from_url(own.redis_url or "") as host:
        host.execute_command(
            "ACL", "SETUSER", "shy", "on", ">x", "~*", "&*", "+@all", "-info", "-config"
        )
    url = (own.redis_url or "").replace("unix://", "unix://shy:x@")
    found = await examined(own, redis_url=url)
    for check in ("redis.version", "redis.persistence", "redis.memory", "redis.role"):
        assert found[check].verdict is WARNING
        assert "+info" in found[check].fix


@pytest.mark.parametrize(("off_s", "verdict"), [(0, GOOD), (60, WARNING), (1_000, FAILED)])
async def test_clocks_should_agree(
    own: Settings, monkeypatch: pytest.MonkeyPatch, off_s: int, verdict: findings.Health
) -> None:
    """By so much another machine's is wrong."""
    clock = SimpleNamespace(**vars(time) | {"time": lambda: time.time() + off_s})
    monkeypatch.setattr(stores, "time", clock)
    assert (await examined(own))["redis.clock"].verdict is verdict


async def test_nodes_of_a_cluster_should_agree(
    own: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deadline is of the clock of its node."""

    async def times_s(_: object) -> list[float]:
        return [time.time(), time.time() - 30]

    monkeypatch.setattr(RedisConnection, "times_s", times_s)
    found = (await examined(own))["redis.clock"]
    assert found.verdict is FAILED
    assert "NTP" in found.fix


async def test_a_queue_elsewhere_may_be_away(own: Settings) -> None:
    """It is another Redis, with a setting of its own."""
    found = (await examined(own, rq_redis_url="redis://127.0.0.1:1"))["redis.queue"]
    assert found.verdict is FAILED
    assert "RQ_REDIS_URL" in found.fix


@pytest.mark.parametrize(
    ("fields", "fix"),
    [
        ({"schema": 99, "least": 99}, "Use a matching release"),
        ({"schema": 1}, "store migrate"),
        ({"schema": "one"}, "Restore a complete backup"),
        ({"restoring": "monday"}, "--replace"),
        ({"buckets": 16}, "Use the release that wrote it"),
    ],
)
async def test_a_store_that_does_not_fit_is_not_looked_into(
    own: Settings, fields: dict[str, str | int], fix: str
) -> None:
    """What another release wrote may mean something else."""
    await begun(own)
    with redis.Redis.from_url(own.redis_url or "") as host:
        host.hset(KEYS["installation"], mapping=fields)
    found = await examined(own)
    assert found["store.schema"].verdict is FAILED
    assert fix in found["store.schema"].fix
    assert found["processes.api"].verdict is SKIPPED
    assert found["archive.place"].verdict is SKIPPED


async def test_a_forgotten_maintenance_is_told(own: Settings) -> None:
    """With how it ends."""
    async with open_service(own) as svc:
        await maintenance.begin(svc, "new disks", is_frozen=True)
    found = (await examined(own))["store.maintenance"]
    assert found.verdict is WARNING
    assert "new disks" in found.found
    assert "maintenance off" in found.fix


async def test_nobody_serves(own: Settings) -> None:
    """A host who has stopped all processes hears that, without a fault."""
    await begun(own)
    found = await examined(own)
    assert found["processes.api"].verdict is WARNING
    assert found["processes.workers"].verdict is WARNING


async def test_a_ladder_needs_a_worker(own: Settings) -> None:
    """While one runs, no worker is a fault; its matches wait for being counted."""
    async with open_service(own) as svc:
        enrolled = await a_ladder(svc, bots=2, blocks=1)
        assert (await examined(own))["processes.workers"].verdict is FAILED
        await finish(svc, enrolled)


async def test_results_that_wait_are_told(
    svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that is over is counted within seconds, or somebody has to look."""
    seated = await a_match(svc, ladder_id="lNOWHERE")
    await svc.matches.void(seated.id, undecided(EndReason.VOIDED))
    monkeypatch.setattr(processes, "LATE_MS", -1)
    found = (await examined(settings))["processes.settling"]
    assert found.verdict is FAILED
    assert seated.id in found.found


async def test_programs_need_a_runner(svc: Service, settings: Settings) -> None:
    """One that was handed in and waits for its check is told."""
    owner = await an_owner(svc)
    (bot,) = await some_bots(svc, owner, 1)
    one = await a_hosted_bot(svc, bot)
    assert (await examined(settings))["processes.runners"].verdict is GOOD
    await svc.connection.write.zadd("{hosted}:pending", {one.id: 1})
    found = (await examined(settings))["processes.runners"]
    assert (found.verdict, "saqqara-server runner" in found.fix) == (WARNING, True)


async def test_a_redis_that_freezes_is_no_end(own: Settings, own_server: EmbeddedRedis) -> None:
    """A look that takes too long has failed, and the next one goes on."""

    async def slow(_: None) -> Finding:
        async with open_service(own) as svc:
            await svc.connection.now_ms()
            with frozen(own_server):
                await svc.connection.now_ms()
        return findings.good("never")

    async def wrong(_: None) -> Finding:
        raise ValueError("x") from KeyError("the cause")

    checks = [Check("slow", slow, 0.1), Check("wrong", wrong)]
    found = {one.check: one.finding async for one in looked(checks, None)}
    assert [found[one].verdict for one in ("slow", "wrong")] == [FAILED, FAILED]
    assert "within" in found["slow"].found
    assert "the cause" in found["wrong"].found
