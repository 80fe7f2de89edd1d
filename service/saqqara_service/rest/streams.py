"""Event streams (server-sent events): what an operation tells, as it happens."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from http import HTTPStatus
from typing import Final

from pydantic import BaseModel
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from saqqara_service.application.limits.meter import NOBODY
from saqqara_service.application.limits.rate_limits import request_cost
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError
from saqqara_service.rest.errors import details
from saqqara_service.rest.questions import bearer

MEDIA_TYPE: Final = "text/event-stream"
PING_S: Final = 15
"""Between comments that nobody reads: a stream that is silent for longer counts as lost."""
RESUMES: Final = "last-event-id"
"""The header of an `EventSource` that has lost its connection: the cursor of what it heard last."""


class Stream(EventSourceResponse):
    """An event stream; one that a stop of the server cuts short ends properly."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until there is no more, nobody listens or the server stops."""
        if scope["method"] == "HEAD":
            await Response(status_code=self.status_code, headers=self.headers)(scope, receive, send)
            return
        svc: Service = scope["app"].state.service
        keys = NOBODY
        if (one := request_cost()) is not None:
            one.is_stream, keys = True, one.keys
        with svc.concurrency.share.held(keys):
            async with svc.connections.held_by(bearer(Request(scope))):
                await super().__call__(scope, receive, send)
        if self.active:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


def is_wanted(request: Request) -> bool:
    """Whether the request asks for a stream."""
    return MEDIA_TYPE in request.headers.get("accept", "")


async def streamed(
    request: Request, name: str, first: BaseModel | None, rest: AsyncGenerator[BaseModel, None]
) -> Response:
    """The items of an operation as an event stream."""
    if first is None:
        return Response(status_code=HTTPStatus.NO_CONTENT)  # tells an EventSource to stop asking
    if request.method == "HEAD":
        await rest.aclose()  # nobody will read it
    return Stream(_until_refused(request, name, first, rest), ping=PING_S)


async def _until_refused(
    request: Request, name: str, first: BaseModel, rest: AsyncGenerator[BaseModel, None]
) -> AsyncIterator[ServerSentEvent]:
    """The stream; what is refused after its start is told as an event called `problem`."""
    svc: Service = request.app.state.service
    try:
        with svc.metrics.streams.labels("rest", name).track_inprogress():
            async with aclosing(rest):
                yield _event(first)
                del first  # what was told is not kept until there is more
                async for item in rest:
                    yield _event(item)
    except ApplicationError as error:
        body = details(error, error.status, request.state.request_id)
        yield ServerSentEvent(body.decode(), event="problem")


def _event(item: BaseModel) -> ServerSentEvent:
    return ServerSentEvent(item.model_dump_json(by_alias=True), id=getattr(item, "cursor", None))
