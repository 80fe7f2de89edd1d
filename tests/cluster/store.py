"""The store of the tests of the service: one Redis, or the three nodes of a Redis Cluster.

`SAQQARA_TEST_STORE=cluster` runs every test whose store is not its own on a cluster:

    SAQQARA_TEST_STORE=cluster .venv/bin/python -m pytest tests/service
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import pytest
import redis
from redis.cluster import ClusterNode, RedisCluster

from saqqara_service.storage.operations.installation import SCHEMA
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import KEYS
from tests import memory
from tests.cluster.nodes import running_cluster

SETTING: Final = "SAQQARA_TEST_STORE"
QUEUE: Final = "RQ_REDIS_URL"


class Store(Protocol):
    """What a test needs of it."""

    @property
    def url(self) -> str:
        """The address for the service."""
        ...


def is_clustered() -> bool:
    """Whether the tests of this session run on a cluster."""
    return os.environ.get(SETTING) == "cluster"


@contextmanager
def one_redis() -> Iterator[EmbeddedRedis]:
    """One server that keeps every acknowledged write."""
    with memory.folder() as directory, EmbeddedRedis(directory) as server:
        yield server


@contextmanager
def one_cluster() -> Iterator[Store]:
    """Three nodes, and a Redis for the queue, which the settings of all processes name."""
    with ExitStack() as held:
        cluster = held.enter_context(running_cluster())
        changed = held.enter_context(pytest.MonkeyPatch.context())
        if QUEUE not in os.environ:
            changed.setenv(QUEUE, held.enter_context(one_redis()).url)
        changed.setattr(redis.Redis, "from_url", _from_url)
        yield cluster


@contextmanager
def one_store() -> Iterator[Store]:
    """Whichever the session runs on."""
    with one_cluster() if is_clustered() else one_redis() as store:
        yield store


def emptied(url: str) -> str:
    """The address of a store, and of its queue, with nothing in it."""
    for address in {url, os.environ.get(QUEUE, url)}:
        with redis.Redis.from_url(address) as client:
            client.flushall()
            client.hset(KEYS["installation"], "schema", str(SCHEMA))  # or processes that served it
    return url  # would take it for one that has lost its data


_ONE: Final = redis.Redis.from_url


def _from_url(url: str, **options: Any) -> redis.Redis | RedisCluster:
    """A test that looks into the store looks into whichever there is."""
    if not url.startswith("redis+cluster://"):
        return _ONE(url, **options)
    hosts = [urlsplit(f"//{host}") for host in url.partition("://")[2].split(",")]
    nodes = [
        ClusterNode(str(host.hostname), int(host.port or 0))  # type: ignore[no-untyped-call]
        for host in hosts
    ]
    return RedisCluster(startup_nodes=nodes, **options)
