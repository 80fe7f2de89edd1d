"""One GraphQL websocket (graphql-transport-ws): subscriptions and mutations share it.

A lost socket is not repaired; its user opens another. A socket is lost when it closes, when it
receives something unreadable, or when it receives nothing within its idle timeout despite pings (a
half-open connection, or a process that hangs).
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress

from pydantic import JsonValue
from pydantic_core import to_json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from saqqara_sdk.client.access import Access
from saqqara_sdk.client.versions import user_agent
from saqqara_sdk.runner.messages import (
    ExecutionResult,
    JsonObject,
    Message,
    data_of,
    read_message,
    result_of,
)
from saqqara_sdk.wire.errors import ConnectionFailed, SaqqaraError, TimedOut, UnreadableAnswer
from saqqara_sdk.wire.problems import refused

PROTOCOL = Subprotocol("graphql-transport-ws")
PINGS_UNANSWERED = 2
TICK_S = 0.25
SILENT_TICKS = 5
OPEN_S = 10.0
CLOSE_S = 2.0
REFUSED_CODES = {4401: "unauthenticated", 4403: "unauthenticated"}
REFUSED_STATUSES = {401: "unauthenticated", 403: "forbidden"}

_log = logging.getLogger(__name__)
_frames = logging.getLogger(f"{__name__}.frames")
_frames.setLevel(logging.INFO)  # at DEBUG the library logs every frame, the token's too


class WentSilent(ConnectionFailed):
    """The socket received nothing for too long, not even the answer to a ping."""


class Socket:
    """An open connection after its handshake; create it with `open_socket`."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self._running: dict[str, Callable[[ExecutionResult], object]] = {}
        self._pinged = 0
        self._silent_s = 0.0
        self._lost: SaqqaraError | None = None

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of the service's handshake response."""
        answer = self._connection.response
        return {} if answer is None else answer.headers

    @property
    def is_lost(self) -> bool:
        """Whether the socket can no longer be used."""
        return self._lost is not None

    async def execute(self, document: str, variables: Mapping[str, JsonValue]) -> JsonObject:
        """Return the answer of a query or mutation; after an error it may have been applied."""
        answer: asyncio.Future[ExecutionResult] = asyncio.get_running_loop().create_future()

        def hear(result: ExecutionResult) -> None:
            if not answer.done():
                answer.set_result(result)

        name = await self._subscribe(document, variables, hear)
        try:
            return data_of(await answer)
        finally:
            self._running.pop(name, None)

    async def follow(
        self, document: str, variables: Mapping[str, JsonValue], *, silent_s: Callable[[], float]
    ) -> AsyncGenerator[JsonObject, None]:
        """Yield the items of a subscription; raises if it ends or is silent for too long."""
        results: asyncio.Queue[ExecutionResult] = asyncio.Queue()
        name = await self._subscribe(document, variables, results.put_nowait)
        silent_ticks = 0

        async def expire() -> None:  # by ticks, for the reason in `watch`
            nonlocal silent_ticks
            while silent_ticks < SILENT_TICKS:
                await asyncio.sleep(silent_s() / SILENT_TICKS)
                silent_ticks += results.empty()
            results.put_nowait(ConnectionFailed(f"the service sent nothing for {silent_s():g} s"))

        expiry = asyncio.create_task(expire())
        try:
            while True:
                result = await results.get()
                silent_ticks = 0
                yield data_of(result)
        finally:
            expiry.cancel()
            if self._running.pop(name, None):
                with suppress(ConnectionFailed):
                    await self._send({"type": "complete", "id": name})

    async def listen(self) -> None:
        """Dispatch received messages until the socket is lost."""
        try:
            while True:
                message = read_message(await self._connection.recv())
                self._pinged, self._silent_s = 0, 0.0
                await self._take(message)
        except ConnectionClosed as closed:
            self._lose(_why_closed(closed))
        except SaqqaraError as error:
            self._lose(error)
        finally:
            self._lose(ConnectionFailed("this socket has no listeners"))

    async def watch(self, idle_timeout_s: Callable[[], float]) -> None:
        """Send pings in silence, and drop the connection if nothing comes back.

        It counts ticks instead of reading a clock, so a bot that blocks the event loop does not
        make a good connection look dead.
        """
        while self._silent_s < (limit_s := idle_timeout_s()):
            between_s = limit_s / (PINGS_UNANSWERED + 1)
            if self._silent_s >= (self._pinged + 1) * between_s:
                self._pinged += 1
                with suppress(ConnectionFailed):
                    await self._send({"type": "ping"})
            tick_s = min(TICK_S, between_s / 2)
            await asyncio.sleep(tick_s)
            self._silent_s += tick_s
        self._lose(WentSilent(f"no data for {limit_s:g} s"))
        self._connection.transport.abort()

    async def _subscribe(
        self,
        document: str,
        variables: Mapping[str, JsonValue],
        hear: Callable[[ExecutionResult], object],
    ) -> str:
        if self._lost is not None:
            raise self._lost
        name = str(next(self._ids))
        self._running[name] = hear
        payload: JsonObject = {"query": document, "variables": dict(variables)}
        await self._send({"type": "subscribe", "id": name, "payload": payload})
        return name

    async def _send(self, message: Mapping[str, JsonValue]) -> None:
        try:
            await self._connection.send(to_json(message).decode())
        except ConnectionClosed as closed:
            raise _why_closed(closed) from closed

    async def _take(self, message: Message) -> None:
        if message.type == "ping":
            await self._send({"type": "pong"})
        elif hear := self._running.get(message.id or ""):
            hear(result_of(message))
        elif message.type not in {"pong", "next", "complete", "error"}:
            _log.warning("ignored a message of unknown type %.40r", message.type)

    def _lose(self, reason: SaqqaraError) -> None:
        self._lost = self._lost or reason
        for hear in self._running.values():
            hear(self._lost)


class _Direct(connect):
    """A connection that follows no redirect, since the token is for one server."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


@asynccontextmanager
async def open_socket(
    access: Access, *, idle_timeout_s: Callable[[], float], open_s: float = OPEN_S
) -> AsyncIterator[Socket]:
    """Open a socket for the duration of the block.

    Connecting and the handshake may take `open_s` each; `idle_timeout_s` returns the time that the
    socket may be silent now.
    """
    connection = await _connect(access, open_s)
    try:
        await _greet(connection, access, open_s)
        socket = Socket(connection)
        tasks = [
            asyncio.create_task(socket.listen()),
            asyncio.create_task(socket.watch(idle_timeout_s)),
        ]
        try:
            yield socket
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        await connection.close()


async def _connect(access: Access, open_s: float) -> ClientConnection:
    try:
        connection = await _Direct(
            access.websocket,
            subprotocols=[PROTOCOL],
            logger=_frames,
            open_timeout=open_s,
            close_timeout=CLOSE_S,
            compression=None,  # a turn is small, and its time is the bot's
            ping_interval=None,
            proxy=None if access.is_local else True,
            user_agent_header=user_agent(),
        )
    except InvalidStatus as error:
        status = error.response.status_code
        message = f"{access.websocket} answered {status}"
        if status in REFUSED_STATUSES:
            raise refused(REFUSED_STATUSES[status], message, status=status) from error
        raise ConnectionFailed(message) from error
    except (OSError, TimeoutError, EOFError, WebSocketException) as error:
        raise ConnectionFailed(f"{access.websocket}: {type(error).__name__}: {error}") from error
    if connection.subprotocol != PROTOCOL:
        await connection.close()
        raise UnreadableAnswer(f"{access.websocket} does not support {PROTOCOL}.")
    return connection


async def _greet(connection: ClientConnection, access: Access, open_s: float) -> None:
    payload = {"authorization": f"Bearer {access.token}"} if access.token else {}
    try:
        async with asyncio.timeout(open_s):
            await connection.send(json.dumps({"type": "connection_init", "payload": payload}))
            while read_message(await connection.recv()).type != "connection_ack":
                pass
    except ConnectionClosed as closed:
        raise _why_closed(closed) from closed
    except TimeoutError as error:
        raise TimedOut(
            f"{access.websocket} did not complete the handshake within {open_s:g} s."
        ) from error


def _why_closed(closed: ConnectionClosed) -> SaqqaraError:
    if closed.rcvd is None:
        return ConnectionFailed("the connection broke")
    code, reason = closed.rcvd.code, closed.rcvd.reason or "no reason given"
    if code in REFUSED_CODES:
        return refused(REFUSED_CODES[code], reason)
    return ConnectionFailed(f"the service closed the connection: {code} {reason}")
