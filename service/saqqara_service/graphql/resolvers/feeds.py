"""Following a match or a bot's turns, by GraphQL."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import strawberry

from saqqara_service import inputs
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.feeds import match_events as following
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import query, subscription, subscription_of
from saqqara_service.models import FeedItem, MatchNews, Turn


@strawberry.type
class FollowingQuery:
    """What can be asked instead of followed."""

    @query
    async def turns(self, info: Info) -> list[Turn]:
        """The turns that wait for the bot now, each with all it needs to choose.

        A bot that asks at least every ten seconds counts as present, so that ladders pair it.
        """
        return await bot_feed.pending(info.context.svc, await info.context.caller())


@strawberry.type
class FollowingSubscription:
    """What is told as it happens."""

    @subscription_of(inputs.EventFilter)
    async def match_events(
        self, info: Info, match_id: strawberry.ID, after: str | None = None, *, views: bool = False
    ) -> AsyncGenerator[MatchNews, None]:
        """What happened in a match after a cursor (else all), and what happens until its end.

        With `views` each event comes with what the bot of the token, else the public, knows then.
        """
        wanted = inputs.read(inputs.EventFilter, {"after": after, "views": views})
        caller = await info.context.caller_if_any()
        return following.news(info.context.svc, caller, match_id, wanted.after, views=wanted.views)

    @subscription
    async def feed(self, info: Info) -> AsyncGenerator[FeedItem, None]:
        """The bot's pending turns and challenges, then each new one and each match's end."""
        return bot_feed.feed(info.context.svc, await info.context.caller())
