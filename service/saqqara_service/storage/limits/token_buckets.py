"""Buckets that all replicas share; each fills evenly by Redis' clock, and taking never waits.

What was spent already may be more than there is: the bucket then fills up from a debt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.scripts import Script

MICROS = 1_000_000
DEBT_S = 30.0
"""What is owed is paid back within so much time, unless the caller says otherwise."""


@dataclass(frozen=True, slots=True)
class Took:
    """What came of taking, and in how many seconds the bucket will be full."""

    is_taken: bool
    full_in_s: float


class Spend(NamedTuple):
    """What is taken of a bucket, which takes `fill` to fill, all in microseconds.

    Without `owes` only what is there is taken; with it what was spent already, up to a `debt`.
    """

    fill: int
    cost: int
    owes: bool
    debt: int


class SpendKind(StrEnum):
    """Whether it was taken."""

    TAKEN = "taken"
    OWED = "owed"
    EMPTY = "empty"


class Spent(NamedTuple):
    """Whether it was taken, and how long the bucket takes to be full."""

    kind: SpendKind
    lacking: int


SPEND: Final = Script("limits/spend.lua", ("budget",), Spend, Spent, is_kept=False)


class TokenBuckets:
    """The buckets by the name of their budget and whom they are for."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def take(self, name: str, subject: str, *, fill_s: float, cost_s: float) -> Took:
        """Take what `cost_s` seconds fill in, if the bucket of `fill_s` seconds holds that."""
        return await self._spend(name, subject, fill_s, cost_s, owes=False)

    async def owe(
        self, name: str, subject: str, *, fill_s: float, cost_s: float, debt_s: float = DEBT_S
    ) -> Took:
        """Take what `cost_s` seconds fill in, whether or not it is there.

        What is owed beyond what `debt_s` seconds fill in is forgiven; less than nothing is given
        back.
        """
        return await self._spend(name, subject, fill_s, cost_s, owes=True, debt_s=debt_s)

    async def full_in_s(self, name: str, subject: str) -> float:
        """In how many seconds a bucket will be full; nothing is taken."""
        return (await self.all_full_in_s(name, [subject]))[subject]

    @answered
    async def all_full_in_s(self, name: str, subjects: Iterable[str]) -> dict[str, float]:
        """The same of several.

        The primary is asked: no replica has buckets.
        """
        asked = [*subjects]
        if not asked:
            return {}
        commands: list[tuple[Word, ...]] = [
            ("GET", key("budget", f"{name}:{subject}")) for subject in asked
        ]
        found = await self._connection.calls.calls(commands)
        now_us = await self._connection.now_ms() * 1_000
        return {
            subject: _full_in_s(instants, now_us)
            for subject, instants in zip(asked, found, strict=True)
        }

    async def _spend(
        self,
        name: str,
        subject: str,
        fill_s: float,
        cost_s: float,
        *,
        owes: bool,
        debt_s: float = DEBT_S,
    ) -> Took:
        arguments = Spend(
            fill=round(fill_s * MICROS),
            cost=round(cost_s * MICROS),
            owes=owes,
            debt=round(debt_s * MICROS),
        )
        reply = await self._connection.run(SPEND, f"{name}:{subject}", arguments)
        return Took(reply.kind is not SpendKind.EMPTY, reply.lacking / MICROS)


def _full_in_s(instants: str | None, now_us: int) -> float:
    """In how many seconds a bucket is full, as its script stored it; that may be ahead of now."""
    if instants is None:
        return 0.0
    full_us, written_us = map(int, instants.split())
    return max(0.0, (full_us - max(now_us, written_us)) / MICROS)
