"""What a process says of a Redis that it cannot ask: the fault, and what to do about it."""

from __future__ import annotations

import asyncio
import gc
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
import redis

from saqqara_service.application.operations import health
from saqqara_service.application.service import open_service
from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.addresses import BadAddress, sentinels_of
from saqqara_service.storage.redis.connection import open_connection
from saqqara_service.storage.redis.embedded import EmbeddedRedis

# redis-py leaves sockets and coroutines behind when it is refused.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.timeout(90),
]

OF_ONE_CALL = 20
"""What is refused of a call that is tried four times: each time login, names and the command."""
PASSWORD = "right"  # noqa: S105 - of a server of this test
Answer: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """What was left behind is collected where that is passed over, not at the end of the run."""
    yield
    gc.collect()


@asynccontextmanager
async def listening(answer: Answer, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """The port of a server that does that with each connection."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=tls)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def speak_http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(1)
    writer.write(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")
    writer.close()


async def close_at_once(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def reasons(url: str) -> list[str]:
    """Why a process with that Redis is not ready."""
    async with open_service(Settings(redis_url=url, rq_redis_url=url)) as svc:
        with pytest.raises(Busy):  # not a fault of the service
            await svc.connection.now_ms()
        return await health.ready(svc)


@contextmanager
def a_password(server: EmbeddedRedis) -> Iterator[redis.Redis]:
    """What logs in to a Redis that for the time of the block is asked with a password alone."""
    with redis.Redis.from_url(server.url) as client:
        client.config_set("requirepass", PASSWORD)
    with redis.Redis.from_url(server.url, password=PASSWORD) as client:
        try:
            yield client
        finally:
            client.config_set("requirepass", "")


LOGINS = ("", "?password=wrong")
"""With a wrong password, and with none where one is needed."""


@pytest.mark.parametrize("login", LOGINS)
async def test_a_wrong_password_is_named(own_server: EmbeddedRedis, login: str) -> None:
    """With what to look at."""
    with a_password(own_server):
        (reason,) = await reasons(own_server.url.partition("?")[0] + login)
    assert "user and password" in reason


@pytest.mark.parametrize("login", LOGINS)
async def test_a_refused_login_is_not_tried_on_and_on(
    own_server: EmbeddedRedis, login: str
) -> None:
    """A call that only reads is tried a few times; redis-py's check of a socket never ended."""
    url = own_server.url.partition("?")[0] + login
    with a_password(own_server) as client:
        before = refused(client)
        async with open_connection(url, Metrics()) as connection:
            with pytest.raises(redis.ConnectionError):
                await connection.read.ping()
        assert refused(client) - before <= OF_ONE_CALL


def refused(client: redis.Redis) -> int:
    """How often Redis has refused a command or a login."""
    return int(client.info("stats")["total_error_replies"])


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (speak_http, "is not Redis"),
        (close_at_once, "does not answer"),
    ],
)
async def test_what_is_no_redis_is_named(answer: Answer, words: str) -> None:
    """Something else at its address is no fault of the service, and is told apart from silence."""
    async with listening(answer) as port:
        (reason,) = await reasons(f"redis://127.0.0.1:{port}/0")
    assert words in reason


async def test_an_unknown_authority_is_named(tmp_path: Path) -> None:
    """A certificate that nobody known has signed."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout {} -out {}"
    subprocess.run(
        ["openssl", *words.format(key, certificate).split()], check=True, capture_output=True
    )
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    async with listening(close_at_once, tls) as port:
        (reason,) = await reasons(f"rediss://127.0.0.1:{port}/0")
    assert "ssl_ca_certs" in reason


async def test_sentinels_that_are_not_there_are_named() -> None:
    """Nobody answers, so nobody names a primary."""
    (reason,) = await reasons("redis+sentinel://127.0.0.1:1,127.0.0.1:2/saqqara")
    assert "Sentinel" in reason


def test_an_address_of_sentinels_is_read() -> None:
    """Login, several hosts, the name, the database and options; a host without a port has 26379."""
    found = sentinels_of(
        "rediss+sentinel://me:p%40ss@one:1,two,[::1]:3/main/2?ssl_ca_certs=/ca&sentinel_password=x#y"
    )
    assert found is not None
    assert found.hosts == (("one", 1), ("two", 26_379), ("::1", 3))
    assert (found.name, found.options["db"], found.options["password"]) == ("main", 2, "p@ss")
    assert (found.options["ssl"], found.options["ssl_ca_certs"]) == (True, "/ca")
    assert (found.own["password"], found.own["ssl_ca_certs"]) == ("x#y", "/ca")
    assert sentinels_of("redis://one:6379/0") is None


@pytest.mark.parametrize(
    "url",
    ["redis+sentinel://one:1", "redis+sentinel:///main", "redis+sentinel://one:x/main"],
)
def test_an_address_of_no_sentinels_is_refused(url: str) -> None:
    """It says what one looks like."""
    with pytest.raises(BadAddress, match="address"):
        sentinels_of(url)
