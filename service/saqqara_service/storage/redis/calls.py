"""What the service needs of Redis: commands and their answers, and a channel to listen to."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, TypeVar

from redis.exceptions import ClusterDownError, NoScriptError
from redis.exceptions import ConnectionError as RedisConnectionError

T = TypeVar("T")
Word: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True)
class Subscription:
    """What is listened to, and who hears each message."""

    channel: str
    heard: Callable[[str], None]


class Calls(ABC):
    """Answers come as the older protocol of Redis tells them; errors are redis-py's.

    No command is sent twice but what is asked by `read`.
    """

    pauses_s: Sequence[float] = (0.01, 0.05, 0.2)
    """Before a read is tried again."""

    @abstractmethod
    async def answers(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to several commands that are sent together, each perhaps an error of Redis.

        Those to one server come on one connection.
        """

    @abstractmethod
    async def everywhere(self, *command: Word) -> list[Any]:
        """The answer of each server that takes writes to one command that concerns no key."""

    @abstractmethod
    async def listen(self, subscription: Subscription, patience_s: float) -> NoReturn:
        """Pass on each message of the channel; raises when Redis is silent or gone."""

    @abstractmethod
    async def reopen(self) -> None:
        """Drop every socket; who waits hears that it is unknown what became of a call."""

    @abstractmethod
    async def close(self) -> None:
        """Wait for the answers that are due, then close."""

    async def call(self, *command: Word) -> object:
        """The answer to one command."""
        (answer,) = await self.answers([command])
        return good(answer)

    async def calls(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to several commands."""
        return [good(answer) for answer in await self.answers(commands)]

    async def read(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to commands that change nothing, which may be asked again."""
        for pause_s in self.pauses_s:
            try:
                return await self.calls(commands)
            except (RedisConnectionError, ClusterDownError):
                await asyncio.sleep(pause_s)
        return await self.calls(commands)

    async def script(self, sha: str, text: str, words: list[Word]) -> object:
        """The answer of a script that Redis may not know yet."""
        try:
            return await self.call("EVALSHA", sha, *words)
        except NoScriptError:
            return await self.call("EVAL", text, *words)


async def heeding(call: Awaitable[T]) -> T:
    """Await Redis without losing a cancellation.

    redis-py sends inside `asyncio.wait_for`, which swallows a cancellation before Python 3.12 if
    the sending was done at that moment.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    result = await call
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError
    return result


def good(reply: object) -> object:
    """The reply, or its error: one of each caller's own, since raising adds to its traceback."""
    if isinstance(reply, Exception):
        raise type(reply)(*reply.args)
    return reply


def paired(flat: list[str]) -> dict[str, str]:
    """A hash, or the fields of a stream's entry, as the older protocol tells it."""
    return dict(zip(flat[::2], flat[1::2], strict=True))
