"""Acknowledging only what a replica has on its disk, too (`SAQQARA_DURABILITY=replica`).

WAITAOF tells when what its own connection wrote is on the disks of the primary and of a replica; it
must follow on the same connection, since another one may have met another primary. It asks the
replica as soon as that was sent, who answers before it writes its disk, and again a second later.
So WAIT comes first: the next question finds the disk written. A message that
is published counts as written, and so do all writes before it: an answer that only repeats what
another connection wrote is covered, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, TypeAlias

from saqqara_service.storage.redis.calls import Calls, Subscription, Word, good

REACH_MS: Final = 300
WAIT_MS: Final = 1_500
"""How long a replica is waited for; with the time to reach it, less than a call to Redis takes."""
WAITS: Final[tuple[tuple[Word, ...], ...]] = (("WAIT", 1, REACH_MS), ("WAITAOF", 1, 1, WAIT_MS))
Written: TypeAlias = Callable[[], tuple[Word, ...]]
"""A command that counts as written on that server, whoever asks."""


class NotReplicated(Exception):
    """No replica has it on disk yet: what becomes of it is unknown."""


@dataclass(frozen=True, slots=True)
class _Asked:
    command: tuple[Word, ...]
    answer: asyncio.Future[object] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Replicated(Calls):
    """Commands in rounds: all that came while one round was waited for are the next one."""

    def __init__(self, calls: Calls, written: Written) -> None:
        self._calls = calls
        self._written = written
        self._asked: list[_Asked] = []
        self._running: asyncio.Task[None] | None = None

    async def answers(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers, perhaps errors, once a replica has on disk what was written or read."""
        asked = [_Asked(command) for command in commands]
        self._asked += asked
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())
        return [await asyncio.shield(one.answer) for one in asked]

    async def everywhere(self, *command: Word) -> list[Any]:
        """The answer to one command that promises nothing."""
        return await self._calls.everywhere(*command)

    async def listen(self, subscription: Subscription, patience_s: float) -> NoReturn:
        """Pass on each message of the channel, which needs no replica."""
        await self._calls.listen(subscription, patience_s)

    async def reopen(self) -> None:
        """Drop the socket."""
        await self._calls.reopen()

    async def close(self) -> None:
        """Wait for the answers that are due, then close the socket."""
        if self._running is not None:
            await asyncio.wait([self._running], timeout=2 * WAIT_MS / 1000)
        await self._calls.close()

    async def _run(self) -> None:
        while self._asked:
            asked, self._asked = self._asked, []
            replies = await self._round([one.command for one in asked])
            for one, reply in zip(asked, replies, strict=True):
                if not one.answer.done():
                    one.answer.set_result(reply)
        self._running = None

    async def _round(self, commands: Sequence[tuple[Word, ...]]) -> list[Any]:
        """The replies, each an error if what was written may be lost."""
        try:
            asked = [*commands, self._written(), *WAITS]
            *replies, written, reached, waited = await self._calls.answers(asked)
            good(reached)
            _demand_replica(waited, written)
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            return [error] * len(commands)
        return replies


def _demand_replica(waited: object, written: object) -> None:
    """Look at the answers to a round; raises `NotReplicated`, or Redis' own error."""
    if isinstance(written, Exception):
        raise NotReplicated(f"writes of other processes may be lost: {written}")
    replicas = good(waited)
    if not isinstance(replicas, list | tuple) or not all(replicas):
        raise NotReplicated("no replica has stored it")
