"""The gate: what is too much for this process is refused before anything of it is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final, TypeAlias

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy
from saqqara_service.middleware import QUIET_PATHS

STREAM: Final = "text/event-stream"
PAUSE_S: Final = 0.5
"""A refusal comes so much later: who asks again at once takes no time from those who are let in."""
Refuse: TypeAlias = Callable[[HTTPConnection, ApplicationError], Response]


class Gate:
    """Lets in what the process can carry; health and metrics are always let in.

    A stream takes a place among the operations until it begins, and one among the streams.
    """

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 503."""
        if scope["type"] == "lifespan" or scope["path"] in QUIET_PATHS:
            await self.app(scope, receive, send)
            return
        svc: Service = scope["app"].state.service
        is_stream = _is_stream(scope)
        with ExitStack() as stays, ExitStack() as passes:
            try:
                if is_stream:
                    stays.enter_context(svc.load.stream)
                if scope["type"] == "http":
                    passes.enter_context(svc.load.operation)
            except Busy as error:
                await asyncio.sleep(PAUSE_S)
                await self._refuse(HTTPConnection(scope), error)(scope, receive, send)
                return

            async def tell(message: Message) -> None:
                if is_stream and message["type"] == "http.response.start":
                    passes.close()
                await send(message)

            await self.app(scope, receive, tell)


def _is_stream(scope: Scope) -> bool:
    return scope["type"] == "websocket" or STREAM in Headers(scope=scope).get("accept", "")
