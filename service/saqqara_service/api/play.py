"""What an action would change, and following what happens."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final, TypeVar

from saqqara_engine.messages import Words
from saqqara_service import inputs
from saqqara_service.application.feeds import bot_feed, lobby, match_events
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.play import explanations, previews
from saqqara_service.application.service import Service
from saqqara_service.languages import words_of
from saqqara_service.models import (
    Caller,
    EventNews,
    Explanation,
    FeedItem,
    LobbyNews,
    MatchEvent,
    MatchNews,
    Model,
    Preview,
    ResyncNews,
    Turn,
    TurnItem,
)
from saqqara_service.models.pages import Page

Told = TypeVar("Told", bound=Model)
WITH_TURN: Final = (TurnItem, EventNews, ResyncNews)


async def explain(
    svc: Service, caller: Caller, match_id: str, query: inputs.Explain
) -> Explanation:
    """Whether an action is legal now for the caller's seat, and if not, why."""
    return await explanations.explain(svc, caller, match_id, query.named)


async def preview(
    svc: Service, caller: Caller, match_id: str, query: inputs.PreviewAction
) -> Preview:
    """The change of all seats' points through an action of the caller's seat.

    The action is simulated in several worlds that fit the seat's view, so the preview reveals
    nothing hidden.
    """
    return await previews.preview(svc, caller, match_id, query.named)


async def events(
    svc: Service, caller: Caller | None, match_id: str, query: inputs.EventFilter
) -> Page[MatchEvent]:
    """A page of the events of a match, after a cursor."""
    words = _words_if_any(query.language)
    items, cursor = await match_events.page(
        svc, match_id, query.after, query.first, caller, words=words
    )
    return Page(items=items, cursor=cursor)


def follow_events(
    svc: Service, caller: Caller | None, match_id: str, query: inputs.FollowEvents
) -> AsyncGenerator[MatchNews, None]:
    """The events of a match after a cursor (without one: all), then each new event.

    With `views`, each event includes the view of the caller's seat, or the public view.
    """
    news = match_events.news(
        svc, caller, match_id, query.after, views=query.views, words=_words_if_any(query.language)
    )
    return _in_full(news) if query.legal_actions else news


async def turns(svc: Service, caller: Caller, query: inputs.TurnDetail) -> list[Turn]:
    """The bot's current turns, each with everything that it needs to choose an action.

    A bot that polls at least every ten seconds counts as present, so ladders pair it.
    """
    pending = await bot_feed.pending(svc, caller, words_of(query.language))
    return [turn.in_full() for turn in pending] if query.legal_actions else pending


def follow_turns(
    svc: Service, caller: Caller, query: inputs.TurnDetail
) -> AsyncGenerator[FeedItem, None]:
    """The bot's pending turns and challenges, then each new one and each match's end."""
    feed = bot_feed.feed(svc, caller, words_of(query.language))
    return _in_full(feed) if query.legal_actions else feed


def _words_if_any(language: str | None) -> Words | None:
    return None if language is None else words_of(language)


async def lobby_now(
    svc: Service, caller: Caller | None, query: inputs.LobbyFilter
) -> list[LobbyNews]:
    """The newest open and running matches, and the pending challenges of the token, if any."""
    return await lobby.now(svc, caller, _in_lobby(query))


def follow_lobby(
    svc: Service, caller: Caller | None, query: inputs.LobbyFilter
) -> AsyncGenerator[LobbyNews, None]:
    """The contents of the lobby, then each new or changed match or challenge."""
    return lobby.news(svc, caller, _in_lobby(query))


def _in_lobby(query: inputs.LobbyFilter) -> Wanted:
    return Wanted(game=query.game, players=query.players)


async def _in_full(items: AsyncGenerator[Told, None]) -> AsyncGenerator[Told, None]:
    """The same, with the legal actions of turns as objects too."""
    async with aclosing(items):
        async for item in items:
            turn = item.turn if isinstance(item, WITH_TURN) else None
            yield item.model_copy(update={"turn": turn.in_full()}) if turn else item
