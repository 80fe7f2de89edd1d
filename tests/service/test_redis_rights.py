"""The account of Redis that the chart's page recommends: enough for the service, and no more."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from signal import SIGTERM

import pytest
import redis
from redis.exceptions import AuthenticationError, NoPermissionError

from saqqara_service.application.ladders import ladders
from saqqara_service.application.operations import health
from saqqara_service.application.service import open_service
from saqqara_service.models import LadderStatus
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.enrolled import a_ladder
from tests.service.test_ladder_workers import Workers, bots_at_work
from tests.service.transports import serving

PAGE = (Path(__file__).parents[2] / "helm" / "README.md").read_text()
PASSWORD = "YOUR_PASSWORD"  # noqa: S105
FORBIDDEN = (
    *("ACL LIST", "CONFIG SET appendonly no", "CONFIG REWRITE", "FLUSHALL"),
    *("FLUSHDB", "KEYS *", "MONITOR", "REPLICAOF 127.0.0.1 1", "SCRIPT FLUSH", "SHUTDOWN NOSAVE"),
    *("BGREWRITEAOF", "MODULE LIST", "FUNCTION FLUSH", "SWAPDB 0 1", "CLIENT KILL TYPE normal"),
)


@pytest.fixture
def limited_url(own_server: EmbeddedRedis) -> Iterator[str]:
    """The address of a Redis, by the recommended account."""
    (rules,) = re.findall(r"^user saqqara (on >.*)$", PAGE, re.MULTILINE)
    with redis.Redis.from_url(own_server.url, decode_responses=True) as host:
        host.execute_command("ACL", "SETUSER", "saqqara", *rules.split())
        yield own_server.url.replace("unix://", f"unix://saqqara:{PASSWORD}@")


@pytest.mark.timeout(300)  # seconds, on a machine that has much else to do
async def test_the_service_needs_no_more(
    own_server: EmbeddedRedis, limited_url: str, tmp_path: Path
) -> None:
    """Server and worker are ready, play a ladder to its end, and are denied nothing."""
    workers = Workers(limited_url)
    settings = Settings(redis_url=limited_url, data=tmp_path)
    try:
        async with serving(settings), open_service(settings) as svc:
            assert await health.ready(svc) == []
            enrolled = await a_ladder(svc, bots=2, blocks=1)
            workers.hire()
            async with bots_at_work(svc, enrolled, pause_s=0):
                while (await ladders.get(svc, enrolled.id)).status is LadderStatus.RUNNING:
                    await asyncio.sleep(0.1)
            assert (await ladders.get(svc, enrolled.id)).status is LadderStatus.FINISHED
    finally:
        workers.dismiss(SIGTERM)
    with redis.Redis.from_url(own_server.url, decode_responses=True) as host:
        assert [entry["object"] for entry in host.acl_log()] == []


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
