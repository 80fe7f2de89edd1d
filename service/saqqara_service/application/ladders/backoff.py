"""A ladder for which nothing can be done is left alone for a while, longer each time.

Its bots are away, or play as much as they may; who asks for it again and again would take the
workers from other ladders. It is looked at again at once when something happens: a bot comes, a
match ends, somebody changes the ladder.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Final

from saqqara_service.application.service import Service
from saqqara_service.storage.ladders.rows import Progress
from saqqara_service.storage.ladders.season.scripts import BackOff

FIRST_MS: Final = 1_000
GROWTH: Final = 8
LONGEST_MS: Final = 60_000
PROGRAMS_MS: Final = 10_000
"""So long at most where programs are to be started, or a runner."""
WANTED_MS: Final = PROGRAMS_MS + 5_000
"""Until the next try programs are wanted, or else others would begin in between."""
ROW_MS: Final = 2 * LONGEST_MS
"""After so long without a try the service was away, and tries are counted anew."""
MOST_WOKEN: Final = 64
"""So many ladders at once are woken for one bot; the others wait until their back-off is over."""


async def back_off(svc: Service, ladder: Progress, most_ms: int = LONGEST_MS) -> None:
    """Nothing could be done: leave the ladder alone, unless it was woken since it was read."""
    row = BackOff(ladder.woken, FIRST_MS, GROWTH, most_ms, ROW_MS)
    await svc.seasons.back_off(ladder.terms.id, row)


async def go_on(svc: Service, ladder: Progress) -> None:
    """Something was done: the next time begins with a short wait."""
    if ladder.backoff:
        await svc.seasons.go_on(ladder.terms.id)


async def left_alone(svc: Service, bot_ids: Collection[str]) -> list[str]:
    """Some ladders of these bots for which nothing could be done, or that workers look at now."""
    entered = await svc.engagements.entered(sorted(bot_ids))
    found = await svc.seasons.backed_off(sorted(entered))
    return random.sample(found, min(len(found), MOST_WOKEN))
