"""Which rules a new match follows: the newest that every process plays.

While replicas of two releases run together, what only one of them knows is not begun: the other
could neither rule on such a match nor let anybody act in it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from saqqara_engine.games import GAMES
from saqqara_service.errors import Busy
from saqqara_service.storage.live.rules import RulesPlayed

BEAT_S: Final = 2.0
_LOG = structlog.get_logger(__name__)


class AgreedRules:
    """What this process last heard of the rules of all."""

    def __init__(self, played: RulesPlayed) -> None:
        self._played = played
        self._agreed: dict[str, str] = {}

    async def newest(self, game: str) -> str | None:
        """The newest version of a game's rules that every process plays; raises `Busy`.

        None if there is no such game.
        """
        await self.beat()
        return self._agreed.get(game)

    async def keep_beating(self) -> None:
        """Say for ever which rules this process plays."""
        before = self._agreed
        while True:
            with suppress(Busy):
                await self.beat()
            if before != self._agreed:
                before = self._agreed
                _LOG.info("rules_agreed", agreed=before, own=_own())
            await asyncio.sleep(BEAT_S)

    async def beat(self) -> None:
        """Say which rules this process plays, and hear which ones the others do."""
        heard = await self._played.beat(_own())
        self._agreed = {
            name: min((rules[name] for rules in heard if name in rules), key=int, default=newest)
            for name, newest in _own().items()
        }


def _own() -> dict[str, str]:
    return {name: game.rules_version for name, game in GAMES.items()}
