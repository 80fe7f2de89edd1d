"""A Redis that is shared: keys and channels under a prefix, and accounts that may do no more."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path
from signal import SIGKILL

import httpx
import pytest
import redis
from redis.exceptions import NoPermissionError

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.operations import health
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import NotFound
from saqqara_service.models import LadderStatus
from saqqara_service.settings import Durability, Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.application.ladders.test_ladder_workers import Workers, bots_at_work
from tests.service.ladders import a_ladder
from tests.service.lookups import ladder_of
from tests.service.matches import a_match, play_out
from tests.service.replicas import api_processes
from tests.service.storage.redis.redis_accounts import SERVICE, address, denied, grant
from tests.service.transports import Rest, a_party

PREFIX = "club:"
FORBIDDEN = (
    *("GET other:key", "SET other:key 1", "SUBSCRIBE other:channel", "KEYS *", "FLUSHALL"),
    *("CONFIG SET appendonly no", "ACL LIST", "SHUTDOWN NOSAVE", "MONITOR", "SCRIPT FLUSH"),
    *("EVAL return(redis.call('get','other:key')) 0", "PUBLISH other:channel x", "SCAN 0"),
)


@pytest.fixture
def limited_url(own_server: EmbeddedRedis) -> str:
    """The address of a Redis, by that account."""
    with redis.Redis.from_url(own_server.url) as host:
        grant(host, SERVICE, PREFIX)
    return address(own_server.url, SERVICE)


def keys_of(server: EmbeddedRedis) -> set[str]:
    """All keys there are."""
    with redis.Redis.from_url(server.url, decode_responses=True) as host:
        return set(host.keys())


async def test_an_api_process_needs_no_more(
    own_server: EmbeddedRedis, limited_url: str, tmp_path: Path
) -> None:
    """A party is registered, a match is made and acted in, by REST."""
    own = {"SAQQARA_KEY_PREFIX": PREFIX, "SAQQARA_BLOBS": str(tmp_path)}
    with api_processes(limited_url, tmp_path / "log", count=1, **own) as (port,):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            assert (await client.get("/readyz")).status_code == 200
            await a_party(Rest(client), 2)
    assert denied(own_server.url) == []


@pytest.mark.timeout(300)  # seconds, on a machine that has much else to do
async def test_a_worker_needs_no_more(
    own_server: EmbeddedRedis,
    limited_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It carries a ladder to its end, and all keys are under the prefix, or RQ's."""
    monkeypatch.setenv("SAQQARA_KEY_PREFIX", PREFIX)
    workers = Workers(limited_url)
    try:
        async with open_service(Settings(redis_url=limited_url, data=tmp_path)) as svc:
            assert await health.ready(svc) == []
            enrolled = await a_ladder(svc, bots=2, blocks=1)
            workers.hire()
            async with bots_at_work(svc, enrolled, pause_s=0):
                while (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
                    await asyncio.sleep(0.1)
            assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.FINISHED
    finally:
        workers.dismiss(SIGKILL)
    assert denied(own_server.url) == []
    assert {key for key in keys_of(own_server) if not key.startswith((PREFIX, "rq:"))} == set()


@pytest.mark.parametrize(
    "words",
    [
        *(["token", "issue", "host"], ["doctor"]),
        *(["store", "show"], ["store", "migrate"], ["maintenance", "off"]),
    ],
)
def test_an_operators_command_needs_no_more(
    words: list[str], own_server: EmbeddedRedis, limited_url: str, tmp_path: Path
) -> None:
    """Each works on the store itself, as an API process does."""
    environ = {**os.environ, "REDIS_URL": limited_url, "SAQQARA_KEY_PREFIX": PREFIX}
    environ |= {"SAQQARA_DATA": str(tmp_path), "SAQQARA_PORT": "0"}
    asyncio.run(a_match_there(limited_url))
    command = [sys.executable, "-m", "saqqara_service.cli", *words]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, denied(own_server.url)) == (0, []), done.stderr


async def a_match_there(url: str) -> None:
    """A store that was used: commands look into it."""
    async with open_service(Settings(redis_url=url, key_prefix=PREFIX)) as svc:
        await play_out(svc, await a_match(svc, 2), random.Random(1))


def test_it_can_do_no_more(limited_url: str) -> None:
    """Keys and channels of others, and what harms all, are refused to it."""
    with redis.Redis.from_url(limited_url) as service:
        assert service.set(f"{PREFIX}key", 1)
        for command in FORBIDDEN:
            with pytest.raises((NoPermissionError, redis.ResponseError)):
                service.execute_command(*command.split())


async def test_two_installations_do_not_see_each_other(own_server: EmbeddedRedis) -> None:
    """Neither keys nor what is published: each plays its own match."""
    one, two = (Settings(redis_url=own_server.url, key_prefix=name) for name in ("one:", "two:"))
    async with open_service(one) as first, open_service(two) as second:
        seated = await a_match(first, 2)
        with redis.Redis.from_url(own_server.url, decode_responses=True) as host:
            channels = set(host.pubsub_channels())
        assert channels == {"one:saqqara:notifications", "two:saqqara:notifications"}
        await play_out(first, seated, random.Random(1))
        for other, is_there in ((first, True), (second, False)):
            assert await knows(other, seated.callers[0].account_id) is is_there
        await play_out(second, await a_match(second, 2), random.Random(2))
    assert {key.partition(":")[0] for key in keys_of(own_server)} <= {"one", "two", "rq"}


async def knows(svc: Service, account_id: str) -> bool:
    """Whether the account is there."""
    try:
        return bool(
            await accounts.account(svc, None, questions.AccountQuestion(account_id=account_id))
        )
    except NotFound:
        return False


@pytest.mark.parametrize("prefix", ["has space", "{tag}", "x" * 65])
def test_a_prefix_has_no_braces(prefix: str) -> None:
    """They would put all keys into one slot of a cluster."""
    with pytest.raises(ValueError, match="key_prefix"):
        Settings(key_prefix=prefix)


async def test_promises_are_kept_under_a_prefix(own_server: EmbeddedRedis) -> None:
    """With `replica` and no replica nothing is acknowledged."""
    settings = Settings(redis_url=own_server.url, key_prefix=PREFIX, durability=Durability.REPLICA)
    async with open_service(settings) as svc:
        (reason,) = await health.ready(svc)
        assert "no replica" in reason
