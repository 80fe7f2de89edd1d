"""A socket to Redis that redis-py opens, and that we read and write.

redis-py's own client takes ten times as long for a call, and gives each call a socket of its own.
It still does what is hard: address, TLS, login, database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import hiredis
from redis._parsers.base import BaseParser
from redis.asyncio.connection import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from saqqara_service.storage.redis.calls import Word, heeding

Heard: TypeAlias = Callable[[object], None]
_NOTHING: Final = object()
_CLOSED: Final = "the handler is closed"
"""What uvloop says of a transport that Redis closed while redis-py wrote to it."""


class RedisSocket(asyncio.Protocol):
    """Each answer, an error too, is passed to `heard`; `lost` is called when the socket breaks."""

    def __init__(self, heard: Heard, lost: Callable[[], None]) -> None:
        self._reader = hiredis.Reader(
            encoding="utf-8",
            errors="surrogateescape",  # else one strange value would end the calls of all others
            replyError=BaseParser.parse_error,
            notEnoughData=_NOTHING,
        )
        self._heard = heard
        self._lost = lost
        self._unsent: list[bytes] = []
        self._connection: Any = None
        self._transport: asyncio.Transport | None = None

    async def open(self, pool: ConnectionPool, timeout_s: float) -> None:
        """Connect and log in, then take the socket over; raises redis-py's errors."""
        connection: Any = pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            async with asyncio.timeout(timeout_s):
                await heeding(connection.connect())
        except BaseException as error:
            await connection.disconnect(nowait=True)
            if isinstance(error, TimeoutError):
                raise RedisTimeoutError("connecting took too long") from None
            if isinstance(error, OSError) or _CLOSED in str(error):
                raise RedisConnectionError(str(error)) from error
            raise
        self._connection = connection
        try:
            self._transport = _taken_over(connection._writer.transport, self)  # noqa: SLF001
        except (AttributeError, RuntimeError) as error:  # it was closed as soon as it was open
            connection._writer = None  # noqa: SLF001 - else it complains of being left open
            raise RedisConnectionError("the connection was closed at once") from error

    def send(self, command: tuple[Word, ...]) -> None:
        """Send, together with all else that is sent in this round of the event loop."""
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent.append(hiredis.pack_command(command))  # type: ignore[arg-type]

    def close(self) -> None:
        """Drop the socket; nothing is heard of it any more."""
        self._heard, self._lost = _ignore, _nobody
        if self._transport is not None:
            self._transport.abort()
            self._transport = None
            self._connection._writer = None  # noqa: SLF001 - else it complains of being left open

    def data_received(self, data: bytes) -> None:
        """Pass on the answers that are complete."""
        self._reader.feed(data)
        while (answer := self._reader.gets()) is not _NOTHING:
            self._heard(answer)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - why does not matter
        """Redis is gone."""
        self._lost()

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if self._transport is None:
            return
        try:
            self._transport.write(b"".join(unsent))
        except RuntimeError:  # uvloop's word for a transport that is closed
            self._lost()


def _taken_over(transport: asyncio.Transport, protocol: asyncio.Protocol) -> asyncio.Transport:
    """The transport of redis-py's connection, which from now on speaks to us."""
    if transport.is_closing():
        raise RuntimeError("closed")
    transport.set_protocol(protocol)
    transport.resume_reading()
    return transport


def _ignore(_answer: object) -> None:
    """Hear what nobody waits for."""


def _nobody() -> None:
    """Tell nobody of a loss that we made ourselves."""
