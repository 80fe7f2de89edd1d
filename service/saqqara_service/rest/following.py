"""Following a match or a bot's turns, by REST: streams that resume, and pages of events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from http import HTTPStatus
from typing import Final, TypeVar

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from saqqara_service import inputs
from saqqara_service.application import accounts, following, matches
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError
from saqqara_service.models import Caller, FeedItem, Match, MatchEvent, MatchStatus
from saqqara_service.rest.errors import STATUS, details
from saqqara_service.rest.pages import Page

Told = TypeVar("Told")
STREAM: Final = "text/event-stream"
HEARTBEAT_S: Final = 10
SEND_TIMEOUT_S: Final = 10
OVER: Final = frozenset({MatchStatus.FINISHED, MatchStatus.VOID})


class Stream(EventSourceResponse):
    """An event stream with heartbeats; one that a stop of the server cuts short ends properly."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until there is no more, nobody listens or the server stops."""
        await super().__call__(scope, receive, send)
        if self.active:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def events(
    svc: Service, request: Request, match_id: str, query: inputs.EventFilter
) -> Page[MatchEvent] | Response:
    """What happened in a match after a version, as a page.

    With `Accept: text/event-stream` it is a stream that goes on until the match is over; each
    event's id is its version, so it resumes by `Last-Event-ID`.
    """
    match = await matches.get(svc, match_id)
    if STREAM not in request.headers.get("accept", ""):
        return await _page(svc, match, query)
    after = _resumed(request, query)
    if match.status in OVER and after >= match.version:
        return Response(status_code=HTTPStatus.NO_CONTENT)  # tells an EventSource to stop asking
    return _stream(request, following.events(svc, match_id, after), _event)


async def turns(svc: Service, request: Request, caller: Caller) -> Response:
    """The bot's feed as a stream: its pending turns, then each new one and each match's end."""
    accounts.demand_bot(caller)
    return _stream(request, following.feed(svc, caller), _item)


async def _page(svc: Service, match: Match, query: inputs.EventFilter) -> Page[MatchEvent]:
    last = min(match.version, query.after + query.first)
    items: list[MatchEvent] = []
    if query.after < last:
        async with aclosing(following.events(svc, match.id, query.after)) as events:
            async for event in events:
                items.append(event)
                if event.version >= last:
                    break
    return Page(items=items, cursor=str(last) if last < match.version else None)


def _resumed(request: Request, query: inputs.EventFilter) -> int:
    """The version to go on from: the browser's, if it reconnects."""
    seen = request.headers.get("last-event-id", "")
    return inputs.read(inputs.EventFilter, {"after": seen}).after if seen else query.after


def _event(event: MatchEvent) -> ServerSentEvent:
    return ServerSentEvent(event.model_dump_json(by_alias=True), id=str(event.version))


def _item(item: FeedItem) -> ServerSentEvent:
    name = f"{item.match_id}:{item.version}"
    return ServerSentEvent(item.model_dump_json(by_alias=True), id=name)


def _stream(
    request: Request,
    told: AsyncGenerator[Told, None],
    shape: Callable[[Told], ServerSentEvent],
) -> Response:
    items = _until_refused(request, told, shape)
    return Stream(items, ping=HEARTBEAT_S, send_timeout=SEND_TIMEOUT_S)


async def _until_refused(
    request: Request,
    told: AsyncGenerator[Told, None],
    shape: Callable[[Told], ServerSentEvent],
) -> AsyncIterator[ServerSentEvent]:
    """The stream; what is refused after its start is told as an event called `problem`."""
    try:
        async with aclosing(told) as items:
            async for item in items:
                yield shape(item)
    except ApplicationError as error:
        body = details(error, STATUS[type(error)], request.state.request_id)
        yield ServerSentEvent(body.decode(), event="problem")
