"""The API process: both transports over one service, and how it is served and stopped."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.metadata import version
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from saqqara_service.application.limits import metering
from saqqara_service.application.operations import background
from saqqara_service.application.service import open_service
from saqqara_service.errors import ApplicationError
from saqqara_service.graphql import schema
from saqqara_service.graphql.transport.endpoint import GraphQLEndpoint
from saqqara_service.graphql.transport.requests import refused
from saqqara_service.observability import logs
from saqqara_service.observability.metrics import Metrics
from saqqara_service.observability.tracing import Tracing, tracing_if_any
from saqqara_service.rest import health, openapi, routes, security_txt
from saqqara_service.rest.errors import on_error, problem
from saqqara_service.settings import Settings
from saqqara_service.transport import rate_limits
from saqqara_service.transport.admission import Admission, OfOneAddress, may_open_many_files
from saqqara_service.transport.charging import Charging
from saqqara_service.transport.load_shedding import LoadShedding
from saqqara_service.transport.middleware import REQUEST_ID, RequestLog, Sockets, WholeBody
from saqqara_service.transport.slow_consumers import HttpProtocol, SocketProtocol, bound

GRAPHQL: Final = "/graphql"
MESSAGE_LIMIT: Final = 65_536
MESSAGE_QUEUE: Final = 8
COLLECTED_AFTER: Final = (50_000, 20, 50)
PING_S: Final = 10.0
PONG_S: Final = 17.0
"""Together less than half a minute, after which nobody is left who does not read."""
FINISH_S: Final = 10
"""How long requests under way may take to finish once the process is told to stop."""
CLIENT_CLOSED_REQUEST: Final = 499
SENT_HEADERS: Final = (
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "last-event-id",
    "traceparent",
    REQUEST_ID,
)
TOLD_HEADERS: Final = ("etag", REQUEST_ID, "deprecation", "sunset", *rate_limits.FIELDS)


def create_app(settings: Settings, tracing: Tracing | None = None) -> Starlette:
    """The application; it opens the service when it starts and closes it when it ends."""

    metrics = Metrics()
    admission = Admission(
        settings.address_connections, settings.max_connections, settings.trusted_proxies, metrics
    )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_service(settings, metrics, tracing) as svc, background.running(svc):
            asyncio.get_running_loop().set_task_factory(metering.task)
            with metrics.served(settings.host, settings.metrics_port):
                app.state.service = svc
                yield

    graphql = GraphQLEndpoint(settings.allowed_origins)
    app = Starlette(
        routes=[
            Route(GRAPHQL, graphql),  # first, since routes are tried in this order
            *routes.routes(),
            Route("/openapi.yaml", openapi.served),
            Route("/schema.graphql", schema.served),
            Route("/", _front),
            *([Route("/metrics", health.metrics)] if settings.metrics else []),
            *([Route(security_txt.PATH, security_txt.served)] if settings.security_contact else []),
        ],
        middleware=_middleware(settings, metrics, graphql, admission),
        exception_handlers={
            ApplicationError: on_error,
            HTTPException: on_error,
            ClientDisconnect: _gone,
        },
        lifespan=lifespan,
    )
    app.state.is_draining = False
    app.state.admission = admission
    app.router.redirect_slashes = False  # to where the Host header says
    return app


def server_config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How the application is served: bounded messages, quiet headers, its own logs."""
    bounds = {
        "flush_s": settings.flush_ms / 1000,
        "head_s": settings.head_ms / 1000,
        "body_s": settings.body_ms / 1000,
        "admission": app.state.admission,
    }
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        lifespan="on",
        http=type("Http", (HttpProtocol,), bounds),
        ws=type("Socket", (SocketProtocol,), bounds),
        ws_max_size=MESSAGE_LIMIT,
        ws_max_queue=MESSAGE_QUEUE,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PONG_S,
        ws_per_message_deflate=False,
        timeout_keep_alive=settings.idle_ms // 1000,
        timeout_graceful_shutdown=FINISH_S,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        headers=[("Saqqara-Version", version("saqqara"))],
        access_log=False,
        log_config=None,
    )


class Server(uvicorn.Server):
    """Says that it is not ready, waits for load balancers to notice, then stops.

    Websockets are closed with 1012 (service restart), event streams end, requests finish.
    """

    def __init__(self, settings: Settings, tracing: Tracing | None = None) -> None:
        self._app = create_app(settings, tracing)
        self._drain_s = settings.drain_ms / 1000
        self._flush_s = settings.flush_ms / 1000
        super().__init__(server_config(self._app, settings))

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A stop that was asked for and done is a success: the signal is not raised again."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, with bounds on what the network holds for each client."""
        await super().startup(sockets)
        _keep_what_is_loaded()
        bound((one for server in self.servers for one in server.sockets), self._flush_s)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain, then end the connections."""
        self._app.state.is_draining = True
        await asyncio.sleep(self._drain_s)
        await super().shutdown(sockets)


def _keep_what_is_loaded() -> None:
    """Let the garbage collector leave alone what is there for good, and look less often.

    Schema and models are half a million objects, which it would go through again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


def serve(settings: Settings, fd: int | None = None) -> None:
    """Serve until SIGTERM or SIGINT; with `fd`, on a listening socket that somebody else holds."""
    logs.configure(settings.log_level)
    may_open_many_files()
    with tracing_if_any() as tracing:
        Server(settings, tracing).run(None if fd is None else [socket.socket(fileno=fd)])


def _middleware(
    settings: Settings, metrics: Metrics, graphql: GraphQLEndpoint, admission: Admission
) -> list[Middleware]:
    """What every request meets, in that order."""
    return [
        Middleware(RequestLog, metrics),
        Middleware(OfOneAddress, admission, _refuse),
        Middleware(Charging),
        Middleware(Sockets, {GRAPHQL: LoadShedding(graphql, _refuse)}),
        _cors(settings),
        Middleware(WholeBody, _refuse),
        Middleware(LoadShedding, _refuse),
    ]


def _cors(settings: Settings) -> Middleware:
    """Pages of the allowed origins may call; no cookie is ever used, so `*` gives nothing away."""
    return Middleware(
        CORSMiddleware,
        allow_origins=settings.allowed_origins,
        allow_methods=("GET", "POST"),
        allow_headers=SENT_HEADERS,
        expose_headers=TOLD_HEADERS,
    )


def _refuse(request: HTTPConnection, error: ApplicationError) -> Response:
    """A refusal before the transports, in the form of the one that was asked for."""
    answer = problem(request, error)
    if request.url.path == GRAPHQL and request.scope["type"] == "http":
        told = refused(request, error, answer.status_code)
        if "retry-after" in answer.headers:
            told.headers["retry-after"] = answer.headers["retry-after"]
        return told
    return answer


async def _front(_request: Request) -> Response:
    return RedirectResponse(GRAPHQL)


async def _gone(_request: Request, _error: Exception) -> Response:
    """Nobody is left to answer."""
    return Response(status_code=CLIENT_CLOSED_REQUEST)
