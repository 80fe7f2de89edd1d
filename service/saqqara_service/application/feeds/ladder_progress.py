"""How far a ladder is, told whenever that changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts import presence
from saqqara_service.application.feeds.retry import retried
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.models import Ladder

LOOK_S: Final = 1.0


async def changes(
    svc: Service, _caller: None, question: questions.LadderQuestion
) -> AsyncGenerator[Ladder, None]:
    """The current state of a ladder, repeated after changes and at heartbeats.

    Ends when the ladder is over and its standings contain all results.
    """
    clock, last, beat_at = asyncio.get_running_loop().time, None, 0.0
    while last is None or not _is_final(last):
        ladder = await retried(ladders.get, svc, None, question)
        if ladder != last or beat_at <= clock():
            last, beat_at = ladder, clock() + presence.HEARTBEAT_MS / 1000
            yield ladder
        else:
            await asyncio.sleep(LOOK_S)


def _is_final(ladder: Ladder) -> bool:
    return ladder.status.is_over and ladder.matches_started <= ladder.matches_fitted
