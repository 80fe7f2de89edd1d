"""Bots that keep what they are told of their matches."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from saqqara_sdk import Bot, Event, LegalAction, MatchInfo, Turn
from saqqara_sdk.wire.models import Result


class Watching(Bot):
    """Keeps what it is told, and what it knew when it chose."""

    heard: ClassVar[dict[tuple[str, int], list[Event]]] = {}
    knew: ClassVar[list[tuple[int, int]]] = []

    def match_started(self, match: MatchInfo) -> None:
        self.mine = self.heard.setdefault((match.match_id, match.seat), [])

    def observe(self, event: Event) -> Any:
        self.mine.append(event)

    def choose(self, turn: Turn) -> LegalAction:
        self.knew.append((turn.version, self.mine[-1].version if self.mine else 1))
        return turn.legal_actions[0]

    def match_ended(self, result: Result) -> None:  # noqa: ARG002
        self.knew.append((len(self.mine) + 1, self.mine[-1].version if self.mine else 1))


class Waiting(Watching):
    """The same, awaited."""

    async def observe(self, event: Event) -> None:
        await asyncio.sleep(0)
        super().observe(event)
