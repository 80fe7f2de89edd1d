"""Readiness: a process says when the store could lose what it acknowledges."""

from __future__ import annotations

import time

import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.operations import health
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.faults import frozen


async def test_our_own_redis_is_durable(svc: Service) -> None:
    """The embedded server loses nothing it acknowledged, so the service is ready."""
    assert await health.ready(svc) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [("appendonly", "no"), ("appendfsync", "everysec"), ("maxmemory-policy", "allkeys-lru")],
)
async def test_a_volatile_redis_is_named_as_the_reason(
    own_server: EmbeddedRedis, name: str, value: str
) -> None:
    """Each setting that may lose acknowledged writes is named, unless that is accepted."""
    with redis.Redis.from_url(own_server.url) as client:
        client.config_set(name, value)
    async with open_service(Settings(redis_url=own_server.url)) as svc:
        (reason,) = await health.ready(svc)
        assert name in reason
        assert value in reason
    async with open_service(Settings(redis_url=own_server.url, allow_volatile=True)) as svc:
        assert await health.ready(svc) == []


async def test_a_replica_is_no_place_to_write(own_server: EmbeddedRedis) -> None:
    """A Redis that follows another refuses what the service would have to keep."""
    with redis.Redis.from_url(own_server.url) as client:
        client.replicaof("127.0.0.1", 1)
    async with open_service(Settings(redis_url=own_server.url, allow_volatile=True)) as svc:
        (reason,) = await health.ready(svc)
        assert "replica" in reason


async def test_a_frozen_redis_is_told_before_a_probe_gives_up(own_server: EmbeddedRedis) -> None:
    """However long the clients would go on trying, readiness is answered soon."""
    async with open_service(Settings(redis_url=own_server.url)) as svc:
        with frozen(own_server):
            began = time.monotonic()
            assert await health.ready(svc) == ["Redis does not answer"]
            assert time.monotonic() - began < health.PATIENCE_S + 5
        assert await health.ready(svc) == []


async def test_without_redis_nothing_is_ready_and_calls_are_busy(
    own_server: EmbeddedRedis,
) -> None:
    """While Redis is away the service says so quickly; when it is back it goes on by itself."""
    async with open_service(Settings(redis_url=own_server.url)) as svc:
        own_server.stop()
        began = time.monotonic()
        assert await health.ready(svc) == ["Redis does not answer"]
        with pytest.raises(Busy) as refusal:
            await accounts.register(svc, None, questions.Register(name="Sneferu"))
        assert time.monotonic() - began < 20
        wait_ms = refusal.value.retry_after_ms
        assert isinstance(wait_ms, int)
        assert wait_ms > 0
        own_server.start()
        assert await health.ready(svc) == []
        assert (
            await accounts.register(svc, None, questions.Register(name="Sneferu"))
        ).account.name == "Sneferu"


async def test_a_service_needs_a_redis() -> None:
    """Without an address the process does not start, and says what to set."""
    with pytest.raises(ValueError, match="REDIS_URL"):
        async with open_service(Settings(redis_url=None)):
            pass
