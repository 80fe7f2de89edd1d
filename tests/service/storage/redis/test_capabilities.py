"""A Redis that cannot do what is configured: refused at start, and told while it serves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.operations import health
from saqqara_service.application.service import open_service
from saqqara_service.errors import Busy
from saqqara_service.settings import Durability, Settings
from saqqara_service.storage.redis import capabilities
from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.transports import serving


class WithoutWaitaof(EmbeddedRedis):
    """A server that does not know the command, as Redis 7.0 does not."""

    def _settings(self) -> list[str]:
        return [*super()._settings(), "--rename-command", "WAITAOF", ""]


@pytest.fixture
def lesser(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    """Such a server."""
    with WithoutWaitaof(tmp_path) as server:
        yield server


def limited(server: EmbeddedRedis, *rules: str) -> str:
    """Its address for an account that may do everything but this."""
    with redis.Redis.from_url(server.url) as host:
        host.execute_command("ACL", "SETUSER", "saqqara", "on", ">x", "~*", "&*", "+@all", *rules)
    return server.url.replace("unix://", "unix://saqqara:x@")


def started(command: str, url: str, data: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """A process that waits for ever, unless its store is refused."""
    given = {"REDIS_URL": url, "SAQQARA_DATA": str(data), "SAQQARA_PORT": "0"}
    return subprocess.run(
        [sys.executable, "-m", "saqqara_service.cli", command],
        env={**os.environ, **given, "SAQQARA_DURABILITY": "replica", **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(("command", "code"), [("api", 2), ("worker", 2), ("up", 1)])
def test_a_server_without_the_command_is_refused_at_start(
    command: str, code: int, lesser: EmbeddedRedis, tmp_path: Path
) -> None:
    """One sentence names the setting, the version and what to do."""
    done = started(command, lesser.url, tmp_path / "data")
    (line,) = done.stderr.strip().splitlines()
    assert done.returncode == code
    for word in ("SAQQARA_DURABILITY=replica", "WAITAOF", "Valkey 9.", "SAQQARA_DURABILITY=local"):
        assert word in line


def test_an_account_that_may_not_is_refused_at_start(
    own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """The right that is missing is named."""
    done = started("api", limited(own_server, "-waitaof"), tmp_path / "data")
    (line,) = done.stderr.strip().splitlines()
    assert done.returncode == 2
    assert "+waitaof" in line


@pytest.mark.parametrize(
    ("info", "durability", "sentence"),
    [
        ("6.2.14", Durability.LOCAL, "Redis 6.2.14 is too old; use Redis 7.0 or newer"),
        ("7.0.15", Durability.REPLICA, "Redis 7.0.15 does not have; use Redis 7.2 or newer"),
        ("7.0.15", Durability.LOCAL, None),
        ("7.2.0", Durability.REPLICA, None),
    ],
)
async def test_what_a_server_says_of_itself_is_enough(
    own_server: EmbeddedRedis,
    monkeypatch: pytest.MonkeyPatch,
    info: str,
    durability: Durability,
    sentence: str | None,
) -> None:
    """Servers that no test starts: the command need not have failed."""

    async def states(_: object) -> list[dict[str, str]]:
        return [{"redis_version": info}]

    monkeypatch.setattr(RedisConnection, "states", states)
    found = await capabilities.lack_at(Settings(redis_url=own_server.url, durability=durability))
    assert found == sentence if sentence is None else sentence in (found or "")


async def test_a_server_that_is_away_is_waited_for(tmp_path: Path) -> None:
    """Nobody knows what it can do, and it may come."""
    assert await capabilities.lack_at(Settings(redis_url=f"unix://{tmp_path}/none")) is None


@pytest.mark.parametrize("prefix", ["", "club:"])
async def test_a_server_that_is_replaced_by_an_older_one(
    prefix: str, own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """Calls are busy rather than a fault, and readiness says why."""
    settings = Settings(
        redis_url=own_server.url,
        durability=Durability.REPLICA,
        key_prefix=prefix,
    )
    own_server.stop()
    with WithoutWaitaof(tmp_path):
        async with open_service(settings) as svc:
            with pytest.raises(Busy, match="refuses"):
                await accounts.register(svc, None, questions.Register(name="Sneferu"))
            reasons = await health.ready(svc)
            assert any("WAITAOF" in reason for reason in reasons), reasons


async def test_rights_that_are_taken_away_are_no_fault_of_ours(own_server: EmbeddedRedis) -> None:
    """503 with a code, readiness names the right, and all goes on when it is given back."""
    url = limited(own_server)
    settings = Settings(redis_url=url, data=own_server.directory)
    async with serving(settings) as address, httpx.AsyncClient(base_url=address) as client:
        limited(own_server, "-hgetall", "-evalsha", "-eval")
        answer = await client.post("/api/v1/accounts", json={"name": "Sneferu"})
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        ready = await client.get("/readyz")
        assert ready.status_code == 503
        assert "no permissions" in str(ready.json()["reasons"])
        limited(own_server)
        answer = await client.post("/api/v1/accounts", json={"name": "Sneferu"})
        assert answer.status_code == 201
