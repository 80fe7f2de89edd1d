"""Which bots are there: they follow their feed or ask for their turns, or did a moment ago.

Of people nobody is told whether they are there.
"""

from __future__ import annotations

from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts.accounts import find_bots
from saqqara_service.application.service import Service
from saqqara_service.models import Bot
from saqqara_service.models.pages import Page

HEARTBEAT_MS: Final = 8_000
"""Between two signs of life of what is followed: proxies end connections silent for longer."""
PRESENT_MS: Final = 16_000
"""So long a bot counts as there after it was seen."""


async def be_seen(svc: Service, bot_id: str) -> bool:
    """A bot asks for its turns; whether it has just come.

    To be said as often as it does, since it is seldom written.
    """
    is_leaving = await svc.engagements.absent([bot_id], in_ms=PRESENT_MS // 2)
    return bool(is_leaving) and await svc.engagements.be_present(bot_id, PRESENT_MS)


async def page(svc: Service, _caller: None, question: questions.PresenceFilter) -> Page[Bot]:
    """The bots that are present, because they follow their feed or poll their turns, by id."""
    ids = await svc.engagements.present(question.first + 1, question.after)
    bots = await find_bots(svc, ids[: question.first])
    return Page(items=bots, cursor=bots[-1].id if len(ids) > question.first else None)
