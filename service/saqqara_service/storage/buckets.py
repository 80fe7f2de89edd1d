"""Buckets that all replicas share; each fills evenly by Redis' clock, and taking never waits."""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_service.storage.connection import Connection
from saqqara_service.storage.keys import key

MICROS = 1_000_000


@dataclass(frozen=True, slots=True)
class Took:
    """What became of taking, and in how many seconds the bucket will be full."""

    is_taken: bool
    full_in_s: float


class Buckets:
    """The buckets by the name of their budget and whom they are for."""

    def __init__(self, connection: Connection) -> None:
        self._take = connection.script("bucket.lua")

    async def take(self, name: str, subject: str, *, fill_s: float, cost_s: float) -> Took:
        """Take what `cost_s` seconds fill in, if the bucket of `fill_s` seconds holds that."""
        args = [round(fill_s * MICROS), round(cost_s * MICROS)]
        kind, lacking = await self._take([key("budget", f"{name}:{subject}")], args)
        return Took(kind == "taken", int(lacking) / MICROS)
