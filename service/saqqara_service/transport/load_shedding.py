"""The gate: what is too much for this process is refused before anything is done for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.limits.concurrency import ConcurrencyLimit, ConcurrencyLimits
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.errors import Busy
from saqqara_service.transport.middleware import QUIET_PATHS, Refuse

STREAM: Final = "text/event-stream"
ACTIONS: Final = tuple(one.address for one in OPERATIONS if one.charge is Charge.ACTION)
PAUSE_S: Final = 0.5
"""A refusal comes so much later: who asks again at once takes no time from those who are let in."""


class LoadShedding:
    """Lets in what the process can carry; health and metrics are always let in.

    A stream takes a place among the operations until it begins, and one among the streams. An
    action takes none here: its places are for who has a good token, which is known only later.
    """

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 503."""
        if scope["type"] == "lifespan" or scope["path"] in QUIET_PATHS:
            await self.app(scope, receive, send)
            return
        load: ConcurrencyLimits = scope["app"].state.service.concurrency
        is_stream, is_http = _is_stream(scope), scope["type"] == "http"
        operation = load.operation
        is_counted = is_http and not _is_action(scope)
        try:
            held = _taken([load.stream] * is_stream + [operation] * is_counted)
        except Busy as error:
            await asyncio.sleep(PAUSE_S)
            await self._refuse(HTTPConnection(scope), error)(scope, receive, send)
            return

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start" and operation in held:
                held.remove(operation)
                operation.leave()
            await send(message)

        try:
            await self.app(scope, receive, tell if is_stream and is_http else send)
        finally:
            for places in held:
                places.leave()


def _taken(wanted: Sequence[ConcurrencyLimit]) -> list[ConcurrencyLimit]:
    """A place of each; raises `Busy`, and takes none, if one of them has none left."""
    taken: list[ConcurrencyLimit] = []
    try:
        for places in wanted:
            places.take()
            taken.append(places)
    except Busy:
        for places in taken:
            places.leave()
        raise
    return taken


def _is_action(scope: Scope) -> bool:
    address = f"{scope.get('method')} {scope['path']}"
    return any(one.fullmatch(address) for one in ACTIONS)


def _is_stream(scope: Scope) -> bool:
    return scope["type"] == "websocket" or STREAM in Headers(scope=scope).get("accept", "")
