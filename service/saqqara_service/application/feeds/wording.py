"""What a feed tells, as whoever follows it wants it told."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final, TypeVar

from saqqara_service.models import EventNews, Model, ResyncNews, TurnItem

Told = TypeVar("Told", bound=Model)
WITH_TURN: Final = (TurnItem, EventNews, ResyncNews)


async def in_full(items: AsyncGenerator[Told, None]) -> AsyncGenerator[Told, None]:
    """The same, with the legal actions of turns as objects too."""
    async with aclosing(items):
        async for item in items:
            turn = item.turn if isinstance(item, WITH_TURN) else None
            yield item.model_copy(update={"turn": turn.in_full()}) if turn else item
