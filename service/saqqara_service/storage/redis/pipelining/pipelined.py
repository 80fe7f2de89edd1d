"""Calls that do not wait for each other's answers, on one socket to Redis.

No call is ever sent again: when the socket breaks, those who wait hear that it is unknown
what became of theirs.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, NoReturn

from redis.asyncio.connection import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError, ReadOnlyError
from redis.exceptions import TimeoutError as RedisTimeoutError

from saqqara_service.storage.redis.calls import Calls, Subscription, Word, good
from saqqara_service.storage.redis.pipelining.sockets import RedisSocket
from saqqara_service.storage.redis.pipelining.subscriber import listen


class Pipelined(Calls):
    """Calls on one socket, opened when it is needed and given up when it is silent for a while.

    Raises redis-py's own errors.
    """

    def __init__(self, pool: ConnectionPool, connect_s: float, timeout_s: float) -> None:
        self._pool = pool
        self._connect_s = connect_s
        self._timeout_s = timeout_s
        self._clock = asyncio.get_running_loop().time
        self._socket: RedisSocket | None = None
        self._opening = asyncio.Lock()
        self._failures = 0
        self._failure: Exception | None = None
        self._waiting: deque[tuple[float, asyncio.Future[object]]] = deque()
        self._heard_at = 0.0
        self._watch: asyncio.TimerHandle | None = None
        self._listening: set[asyncio.Event] = set()

    async def call(self, *command: Word) -> object:
        """The same as for several, with less ado."""
        socket = self._socket or await self._opened()
        return good(await self._sent(socket, command))

    async def answers(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers on one connection; raises if that is lost."""
        socket = self._socket or await self._opened()
        replies = await asyncio.gather(*[self._sent(socket, command) for command in commands])
        for reply in replies:
            if isinstance(reply, RedisConnectionError | RedisTimeoutError):
                good(reply)
        return replies

    async def everywhere(self, *command: Word) -> list[Any]:
        """The answer to one command: there is one server."""
        return [await self.call(*command)]

    async def script(self, sha: str, text: str, words: list[Word]) -> object:
        """The same as for any server, with less ado."""
        socket = self._socket or await self._opened()
        reply = await self._sent(socket, ("EVALSHA", sha, *words))
        if isinstance(reply, NoScriptError):  # by another socket, if that was dropped meanwhile
            return await self.call("EVAL", text, *words)
        return good(reply)

    async def listen(self, subscription: Subscription, patience_s: float) -> NoReturn:
        """Pass on each message of the channel, on a socket of its own."""
        lost = asyncio.Event()
        self._listening.add(lost)
        try:
            await listen(self._pool, subscription, patience_s, lost)
        finally:
            self._listening.discard(lost)

    async def reopen(self) -> None:
        """Drop every socket; who waits hears that it is unknown what became of a call."""
        self._drop(RedisConnectionError("another Redis is the primary"))
        for lost in self._listening:
            lost.set()

    async def close(self) -> None:
        """Wait for the answers that are due, then close the socket."""
        if self._waiting:
            await asyncio.wait([future for _, future in self._waiting], timeout=self._timeout_s)
        self._drop(RedisConnectionError("closed"))

    async def _opened(self) -> RedisSocket:
        """The socket; who came while it could not be opened hears of that, and does not try too."""
        before = self._failures
        async with self._opening:
            if self._socket is None:
                if self._failures > before:
                    good(self._failure)
                socket = RedisSocket(self._heard, self._lost)
                try:
                    await socket.open(self._pool, self._connect_s)
                except Exception as error:
                    self._failures, self._failure = self._failures + 1, error
                    raise
                self._socket = socket
            return self._socket

    def _sent(self, socket: RedisSocket, command: tuple[Word, ...]) -> asyncio.Future[object]:
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        socket.send(command)
        self._waiting.append((self._clock(), answer))
        if self._watch is None:
            self._look_again()
        return answer

    def _heard(self, reply: object) -> None:
        _sent_at, answer = self._waiting.popleft()
        self._heard_at = self._clock()
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
        """Give the socket up when somebody waits and nothing has come for too long.

        Behind a long answer others wait for longer, and no harm is done.
        """
        self._watch = None
        if not self._waiting:
            return
        sent_at, _ = self._waiting[0]
        until = max(sent_at, self._heard_at) + self._timeout_s
        if until <= self._clock():
            self._drop(RedisTimeoutError("no answer in time"))
        else:
            self._watch = asyncio.get_running_loop().call_at(until, self._look_again)
