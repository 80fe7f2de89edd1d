"""A real Redis for the session, emptied before every test, and the service over it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import structlog

from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.chaos.proxy import proxied
from tests.cluster.store import Store, emptied, one_store
from tests.service.replicas import api_processes
from tests.service.transports import PATIENCE_S, GraphQL, Rest, Transport, serving

BLOBS = "shared_blobs"
"""Where the API processes of the session keep archives."""
UNHINDERED = {
    "SAQQARA_ADDRESS_BURST": "1000000",
    "SAQQARA_TOKEN_BURST": "1000000",
    "SAQQARA_ADDRESS_ACCOUNTS_PER_DAY": "1000000",
}
"""Budgets that no test spends by the way: all of them ask from one address."""


@pytest.fixture(scope="session", autouse=True)
def plain_faults() -> None:
    """Faults are logged as Python tells them: to draw one with all its locals takes seconds."""
    *others, _last = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(processors=[*others, plain])


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Store]:
    """A store of this session's own that keeps every acknowledged write."""
    with one_store() as store:
        yield store


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    """A server that a test may reconfigure, freeze or kill."""
    with EmbeddedRedis(tmp_path) as server:
        yield server


@pytest.fixture(scope="session")
def swept_redis() -> Iterator[Store]:
    """Another one, whose deadlines the API processes look after all the time."""
    with one_store() as store:
        yield store


@pytest.fixture
def redis_url(request: pytest.FixtureRequest) -> str:
    """The address of a store with nothing in it: that of the processes, where a test asks them."""
    name = "swept_redis" if "server" in request.fixturenames else "redis_server"
    store: Store = request.getfixturevalue(name)
    return emptied(store.url)


@pytest.fixture
def settings(
    request: pytest.FixtureRequest,
    redis_url: str,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Settings:
    """The settings of a process on that server; where a test asks the others, beside them."""
    blobs = tmp_path / "blobs"
    if "server" in request.fixturenames:
        blobs = tmp_path_factory.getbasetemp() / BLOBS
    return Settings(
        redis_url=redis_url,
        data=tmp_path,
        blobs=str(blobs),
        address_accounts_per_day=1_000_000,
    )


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


@pytest.fixture(scope="session")
def replicas(
    swept_redis: Store, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[int, ...]]:
    """The ports of two API processes on that Redis, for the session; they must log no fault."""
    log = tmp_path_factory.mktemp("replicas") / "api.log"
    environ = {**UNHINDERED, "SAQQARA_BLOBS": str(tmp_path_factory.getbasetemp() / BLOBS)}
    with api_processes(swept_redis.url, log, count=2, **environ) as ports:
        yield ports
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Traceback" in line] == []


@pytest.fixture
async def server(redis_url: str, replicas: tuple[int, ...]) -> AsyncIterator[str]:
    """An address behind which the two processes take connections in turn."""
    assert redis_url
    async with proxied(*replicas) as proxy:
        yield proxy.address


@pytest.fixture
async def client(server: str) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client that asks the two processes in turn: it keeps no connection."""
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=server, timeout=PATIENCE_S, limits=limits) as http:
        yield http


@pytest.fixture
async def lone_server(settings: Settings) -> AsyncIterator[str]:
    """A server within the test's process: for tests that plant faults in it or read its caches."""
    async with serving(settings) as address:
        yield address


@pytest.fixture
async def lone_client(lone_server: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of that server."""
    async with httpx.AsyncClient(base_url=lone_server, timeout=PATIENCE_S) as http:
        yield http


@pytest.fixture(params=[Rest, GraphQL], ids=["rest", "graphql"])
def transport(request: pytest.FixtureRequest, client: httpx.AsyncClient) -> Transport:
    """Either transport of that server."""
    opened: Transport = request.param(client)
    return opened
