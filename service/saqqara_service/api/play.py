"""Acting in a match, and following what happens."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TypeVar

from saqqara_service import inputs
from saqqara_service.api.pages import Page
from saqqara_service.application.feeds import bot_feed, match_events
from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.application.play import explanations, throttle
from saqqara_service.application.play.timing import Timing
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Acted,
    Caller,
    Explanation,
    FeedItem,
    MatchEvent,
    MatchNews,
    Turn,
)

Told = TypeVar("Told", FeedItem, MatchNews)


async def act(  # noqa: PLR0917 - one line of a request
    svc: Service, asker: Asker, caller: Caller, timing: Timing, match_id: str, body: inputs.Act
) -> Acted:
    """Apply an action; the same action id again returns the first answer."""
    return await throttle.act(
        svc,
        asker,
        caller,
        match_id,
        body.named,
        body.expected_version,
        body.action_id,
        timing,
    )


async def explain(
    svc: Service, caller: Caller, match_id: str, query: inputs.Explain
) -> Explanation:
    """Whether an action is legal now for the seat of the token's bot; if not, why."""
    return await explanations.explain(svc, caller, match_id, query.named)


async def events(
    svc: Service, caller: Caller | None, match_id: str, query: inputs.EventFilter
) -> Page[MatchEvent]:
    """A page of the events of a match, after a cursor."""
    items, cursor = await match_events.page(svc, match_id, query.after, query.first, caller)
    return Page(items=items, cursor=cursor)


def follow_events(
    svc: Service, caller: Caller | None, match_id: str, query: inputs.FollowEvents
) -> AsyncGenerator[MatchNews, None]:
    """The events of a match after a cursor (without one: all), then each new event.

    With `views`, each event comes with a view: that of the token's bot, or the public one.
    """
    news = match_events.news(svc, caller, match_id, query.after, views=query.views)
    return _in_full(news) if query.legal_actions else news


async def turns(svc: Service, caller: Caller, query: inputs.TurnDetail) -> list[Turn]:
    """The turns that wait for the bot now, each with everything the bot needs to choose.

    A bot that polls at least every ten seconds counts as present, so that ladders pair it.
    """
    pending = await bot_feed.pending(svc, caller)
    return [turn.in_full() for turn in pending] if query.legal_actions else pending


def follow_turns(
    svc: Service, caller: Caller, query: inputs.TurnDetail
) -> AsyncGenerator[FeedItem, None]:
    """The bot's pending turns and challenges, then each new one and each match's end."""
    feed = bot_feed.feed(svc, caller)
    return _in_full(feed) if query.legal_actions else feed


async def _in_full(items: AsyncGenerator[Told, None]) -> AsyncGenerator[Told, None]:
    """The same, with the legal actions of turns as objects too."""
    async with aclosing(items):
        async for item in items:
            turn = None if item.turn is None else item.turn.in_full()
            yield item.model_copy(update={"turn": turn})
