"""uvicorn's server with our protocols, which drains before it stops."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import uvicorn
from starlette.applications import Starlette

from saqqara_service.application.limits.rate_limits import RateLimits
from saqqara_service.application.service import Service
from saqqara_service.edge.admission import most_connections
from saqqara_service.edge.listeners import bound
from saqqara_service.edge.protocols.requests import RequestProtocol
from saqqara_service.edge.protocols.slow_consumers import SocketProtocol
from saqqara_service.settings import Settings


class Server(uvicorn.Server):
    """Says that it is not ready, waits for load balancers to notice, then stops.

    Websockets are closed with 1012 (service restart), event streams end, requests finish.
    """

    def __init__(
        self,
        app: Starlette,
        settings: Settings,
        configure: Callable[[type[asyncio.Protocol], type[asyncio.Protocol]], uvicorn.Config],
    ) -> None:
        self._app = app
        self._drain_s = settings.drain_ms / 1000
        bounds = {
            "unread": app.state.unread,
            "rate_limits": partial(_rate_limits, app),
        }
        room = {
            "most_connections": most_connections(settings.max_connections),
            "shed": staticmethod(app.state.admission.shed),
        }
        http, ws = type("Http", (RequestProtocol,), room), type("Socket", (SocketProtocol,), bounds)
        super().__init__(configure(http, ws))
        app.state.connections = self.server_state.connections

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A stop that was asked for and done is a success: the signal is not raised again."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, with bounds on what the network holds for each client."""
        await super().startup(sockets)
        bound(one for server in self.servers for one in server.sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain, then end the connections."""
        self._app.state.is_draining = True
        await asyncio.sleep(self._drain_s)
        _rate_limits(self._app).throttle.lift()
        await super().shutdown(sockets)


def _rate_limits(app: Starlette) -> RateLimits:
    """Those of the service, which is there once anybody can connect."""
    svc: Service = app.state.service
    return svc.rate_limits
