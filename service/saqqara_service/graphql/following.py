"""Following a match or a bot's turns, by GraphQL."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import strawberry

from saqqara_service import inputs
from saqqara_service.application import following
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import subscription
from saqqara_service.models import FeedItem, MatchEvent


@strawberry.type
class FollowingSubscription:
    """What is told as it happens."""

    @subscription
    async def match_events(
        self, info: Info, match_id: strawberry.ID, after: int = 0
    ) -> AsyncGenerator[MatchEvent, None]:
        """What happened in a match after a version, and then what happens, to its end."""
        start = inputs.read(inputs.EventFilter, {"after": after}).after
        async with aclosing(following.events(info.context.svc, match_id, start)) as events:
            async for event in events:
                yield event

    @subscription
    async def feed(self, info: Info) -> AsyncGenerator[FeedItem, None]:
        """The bot's pending turns, then each new one and each match's end."""
        caller = await info.context.caller()
        async with aclosing(following.feed(info.context.svc, caller)) as items:
            async for item in items:
                yield item
