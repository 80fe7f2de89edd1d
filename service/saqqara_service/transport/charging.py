"""Where requests are charged: each is measured from here on, whatever becomes of it.

What no budget pays for is answered late where an address goes on with it (`back_pressure.py`). The
answer is whole by then and holds nothing that others want.
"""

from __future__ import annotations

from collections.abc import Coroutine
from http import HTTPStatus
from typing import Final, cast

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from saqqara_service.application.limits.metering import Meter, metered
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.application.operations.observing import billed
from saqqara_service.application.service import Service
from saqqara_service.errors import RateLimited
from saqqara_service.transport.middleware import QUIET_PATHS, Refuse

LATEST_LOOK_S: Final = 1.0
"""A probe that is slowed for longer would find a process dead that lives."""
READING: Final = frozenset({"GET", "HEAD"})


class Charging:
    """Measures requests, and counts sockets, whose operations are measured one by one.

    With a proxy before it connections are the proxy's, and none is closed for what came over it.
    """

    def __init__(self, app: ASGIApp, *, is_behind_proxy: bool) -> None:
        self.app = app
        self._is_behind_proxy = is_behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; what it cost is paid when it is over, of a stream as it goes."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        svc: Service = scope["app"].state.service
        limits, pressure = svc.rate_limits, svc.rate_limits.back_pressure
        asker: Asker = scope["state"]["asker"]
        if scope["type"] == "websocket":
            await pressure.wait(limits.charge_connection(asker))
            await self.app(scope, receive, send)
            return
        is_look = scope["path"] in QUIET_PATHS
        kept = await (self._looked if is_look else self._requested)(scope, receive, send)
        if kept:
            late_s = pressure.late_s(asker.address)
            await pressure.wait(min(late_s, LATEST_LOOK_S) if is_look else late_s)
            if pressure.unread_s(asker.address) and not self._is_behind_proxy:
                MutableHeaders(scope=kept[0])["connection"] = "close"
            for message in kept:
                await send(message)

    async def _requested(self, scope: Scope, receive: Receive, send: Send) -> list[Message]:
        """Answer what a budget pays for; the answer to anything else."""
        svc: Service = scope["app"].state.service
        kept, limits = list[Message](), svc.rate_limits
        with billed(svc, scope["state"]["asker"]) as bill:

            async def tell(message: Message) -> None:
                if message.get("status") == HTTPStatus.SERVICE_UNAVAILABLE:
                    bill.is_refused = True  # by us: not what the caller did
                if scope["method"] != "HEAD":  # of that only the head is sent
                    limits.note_sent(bill, len(message.get("body", b"")))
                begins = message["type"] == "http.response.start"
                if kept or (begins and limits.is_unpaid(bill)):
                    kept.append(message)
                else:
                    await send(message)

            await metered(_steps(self.app(scope, receive, tell)), bill)
        return kept

    async def _looked(self, scope: Scope, receive: Receive, _send: Send) -> list[Message]:
        """The answer to a look at the health, which is never refused."""
        asker: Asker = scope["state"]["asker"]
        kept: list[Message] = []

        async def keep(message: Message) -> None:
            kept.append(message)

        one = Meter((asker.address,))
        await metered(_steps(self.app(scope, receive, keep)), one)
        scope["app"].state.service.rate_limits.charge_unasked(asker, one.spent_s)
        return kept


class Unspent:
    """Refuses what only reads, documents too, while the budget of the address is spent.

    Before anything is done for it. What may be an action goes on: the match may wait for it.
    """

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 429."""
        if scope.get("method") in READING and scope["path"] not in QUIET_PATHS:
            svc: Service = scope["app"].state.service
            try:
                svc.rate_limits.demand_unspent(scope["state"]["asker"], None, Charge.USUAL)
            except RateLimited as error:
                await self._refuse(HTTPConnection(scope), error)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _steps(running: object) -> Coroutine[object, object, None]:
    return cast("Coroutine[object, object, None]", running)
