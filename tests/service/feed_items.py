"""What followers were told, without the heartbeats."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from saqqara_service import questions
from saqqara_service.application.feeds import bot_feed, match_events
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, EventNews, FeedKind, MatchEvent


def feed_of(svc: Service, caller: Caller) -> AsyncGenerator[Any, None]:
    """A bot's feed, of whose items a test knows the kind."""
    return bot_feed.feed(svc, caller)


def news_of(
    svc: Service, caller: Caller | None, match_id: str, after: str | None, **how: Any
) -> AsyncGenerator[Any, None]:
    """A match's stream, of whose items a test knows the kind."""
    return match_events.news(svc, caller, match_id, after, **how)


async def page_of(
    svc: Service,
    match_id: str,
    after: str | None,
    first: int,
    caller: Caller | None = None,
    *,
    language: str | None = None,
) -> tuple[list[MatchEvent], str | None]:
    """Events after a cursor, which may be any text, and the cursor of the next page."""
    question = questions.EventFilter.model_construct(
        match_id=match_id, after=after, first=first, language=language
    )
    page = await match_events.page(svc, caller, question)
    return page.items, page.cursor


async def after(svc: Service, match_id: str, version: int) -> str | None:
    """The cursor of one who has seen a match up to a version; None for nothing yet."""
    return (await svc.matches.log(match_id, version - 1, 1))[0].cursor if version else None


async def events_in(news: AsyncIterator[Any]) -> AsyncIterator[MatchEvent]:
    """The events of a match's stream."""
    async for item in news:
        if isinstance(item, EventNews):
            yield item.event


async def log_of(svc: Service, match_id: str, version: int = 0) -> list[MatchEvent]:
    """All events after a version, followed until the match is over."""
    news = match_events.news(svc, None, match_id, await after(svc, match_id, version))
    return [event async for event in events_in(news)]


async def next_event(news: AsyncIterator[Any]) -> MatchEvent:
    """The next event of a match's stream."""
    return await anext(events_in(news))


async def next_item(feed: AsyncIterator[Any]) -> Any:
    """The next turn or end that a bot's feed tells."""
    async for item in feed:
        if item.kind is not FeedKind.HEARTBEAT:
            return item
    raise AssertionError("the feed has ended")
