"""A real Redis for the session, emptied before every test, and the service over it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import redis

from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.embedded import EmbeddedRedis
from tests.service.doors import PATIENCE_S, Door, GraphQL, Rest, serving


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """A server of this session's own that keeps every acknowledged write."""
    directory: Path = tmp_path_factory.mktemp("redis")
    with EmbeddedRedis(directory) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    """A server that a test may reconfigure, freeze or kill."""
    with EmbeddedRedis(tmp_path) as server:
        yield server


@pytest.fixture
def redis_url(redis_server: EmbeddedRedis) -> str:
    """The server's address, with nothing in it."""
    with redis.Redis.from_url(redis_server.url) as client:
        client.flushall()
    return redis_server.url


@pytest.fixture
def settings(redis_url: str, tmp_path: Path) -> Settings:
    """The settings of a process on that server."""
    return Settings(redis_url=redis_url, data=tmp_path)


@pytest.fixture
async def svc(settings: Settings) -> AsyncIterator[Service]:
    """The service of one process."""
    async with open_service(settings) as service:
        yield service


@pytest.fixture
async def other_svc(settings: Settings) -> AsyncIterator[Service]:
    """The service of another process on the same Redis: nothing shared but the store."""
    async with open_service(settings) as service:
        yield service


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[str]:
    """The address of a real server over that Redis."""
    async with serving(settings) as address:
        yield address


@pytest.fixture
async def client(server: str) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client of that server."""
    async with httpx.AsyncClient(base_url=server, timeout=PATIENCE_S) as http:
        yield http


@pytest.fixture(params=[Rest, GraphQL], ids=["rest", "graphql"])
def door(request: pytest.FixtureRequest, client: httpx.AsyncClient) -> Door:
    """Either door of that server."""
    opened: Door = request.param(client)
    return opened
