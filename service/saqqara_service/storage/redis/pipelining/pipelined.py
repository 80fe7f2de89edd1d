"""Calls that do not wait for each other's answers, on one socket to Redis.

No call is ever sent again: when the socket breaks, those who wait hear that it is unknown
what became of theirs.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, NoReturn

from redis.asyncio.connection import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError, ReadOnlyError
from redis.exceptions import TimeoutError as RedisTimeoutError

from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.pipelining.listening import listen
from saqqara_service.storage.redis.pipelining.sockets import RedisSocket

PAUSES_S: Final = (0.01, 0.05, 0.2)
"""Before a read is tried again."""


class Pipelined:
    """Calls on one socket, opened when it is needed; no answer is waited for longer than a while.

    Raises redis-py's own errors.
    """

    def __init__(self, pool: ConnectionPool, connect_s: float, timeout_s: float) -> None:
        self._pool = pool
        self._connect_s = connect_s
        self._timeout_s = timeout_s
        self._clock = asyncio.get_running_loop().time
        self._socket: RedisSocket | None = None
        self._opening = asyncio.Lock()
        self._waiting: deque[tuple[float, asyncio.Future[object]]] = deque()
        self._watch: asyncio.TimerHandle | None = None

    async def call(self, *command: Word) -> object:
        """The answer to one command."""
        socket = self._socket or await self._opened()
        reply = await self._sent(socket, command)
        return _good(reply)

    async def calls(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to several commands, sent together."""
        socket = self._socket or await self._opened()
        sent = [self._sent(socket, command) for command in commands]
        return [_good(reply) for reply in await asyncio.gather(*sent)]

    async def read(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to commands that change nothing, which may be asked again."""
        for pause_s in PAUSES_S:
            try:
                return await self.calls(commands)
            except RedisConnectionError:
                await asyncio.sleep(pause_s)
        return await self.calls(commands)

    async def script(self, sha: str, text: str, words: list[Word]) -> object:
        """The answer of a script that Redis may not know yet."""
        try:
            return await self.call("EVALSHA", sha, *words)
        except NoScriptError:
            return await self.call("EVAL", text, *words)

    async def listen(
        self, channel: str, heard: Callable[[str], None], patience_s: float
    ) -> NoReturn:
        """Pass on each message of the channel, on a socket of its own."""
        await listen(self._pool, channel, heard, patience_s)

    async def close(self) -> None:
        """Wait for the answers that are due, then close the socket."""
        if self._waiting:
            await asyncio.wait([future for _, future in self._waiting], timeout=self._timeout_s)
        self._drop(RedisConnectionError("closed"))

    async def _opened(self) -> RedisSocket:
        async with self._opening:
            if self._socket is None:
                socket = RedisSocket(self._heard, self._lost)
                await socket.open(self._pool, self._connect_s)
                self._socket = socket
            return self._socket

    def _sent(self, socket: RedisSocket, command: tuple[Word, ...]) -> asyncio.Future[object]:
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        socket.send(command)
        self._waiting.append((self._clock() + self._timeout_s, answer))
        if self._watch is None:
            self._look_again()
        return answer

    def _heard(self, reply: object) -> None:
        _until, answer = self._waiting.popleft()
        if not answer.done():  # who asked may have gone
            answer.set_result(reply)
        if isinstance(reply, ReadOnlyError):  # no longer the one that takes writes
            self._drop(RedisConnectionError("this Redis takes no writes any more"))

    def _lost(self) -> None:
        self._drop(RedisConnectionError("the connection was lost"))

    def _drop(self, why: Exception) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        waiting, self._waiting = self._waiting, deque()
        for _, answer in waiting:
            if not answer.done():
                answer.set_result(why)

    def _look_again(self) -> None:
        """Give the socket up when its oldest call has waited for too long."""
        self._watch = None
        if not self._waiting:
            return
        until, _ = self._waiting[0]
        if until <= self._clock():
            self._drop(RedisTimeoutError("no answer in time"))
        else:
            self._watch = asyncio.get_running_loop().call_at(until, self._look_again)


def _good(reply: object) -> object:
    """The reply, or its error: one of each caller's own, since raising adds to its traceback."""
    if isinstance(reply, Exception):
        raise type(reply)(*reply.args)
    return reply
