"""API processes with the limits of the defaults, to be attacked: as they are, or behind a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.attacks.proxy import guarded
from tests.service.conftest import UNHINDERED
from tests.service.replicas import Api, apis


@pytest.fixture(scope="module")
def attacked_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the attacked processes write what they have to say."""
    return tmp_path_factory.mktemp("attacked") / "api.log"


@pytest.fixture(scope="module")
def attacked(attacked_log: Path) -> Iterator[tuple[Api, ...]]:
    """Two API processes with default settings on a Redis of their own; they must log no fault."""
    with (
        EmbeddedRedis(attacked_log.parent / "redis") as redis,
        apis(redis.url, attacked_log, count=2) as started,
    ):
        yield started
    lines = attacked_log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []


@pytest.fixture(scope="module")
def public(attacked_log: Path) -> Iterator[Api]:
    """An API process with default settings behind its proxy; it must log no fault."""
    with (
        EmbeddedRedis(attacked_log.parent / "redis") as redis,
        guarded(redis.url, attacked_log, count=1) as (api,),
    ):
        yield api
    lines = attacked_log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []


@pytest.fixture(scope="module")
def unhindered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An API process that is asked as much as anybody likes; it must log no fault."""
    log = tmp_path_factory.mktemp("unhindered") / "api.log"
    most = {**UNHINDERED, "SAQQARA_SOCKET_MESSAGES_PER_S": "100000"}
    with (
        EmbeddedRedis(log.parent / "redis") as redis,
        apis(redis.url, log, count=1, **most) as (started,),
    ):
        yield started
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []
