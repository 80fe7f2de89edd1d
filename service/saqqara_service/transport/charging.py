"""Where requests are charged: each is measured from here on, whatever becomes of it."""

from __future__ import annotations

from collections.abc import Coroutine
from http import HTTPStatus
from typing import cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from saqqara_service.application.limits.metering import metered
from saqqara_service.application.operations.observing import billed
from saqqara_service.application.service import Service
from saqqara_service.transport.middleware import QUIET_PATHS


class Charging:
    """Measures requests, and counts sockets, whose operations are measured one by one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; what it cost is paid when it is over, of a stream as it goes."""
        if scope["type"] == "lifespan" or scope["path"] in QUIET_PATHS:
            await self.app(scope, receive, send)
            return
        svc: Service = scope["app"].state.service
        if scope["type"] == "websocket":
            svc.rate_limits.charge_connection(scope["state"]["asker"])
            await self.app(scope, receive, send)
            return
        with billed(svc, scope["state"]["asker"]) as bill:

            async def tell(message: Message) -> None:
                if message.get("status") == HTTPStatus.SERVICE_UNAVAILABLE:
                    bill.is_refused = True  # by us: not what the caller did
                await send(message)

            request = cast("Coroutine[object, object, None]", self.app(scope, receive, tell))
            await metered(request, bill)
