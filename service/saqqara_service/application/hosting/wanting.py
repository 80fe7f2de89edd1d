"""Which submissions are to be worked on: looked up by the calls of runners, once a second at most.

So nothing is done for it where there is no runner.
"""

from __future__ import annotations

from typing import Final

from saqqara_service.application.hosting.lending import call_in
from saqqara_service.application.service import Service

AT_PLAY: Final = 0
"""Bots whose matches are under way have been wanted for longest, and never lose their places."""


async def sweep(svc: Service) -> None:
    """Want what waits for a check, and bots with matches or questions; end tokens nobody holds.

    A ladder's own jobs want the bots of the matches that are next.
    """
    active = await svc.submissions.all_active()
    bot_ids = list(active)
    busy: set[str] = set()
    asked: set[str] = set()
    if bot_ids:
        live = await svc.engagements.live(bot_ids)
        busy = {bot_id for bot_id, matches in live.items() if matches}
        asked = await svc.engagements.with_questions(bot_ids)
    now_ms = await svc.connection.now_ms()
    since = await svc.hosting.pending()
    since |= {active[bot_id]: now_ms for bot_id in asked}
    since |= {active[bot_id]: AT_PLAY for bot_id in busy}
    await svc.hosting.want(since)
    lent = list(await svc.hosting.all_lent())
    held = await svc.hosting.holders(lent)
    for submission_id in (one for one in lent if one not in held):
        await call_in(svc, submission_id)
