"""The same service under a prefix, on a Redis that others share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.store import Store
from tests.service.application.ladders.test_ladder_workers import workers
from tests.service.conftest import BLOBS, UNHINDERED
from tests.service.replicas import api_processes

__all__ = ["prefixed", "replicas", "workers"]

PREFIX = "club:"
SETTING = "SAQQARA_KEY_PREFIX"


@pytest.fixture(autouse=True)
def prefixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and worker processes have the prefix."""
    monkeypatch.setenv(SETTING, PREFIX)


@pytest.fixture(scope="session")
def replicas(
    swept_redis: Store, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[int, ...]]:
    """The ports of two API processes with it, for the session; they must log no fault."""
    log = tmp_path_factory.mktemp("prefixed") / "api.log"
    blobs = str(tmp_path_factory.getbasetemp() / BLOBS)
    environ = {**UNHINDERED, "SAQQARA_BLOBS": blobs, SETTING: PREFIX}
    with api_processes(swept_redis.url, log, count=2, **environ) as ports:
        yield ports
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []
