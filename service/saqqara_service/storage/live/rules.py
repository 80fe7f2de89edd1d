"""By which rules the processes that live can play: what one of them lacks is not begun yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.scripts import Done, Script

LEASE_MS = 10_000


class Played(NamedTuple):
    """The newest rules of each game that a process plays, as `duel=1 imhotep=2`, for so long."""

    rules: str
    for_ms: int


class AllPlayed(NamedTuple):
    """The rules of all processes that live; equal ones are there once."""

    kind: Done
    live: tuple[str, ...]


PLAYED: Final = Script("live/rules.lua", ("rules_played",), Played, AllPlayed, is_kept=False)


class RulesPlayed:
    """The newest rules of each game, by process."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def beat(self, newest: Mapping[str, str]) -> list[dict[str, str]]:
        """Say which rules this process plays; those of all that live, its own among them."""
        versions = " ".join(f"{game}={version}" for game, version in sorted(newest.items()))
        reply = await self._connection.run(PLAYED, "", Played(rules=versions, for_ms=LEASE_MS))
        return [dict(one.split("=", 1) for one in rules.split()) for rules in reply.live]
