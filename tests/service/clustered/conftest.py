"""The same service on a Redis Cluster of three nodes, by the fixtures of its other tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.store import Store, one_cluster
from tests.service.application.accounts.test_credentials import way_to_end
from tests.service.application.ladders.test_ladder_workers import workers
from tests.service.conftest import BLOBS, UNHINDERED
from tests.service.replicas import api_processes

__all__ = ["redis_server", "replicas", "swept_redis", "way_to_end", "workers"]


@pytest.fixture(scope="package")
def swept_redis() -> Iterator[Store]:
    """A cluster, and a Redis for the queue, as long as tests of this folder run."""
    with one_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="package")
def redis_server() -> Iterator[Store]:
    """Another one, in which no process but the test's own rules on deadlines."""
    with one_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="package")
def replicas(
    swept_redis: Store, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[int, ...]]:
    """The ports of two API processes on it; they must log no fault."""
    log = tmp_path_factory.mktemp("clustered") / "api.log"
    environ = {**UNHINDERED, "SAQQARA_BLOBS": str(tmp_path_factory.getbasetemp() / BLOBS)}
    with api_processes(swept_redis.url, log, count=2, **environ) as ports:
        yield ports
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []
