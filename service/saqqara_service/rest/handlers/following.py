"""Following a match or a bot's turns, by REST: streams that resume, and pages of events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from functools import partial
from http import HTTPStatus
from typing import Final, TypeVar

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from saqqara_service import inputs, models
from saqqara_service.application.accounts import accounts
from saqqara_service.application.feeds import bot_feed, match_events
from saqqara_service.application.limits.rate_limits import bill
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError
from saqqara_service.models import Caller, FeedItem, MatchEvent, MatchNews, Turn
from saqqara_service.rest.endpoints import bearer
from saqqara_service.rest.errors import STATUS, details
from saqqara_service.rest.pages import Page

Told = TypeVar("Told")
STREAM: Final = "text/event-stream"


class Stream(EventSourceResponse):
    """An event stream; one that a stop of the server cuts short ends properly."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until there is no more, nobody listens or the server stops."""
        if scope["method"] == "HEAD":
            await Response(status_code=self.status_code, headers=self.headers)(scope, receive, send)
            return
        svc: Service = scope["app"].state.service
        if (one := bill()) is not None:
            one.is_stream = True
        async with svc.connections.held_by(bearer(Request(scope))):
            await super().__call__(scope, receive, send)
        if self.active:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def events(
    svc: Service,
    request: Request,
    caller: Caller | None,
    match_id: str,
    query: inputs.EventFilter,
) -> Page[MatchEvent] | Response:
    """What happened in a match after a cursor, as a page.

    With `Accept: text/event-stream` it is a stream that goes on until the match is over; each
    item's id is its cursor, so it resumes by `Last-Event-ID`. With `views` each event comes with
    what the bot of the token, else the public, knows then.
    """
    if STREAM not in request.headers.get("accept", ""):
        items, cursor = await match_events.page(svc, match_id, query.after, query.first, caller)
        return Page(items=items, cursor=cursor)
    after = request.headers.get("last-event-id") or query.after
    news = match_events.news(svc, caller, match_id, after, views=query.views)
    told = svc.revocation.while_valid(caller, news)
    first = await anext(told, None)
    if first is None:
        return Response(status_code=HTTPStatus.NO_CONTENT)  # tells an EventSource to stop asking
    shape = partial(_news, in_full=query.legal_actions)
    return streamed(request, "following_events", _all(first, told), shape)


async def turns(
    svc: Service, request: Request, caller: Caller, query: inputs.TurnDetail
) -> Page[Turn] | Response:
    """The turns that wait for the bot now, each with all it needs to choose.

    A bot that asks at least every ten seconds counts as present, so that ladders pair it. With
    `Accept: text/event-stream` it is the bot's feed: its pending turns and challenges, then each
    new one and each match's end.
    """
    if STREAM not in request.headers.get("accept", ""):
        pending = await bot_feed.pending(svc, caller)
        return Page(items=[turn.in_full() if query.legal_actions else turn for turn in pending])
    accounts.demand_bot(caller, models.Scope.MATCH_READ)
    told = svc.revocation.while_valid(caller, bot_feed.feed(svc, caller))
    shape = partial(_item, in_full=query.legal_actions)
    return streamed(request, "following_turns", told, shape)


async def _all(
    first: MatchNews, rest: AsyncGenerator[MatchNews, None]
) -> AsyncGenerator[MatchNews, None]:
    async with aclosing(rest):
        yield first
        async for item in rest:
            yield item


def _news(item: MatchNews, *, in_full: bool) -> ServerSentEvent:
    return ServerSentEvent(_json(item, in_full=in_full), id=item.cursor)


def _item(item: FeedItem, *, in_full: bool) -> ServerSentEvent:
    return ServerSentEvent(_json(item, in_full=in_full))


def _json(item: MatchNews | FeedItem, *, in_full: bool) -> str:
    if in_full and item.turn is not None:
        item = item.model_copy(update={"turn": item.turn.in_full()})
    return item.model_dump_json(by_alias=True)


def streamed(
    request: Request,
    name: str,
    told: AsyncGenerator[Told, None],
    shape: Callable[[Told], ServerSentEvent],
) -> Response:
    """What is told as an event stream, each item in its shape."""
    items = _until_refused(request, name, told, shape)
    return Stream(items, ping=0)


async def _until_refused(
    request: Request,
    name: str,
    told: AsyncGenerator[Told, None],
    shape: Callable[[Told], ServerSentEvent],
) -> AsyncIterator[ServerSentEvent]:
    """The stream; what is refused after its start is told as an event called `problem`."""
    svc: Service = request.app.state.service
    try:
        with svc.metrics.streams.labels("rest", name).track_inprogress():
            async with aclosing(told) as items:
                async for item in items:
                    yield shape(item)
    except ApplicationError as error:
        body = details(error, STATUS[type(error)], request.state.request_id)
        yield ServerSentEvent(body.decode(), event="problem")
