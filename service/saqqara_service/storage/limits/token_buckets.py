"""Buckets that all replicas share; each fills evenly by Redis' clock, and taking never waits.

What was spent already may be more than there is: the bucket then fills up from a debt.
"""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_service.storage.redis.connection import Connection
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.sockets import Word

MICROS = 1_000_000
DEBT_S = 30.0
"""What is owed is paid back within so much time."""


@dataclass(frozen=True, slots=True)
class Took:
    """What came of taking, and in how many seconds the bucket will be full."""

    is_taken: bool
    full_in_s: float


class TokenBuckets:
    """The buckets by the name of their budget and whom they are for."""

    def __init__(self, connection: Connection) -> None:
        self._run = connection.script("limits/bucket.lua")

    async def take(self, name: str, subject: str, *, fill_s: float, cost_s: float) -> Took:
        """Take what `cost_s` seconds fill in, if the bucket of `fill_s` seconds holds that."""
        return await self._asked("take", name, subject, fill_s, cost_s)

    async def owe(self, name: str, subject: str, *, fill_s: float, cost_s: float) -> Took:
        """Take what `cost_s` seconds fill in, whether or not it is there."""
        return await self._asked("owe", name, subject, fill_s, cost_s)

    async def _asked(self, how: str, name: str, subject: str, fill_s: float, cost_s: float) -> Took:
        args: list[Word] = [
            round(fill_s * MICROS),
            round(cost_s * MICROS),
            how,
            round(DEBT_S * MICROS),
        ]
        kind, lacking = await self._run([key("budget", f"{name}:{subject}")], args)
        return Took(kind != "empty", int(lacking) / MICROS)
