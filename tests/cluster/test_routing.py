"""Calls to the nodes of a real cluster: who is asked, and what becomes of a slot that moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from saqqara_service.application.operations import health
from saqqara_service.application.service import open_service
from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Settings
from saqqara_service.storage.matches.scripts import BEAT
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, open_connection
from saqqara_service.storage.redis.keys import bucket_tags
from saqqara_service.storage.redis.scripts import Nothing
from tests.cluster.nodes import Node, RunningCluster, running_cluster
from tests.service.matches import a_match, play_out
from tests.service.storage.redis.redis_accounts import SERVICE, address, grant
from tests.service.storage.redis.test_shared_redis import PREFIX

TAGS = bucket_tags()


@pytest.fixture(scope="module")
def cluster() -> Iterator[RunningCluster]:
    """Three nodes."""
    with running_cluster() as found:
        yield found


def another(cluster: RunningCluster, key: str) -> Node:
    """A node that does not serve the key."""
    here = cluster.node_of(key)
    return next(node for node in cluster.nodes if node is not here)


@pytest.mark.parametrize("prefix", ["", PREFIX])
async def test_each_node_is_asked_for_its_own(cluster: RunningCluster, prefix: str) -> None:
    """Calls, redis-py's methods, pipelines and scripts; answers come in the order of the calls."""
    cluster.flush()
    async with open_connection(cluster.url, Metrics(), prefix=prefix) as redis:
        pipe = redis.write.pipeline(transaction=False)
        for number, tag in enumerate(TAGS):
            pipe.set(f"{tag}:x", number)
        assert await pipe.execute() == [True] * len(TAGS)
        asked: list[tuple[Word, ...]] = [("GET", f"{tag}:x") for tag in TAGS]
        assert await redis.calls.read(asked) == [str(number) for number in range(len(TAGS))]
        assert await redis.read.get(f"{TAGS[7]}:x") == "7"
        for thing in ("one", "two", "three", "four"):
            assert await redis.run(BEAT, thing, Nothing())
        assert len(await redis.calls.everywhere("PING")) == len(cluster.nodes)
        assert len(await redis.states()) == len(cluster.nodes)
    kept = [str(key) for node in cluster.nodes for key in _keys(node)]
    assert len(kept) >= len(TAGS)
    assert [key for key in kept if not key.startswith(prefix)] == []


def _keys(node: Node) -> list[str]:
    with node.client() as client:
        return [str(key) for key in client.execute_command("KEYS", "*")]


async def test_a_slot_is_followed(cluster: RunningCluster) -> None:
    """Before, while and after it is passed on, by single keys."""
    here, new = f"{TAGS[3]}:here", f"{TAGS[3]}:new"
    async with open_connection(cluster.url, Metrics()) as redis:
        await redis.write.set(here, "1")
        for _ in cluster.pass_on(here, another(cluster, here)):
            assert await redis.read.get(here) == "1"  # it is still where it was
            await redis.write.set(new, "2")  # what is new is already there
            assert await redis.calls.read([("GET", here), ("GET", new)]) == ["1", "2"]
        assert await redis.calls.read([("GET", here), ("GET", new)]) == ["1", "2"]


async def test_a_script_whose_keys_lie_on_two_nodes_has_to_wait(cluster: RunningCluster) -> None:
    """`Busy`, and nothing was done; when the slot has moved it runs."""
    here, new = f"{TAGS[5]}:here", f"{TAGS[5]}:new"
    text = "return {redis.call('INCR', KEYS[1]), redis.call('INCR', KEYS[2])}"
    async with open_connection(cluster.url, Metrics()) as redis:
        await redis.write.set(here, "1")
        for _ in cluster.pass_on(here, another(cluster, here)):
            with pytest.raises(Busy):
                await _answered(redis, text, here, new)
            assert await redis.calls.read([("GET", here)]) == ["1"]
        assert await _answered(redis, text, here, new) == [2, 1]


async def _answered(redis: RedisConnection, text: str, *keys: str) -> object:
    return await redis.kept("EVAL", text, len(keys), *keys)


@pytest.mark.parametrize("prefix", ["", PREFIX])
async def test_the_recommended_account_is_enough(cluster: RunningCluster, prefix: str) -> None:
    """A login, a match that is played to its end, and a slot that moves meanwhile."""
    cluster.flush()
    for node in cluster.nodes:
        with node.client() as host:
            grant(host, SERVICE, prefix)
        node.ask("ACL", "LOG", "RESET")
    url = address(cluster.url, SERVICE)
    settings = Settings(redis_url=url, rq_redis_url="redis://127.0.0.1:1/0", key_prefix=prefix)
    key, new = f"{TAGS[9]}:here", f"{TAGS[9]}:new"
    async with open_service(settings) as svc:
        assert await health.ready(svc) == []
        await play_out(svc, await a_match(svc, 2), random.Random(1))
        for _ in cluster.pass_on(f"{prefix}{key}", another(cluster, f"{prefix}{key}")):
            await svc.connection.write.set(new, "1")
            assert await svc.connection.read.get(new) == "1"
    assert [node.ask("ACL", "LOG") for node in cluster.nodes] == [[], [], []]


async def test_a_wrong_password_is_named(cluster: RunningCluster) -> None:
    """As with one Redis."""
    url = cluster.url.replace("://", "://saqqara:wrong@")
    async with open_service(Settings(redis_url=url, rq_redis_url="redis://127.0.0.1:1/0")) as svc:
        (reason,) = await health.ready(svc)
    assert "user and password" in reason


async def test_without_replicas_nothing_is_promised(cluster: RunningCluster) -> None:
    """Each node has to have one."""
    async with open_connection(cluster.url, Metrics(), is_replicated=True) as redis:
        with pytest.raises(Busy):
            await redis.kept("SET", "x", "1")
