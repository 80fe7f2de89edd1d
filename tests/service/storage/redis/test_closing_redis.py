"""A Redis that takes connections and closes them is away, whatever the event loop calls that."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvloop
from redis.asyncio.connection import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError

from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.pipelining.sockets import RedisSocket


def test_a_connection_that_is_closed_at_once_is_no_connection(own_server: EmbeddedRedis) -> None:
    """It was open and logged in, and is closed before anything is asked."""

    class Closing(ConnectionPool):
        """A pool whose connections are closed as soon as they are open."""

        def make_connection(self) -> Any:
            """A connection."""
            connection: Any = super().make_connection()  # type: ignore[no-untyped-call]
            connect = connection.connect

            async def connecting() -> None:
                await connect()
                connection._writer.transport.abort()
                await asyncio.sleep(0.01)

            connection.connect = connecting
            return connection

    async def opening() -> None:
        pool = Closing.from_url(own_server.url, protocol=2)
        socket = RedisSocket(lambda _answer: None, lambda: None)
        with pytest.raises(RedisConnectionError):
            await socket.open(pool, 5.0)

    uvloop.run(opening())


async def test_a_transport_that_is_closed_meanwhile_is_no_connection() -> None:
    """uvloop has words of its own for that; other faults stay what they are."""

    class Faulty(ConnectionPool):
        """A pool whose connections fail while they are opened."""

        fault = ""

        def make_connection(self) -> Any:
            """A connection."""
            connection: Any = super().make_connection()  # type: ignore[no-untyped-call]

            async def connecting() -> None:
                raise RuntimeError(self.fault)

            connection.connect = connecting
            return connection

    pool, socket = Faulty(protocol=2), RedisSocket(lambda _answer: None, lambda: None)
    pool.fault = "unable to perform operation on <TCPTransport>; the handler is closed"
    with pytest.raises(RedisConnectionError):
        await socket.open(pool, 5.0)
    pool.fault = "something else"
    with pytest.raises(RuntimeError, match="something else"):
        await socket.open(pool, 5.0)
