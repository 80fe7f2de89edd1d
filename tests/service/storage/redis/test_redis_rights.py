"""The account of Redis that hosts are given: enough for the service, and no more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from signal import SIGTERM

import pytest
import redis
from redis.exceptions import AuthenticationError, NoPermissionError

from saqqara_service.application.operations import health
from saqqara_service.application.service import open_service
from saqqara_service.models import LadderStatus
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.application.ladders.test_ladder_workers import Workers, bots_at_work
from tests.service.ladders import a_ladder
from tests.service.lookups import ladder_of
from tests.service.storage.redis.redis_accounts import QUEUE, SERVICE, address, denied, grant
from tests.service.transports import serving

FORBIDDEN = (
    *("ACL LIST", "CONFIG SET appendonly no", "CONFIG REWRITE", "FLUSHALL"),
    *("FLUSHDB", "KEYS *", "MONITOR", "REPLICAOF 127.0.0.1 1", "SCRIPT FLUSH", "SHUTDOWN NOSAVE"),
    *("BGREWRITEAOF", "MODULE LIST", "FUNCTION FLUSH", "SWAPDB 0 1", "CLIENT KILL TYPE normal"),
)


@pytest.fixture
def limited_url(own_server: EmbeddedRedis) -> str:
    """The address of a Redis, by the recommended account."""
    with redis.Redis.from_url(own_server.url) as host:
        grant(host, SERVICE)
    return address(own_server.url, SERVICE)


@pytest.fixture(params=["the same Redis", "another Redis"])
def queue_url(request: pytest.FixtureRequest, limited_url: str, tmp_path: Path) -> Iterator[str]:
    """The address of the queue: of the same account, or of the queue's own elsewhere."""
    if request.param == "the same Redis":
        yield limited_url
        return
    with EmbeddedRedis(tmp_path / "queue") as server:
        with redis.Redis.from_url(server.url) as host:
            grant(host, QUEUE)
        yield address(server.url, QUEUE)
        assert denied(server.url) == []


@pytest.mark.timeout(300)  # seconds, on a machine that has much else to do
async def test_the_service_needs_no_more(
    own_server: EmbeddedRedis,
    limited_url: str,
    queue_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Server and worker are ready, play a ladder to its end, and are denied nothing."""
    monkeypatch.setenv("RQ_REDIS_URL", queue_url)
    workers = Workers(limited_url)
    settings = Settings(redis_url=limited_url, data=tmp_path)
    try:
        async with serving(settings), open_service(settings) as svc:
            assert await health.ready(svc) == []
            enrolled = await a_ladder(svc, bots=2, blocks=1)
            workers.hire()
            async with bots_at_work(svc, enrolled, pause_s=0):
                while (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
                    await asyncio.sleep(0.1)
            assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.FINISHED
    finally:
        workers.dismiss(SIGTERM)
    assert denied(own_server.url) == []


def test_it_can_do_no_more(own_server: EmbeddedRedis, limited_url: str) -> None:
    """Commands that lose data, change settings or run other things are refused to it."""
    with redis.Redis.from_url(limited_url) as service:
        assert service.ping()
        for command in FORBIDDEN:
            with pytest.raises(NoPermissionError):
                service.execute_command(*command.split())


def test_nobody_comes_in_without_the_password(own_server: EmbeddedRedis, limited_url: str) -> None:
    """As long as the default account is off."""
    with redis.Redis.from_url(own_server.url) as host:
        host.execute_command("ACL", "SETUSER", "default", "off")
        with redis.Redis.from_url(own_server.url) as stranger, pytest.raises(AuthenticationError):
            stranger.ping()
        host.execute_command("ACL", "SETUSER", "default", "on")
