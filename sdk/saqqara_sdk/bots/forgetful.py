"""Bots without memory, to test that a bot survives a restart in the middle of a match."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import ClassVar

from saqqara_sdk.bots.answers import Answer
from saqqara_sdk.bots.bot import AnyBot, Bot, Event, MatchInfo, begin, take_note
from saqqara_sdk.bots.turn import Turn
from saqqara_sdk.wire.models import Result


def forgetful(kind: type[AnyBot]) -> type[AnyBot]:
    """Return a bot that makes each decision with a new instance of `kind`."""

    class Forgetful(Bot):
        """A new instance of the bot for each decision."""

        name: ClassVar[str] = kind.name
        games: ClassVar[tuple[str, ...]] = kind.games

        def match_started(self, match: MatchInfo) -> None:
            self._match = match
            self._events: list[Event] = []

        def observe(self, event: Event) -> None:
            self._events.append(event)

        async def choose(self, turn: Turn) -> Answer:
            bot = kind()
            begin(bot, self._match)
            for event in self._events:
                if (heard := bot.observe(event)) is not None:
                    await heard
            chosen = bot.choose(turn)
            answer = await chosen if isinstance(chosen, Awaitable) else chosen
            self._pending_note = take_note(bot)
            return answer

        def match_ended(self, result: Result) -> None:
            bot = kind()
            begin(bot, self._match)
            bot.match_ended(result)

    return Forgetful
