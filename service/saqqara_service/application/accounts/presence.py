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
"""Between two signs of life of a feed: proxies end connections that are silent for longer."""
BEATS = 2
"""After so many heartbeats without another one a bot counts as gone."""


async def be_present(svc: Service, bot_id: str) -> bool:
    """The feed of a bot lives; to be said again with every heartbeat. Whether it has just come."""
    return await svc.engagements.be_present(bot_id, BEATS * HEARTBEAT_MS)


async def be_seen(svc: Service, bot_id: str) -> bool:
    """A bot asks for its turns; to be said as often as it does, since it is seldom written."""
    is_leaving = await svc.engagements.absent([bot_id], in_ms=HEARTBEAT_MS)
    return bool(is_leaving) and await be_present(svc, bot_id)


async def page(svc: Service, _caller: None, question: questions.PresenceFilter) -> Page[Bot]:
    """The bots that are present, because they follow their feed or poll their turns, by id."""
    ids = await svc.engagements.present(question.first + 1, question.after)
    bots = await find_bots(svc, ids[: question.first])
    return Page(items=bots, cursor=bots[-1].id if len(ids) > question.first else None)
