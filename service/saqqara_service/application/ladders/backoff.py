"""A ladder for which nothing can be done is left alone for a while, longer each time.

Its bots are away, or play as much as they may; who asks for it again and again would take the
workers from other ladders. It is looked at again at once when something happens: a bot comes, a
match ends, somebody changes the ladder.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from saqqara_service.application.service import Service
from saqqara_service.storage.ladders.rows import Progress

FIRST_MS: Final = 1_000
GROWTH: Final = 4
LONGEST_MS: Final = 60_000
PROGRAMS_MS: Final = 2_000
"""So long at most where programs are to be started: nobody tells when a process of them waits."""


async def back_off(svc: Service, ladder: Progress, most_ms: int = LONGEST_MS) -> None:
    """Nothing could be done: let sweeps leave the ladder alone, longer than the last time."""
    times = ladder.backoff + 1
    wait_ms = min(FIRST_MS * GROWTH ** min(ladder.backoff, 16), most_ms)
    until_ms = await svc.connection.now_ms() + wait_ms
    await svc.seasons.back_off(ladder.terms.id, times, until_ms)


async def go_on(svc: Service, ladder: Progress) -> None:
    """Something was done: the next time begins with a short wait."""
    if ladder.backoff:
        await svc.seasons.back_off(ladder.terms.id, 0, 0)


async def left_alone(svc: Service, bot_ids: Collection[str], but: str = "") -> list[str]:
    """The ladders of these bots that are left alone now; from now on they are not, `but` one."""
    entered = await svc.engagements.entered(sorted(bot_ids))
    found = await svc.seasons.backed_off(sorted(entered - {but}))
    for ladder_id in found:
        await svc.seasons.back_off(ladder_id, 0, 0)
    return found
