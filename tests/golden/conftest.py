"""The fixtures of the service, and a host's settings with a golden store."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.golden.dump import load
from tests.golden.stores import SCHEMAS, stored
from tests.golden.write import BLOBS, golden
from tests.service.conftest import own_server, plain_faults

__all__ = ["own_server", "plain_faults"]


@pytest.fixture(params=SCHEMAS)
def schema(request: pytest.FixtureRequest) -> int:
    """Each schema that there ever was."""
    number: int = request.param
    return number


@pytest.fixture
def settings(own_server: EmbeddedRedis, tmp_path: Path, schema: int) -> Settings:
    """The settings of a host with that store, who comes back after whatever time."""
    blobs = tmp_path / BLOBS
    shutil.copytree(golden(schema) / BLOBS, blobs)
    load(own_server.url, stored(schema))
    return Settings(redis_url=own_server.url, data=tmp_path, blobs=str(blobs), outage_void_ms=0)
