"""What an operator should do though a process is ready: told at `/readyz` and to Prometheus."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
import redis

from saqqara_service.application.operations import census, health, queue_health
from saqqara_service.application.service import open_service
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.observability.test_metrics import read, value
from tests.service.transports import serving

PATIENCE_S = 30.0
FILLER = 32 << 20
NOWHERE = "redis://127.0.0.1:1/0"


def bounded(server: EmbeddedRedis, share: float) -> None:
    """Let what it uses be that share of what it may, whatever its sockets take."""
    with redis.Redis.from_url(server.url) as host:
        host.setrange("filler", FILLER, "x")
        host.config_set("maxmemory", int(host.info("memory")["used_memory"] / share))


def elsewhere(server: EmbeddedRedis, data: Path, **given: str) -> Settings:
    """Settings of a process for which this is somebody else's Redis."""
    return Settings(redis_url=server.url, data=data / "elsewhere", **given)  # type: ignore[arg-type]


def metric(metrics: Metrics, name: str) -> float:
    """What Prometheus hears."""
    return value(read(metrics.text().decode()), name)


@pytest.mark.parametrize(
    ("share", "sentence"),
    [(0.5, None), (0.75, "beyond 80 % nothing new begins"), (0.9, "nothing new begins; raise")],
)
async def test_a_store_that_fills_is_told(
    own_server: EmbeddedRedis, tmp_path: Path, share: float, sentence: str | None
) -> None:
    """Before and after nothing new begins any more; the process stays ready."""
    metrics = Metrics()
    async with open_service(elsewhere(own_server, tmp_path), metrics) as svc:
        bounded(own_server, share)
        warnings = await health.warnings(svc)
        assert len(warnings) == (sentence is not None)
        assert all("maxmemory" in one and (sentence or "") in one for one in warnings)
        assert await health.ready(svc) == []
        await census.count(svc)
        assert metric(metrics, "saqqara_redis_filled_ratio") == pytest.approx(share, abs=0.1)
        assert metric(metrics, "saqqara_redis_unbounded") == 0


async def test_a_store_without_a_bound_is_told(own_server: EmbeddedRedis, tmp_path: Path) -> None:
    """Nobody would hear that it is nearly full; our own Redis has its machine for itself."""
    metrics = Metrics()
    async with open_service(elsewhere(own_server, tmp_path), metrics) as svc:
        (warning,) = await health.warnings(svc)
        assert "set maxmemory below" in warning
        assert await health.ready(svc) == []
        await census.count(svc)
        assert metric(metrics, "saqqara_redis_unbounded") == 1
    metrics = Metrics()
    async with open_service(Settings(redis_url=own_server.url, data=tmp_path), metrics) as svc:
        assert await health.warnings(svc) == []
        await census.count(svc)
        assert metric(metrics, "saqqara_redis_unbounded") == 0
        assert 0 < metric(metrics, "saqqara_redis_filled_ratio") < 1


async def test_a_queue_that_is_away_is_told(own_server: EmbeddedRedis, tmp_path: Path) -> None:
    """What stands still and what goes on; how full the store is, is known all the same."""
    metrics = Metrics()
    queue = EmbeddedRedis(tmp_path / "queue")
    settings = elsewhere(own_server, tmp_path, rq_redis_url=queue.url)
    bounded(own_server, 0.5)
    async with open_service(settings, metrics) as svc:
        await queue_health.look(svc)
        (warning,) = await health.warnings(svc)
        assert "RQ_REDIS_URL" in warning
        assert "ladders" in warning
        assert await health.ready(svc) == []
        assert metric(metrics, "saqqara_queue_unreachable") == 1
        await census.count(svc)
        assert metric(metrics, "saqqara_redis_filled_ratio") > 0
        with queue:
            await queue_health.look(svc)
            assert await health.warnings(svc) == []
            assert metric(metrics, "saqqara_queue_unreachable") == 0


async def test_a_process_hears_of_its_queue_by_itself(
    own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """Whoever probes waits for no answer of the queue: a loop asks it."""
    bounded(own_server, 0.5)
    settings = elsewhere(own_server, tmp_path, rq_redis_url=NOWHERE)
    async with serving(settings) as address, httpx.AsyncClient(base_url=address) as client:
        async with asyncio.timeout(PATIENCE_S):
            while not (answer := await client.get("/readyz")).json()["warnings"]:
                await asyncio.sleep(0.1)
        assert answer.status_code == 200
        assert "RQ_REDIS_URL" in answer.text
