"""The same service without its fences: uvicorn, strawberry, redis-py and RQ as they document it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from saqqara_service.settings import Library
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.conftest import UNHINDERED
from tests.service.replicas import api_processes
from tests.service.test_credentials import way_to_end
from tests.service.test_ladder_workers import workers
from tests.service.test_parity import scene
from tests.service.test_slow_consumers import hasty
from tests.service.test_websocket import party

__all__ = ["hasty", "party", "plain", "replicas", "scene", "way_to_end", "workers"]

PLAIN = ",".join(Library)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and worker processes are plain unless a test says otherwise."""
    monkeypatch.setenv("SAQQARA_PLAIN", PLAIN)


@pytest.fixture(scope="session")
def replicas(
    swept_redis: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[int, ...]]:
    """The ports of two plain API processes, for the session; they must log no fault."""
    log = tmp_path_factory.mktemp("plain") / "api.log"
    environ = {**UNHINDERED, "SAQQARA_PLAIN": PLAIN}
    with api_processes(swept_redis.url, log, count=2, **environ) as ports:
        yield ports
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []
