"""What followers were told, without the heartbeats."""

from __future__ import annotations

from collections.abc import AsyncIterator

from saqqara_service.application.feeds import match_events
from saqqara_service.application.service import Service
from saqqara_service.models import FeedItem, FeedKind, MatchEvent, MatchNews
from saqqara_service.storage.matches.cursors import event_cursor


def after(match_id: str, version: int) -> str | None:
    """The cursor of one who has seen a match up to a version; None for nothing yet."""
    return event_cursor(match_id, version) if version else None


async def events_in(news: AsyncIterator[MatchNews]) -> AsyncIterator[MatchEvent]:
    """The events of a match's stream."""
    async for item in news:
        if item.event is not None:
            yield item.event


async def log_of(svc: Service, match_id: str, version: int = 0) -> list[MatchEvent]:
    """All events after a version, followed until the match is over."""
    news = match_events.news(svc, None, match_id, after(match_id, version))
    return [event async for event in events_in(news)]


async def next_event(news: AsyncIterator[MatchNews]) -> MatchEvent:
    """The next event of a match's stream."""
    return await anext(events_in(news))


async def next_item(feed: AsyncIterator[FeedItem]) -> FeedItem:
    """The next turn or end that a bot's feed tells."""
    async for item in feed:
        if item.kind is not FeedKind.HEARTBEAT:
            return item
    raise AssertionError("the feed has ended")
