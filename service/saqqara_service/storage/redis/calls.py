"""What an action needs of Redis: calls that are never sent twice, and a channel to listen to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Word: TypeAlias = str | int | float


class Calls(Protocol):
    """Answers come as the older protocol of Redis tells them; errors are redis-py's."""

    async def call(self, *command: Word) -> object:
        """The answer to one command."""
        ...

    async def calls(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to several commands, sent together."""
        ...

    async def read(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to commands that change nothing, which may be asked again."""
        ...

    async def script(self, sha: str, text: str, words: list[Word]) -> object:
        """The answer of a script that Redis may not know yet."""
        ...

    async def listen(
        self, channel: str, heard: Callable[[str], None], patience_s: float
    ) -> NoReturn:
        """Pass on each message of the channel; raises when Redis is silent or gone."""
        ...

    async def close(self) -> None:
        """Wait for the answers that are due, then close."""
        ...


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


def paired(flat: list[str]) -> dict[str, str]:
    """A hash, or the fields of a stream's entry, as the older protocol tells it."""
    return dict(zip(flat[::2], flat[1::2], strict=True))
