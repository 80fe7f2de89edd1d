"""The API process: both transports over one service, and how it is served and stopped."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from importlib.metadata import version
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from saqqara_service.application.limits import meter
from saqqara_service.application.operations import background
from saqqara_service.application.operations.health import Looks
from saqqara_service.application.service import open_service
from saqqara_service.edge.admission import Admission, may_open_many_files
from saqqara_service.edge.bodies import BODY_LIMIT
from saqqara_service.edge.edge import Edge
from saqqara_service.edge.exchange import RequestLog
from saqqara_service.edge.protocols.server import Server
from saqqara_service.edge.unread import Unread
from saqqara_service.errors import ApplicationError
from saqqara_service.graphql import schema
from saqqara_service.graphql.pulse import PONG_S
from saqqara_service.graphql.transport.endpoint import GraphQLEndpoint
from saqqara_service.oauth import endpoints as oauth
from saqqara_service.observability import logs
from saqqara_service.observability.access import AccessLog
from saqqara_service.observability.metrics import Metrics
from saqqara_service.observability.tracing import Tracing, tracing_if_any
from saqqara_service.pages import explorer, link_previews, llms_text, preview, site
from saqqara_service.rest import health, routes, security_txt
from saqqara_service.rest.errors import on_error
from saqqara_service.rest.published import Published
from saqqara_service.settings import Settings

MESSAGE_QUEUE: Final = 8
COLLECTED_AFTER: Final = (2_000, 10, 1_000)
"""For 2,000 objects the loop waits 0.15 ms; for 50,000 it waited 5, beside other work 60."""
IDLE_S: Final = 60
"""How long a connection waits for its next request: a poll each half minute keeps its own."""
FINISH_S: Final = 10
"""How long requests under way may take to finish once the process is told to stop."""


def create_app(settings: Settings, tracing: Tracing | None = None) -> Starlette:
    """The application; it opens the service when it starts and closes it when it ends."""

    metrics, access = Metrics(), AccessLog()
    admission = Admission(settings.address_connections, metrics)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with (
            access.reporting(),
            open_service(settings, metrics, tracing) as svc,
            background.running(svc),
        ):
            asyncio.get_running_loop().set_task_factory(meter.task)
            with metrics.served(settings.host, settings.metrics_port):
                app.state.service = svc
                _keep_what_is_loaded()
                yield

    app = Starlette(
        routes=[
            *routes.routes(),
            *explorer.routes(),
            *site.routes(),
            *link_previews.routes(),
            *preview.routes(),
            Route(llms_text.PATH, llms_text.served),
            *oauth.routes(),
            Route("/openapi.yaml", Published().served),
            Route("/schema.graphql", schema.served),
            *([Route("/metrics", health.metrics)] if settings.metrics else []),
            *([Route(security_txt.PATH, security_txt.served)] if settings.security_contact else []),
        ],
        exception_handlers={ApplicationError: on_error, HTTPException: _refused_plainly},
        lifespan=lifespan,
    )
    app.state.is_draining = False
    app.state.admission = admission
    app.state.connections = set[asyncio.Protocol]()
    app.state.looks = Looks()
    app.state.unread = Unread()
    metrics.carried.labels("unread").set_function(lambda: app.state.unread.total)
    metrics.carried.labels("connection").set_function(lambda: len(app.state.connections))
    app.router.redirect_slashes = False  # to where the Host header says
    app.middleware_stack = Edge(
        app.build_middleware_stack(),
        GraphQLEndpoint(settings.allowed_origins),
        settings,
        admission,
        RequestLog(metrics, access),
    )
    return app


def server_for(settings: Settings, tracing: Tracing | None = None) -> uvicorn.Server:
    """The application and what serves it."""
    app = create_app(settings, tracing)
    return Server(app, settings, partial(_configured, app, settings))


def _configured(
    app: Starlette, settings: Settings, http: type[asyncio.Protocol], ws: type[asyncio.Protocol]
) -> uvicorn.Config:
    """How the application is served: bounded messages, quiet headers, its own logs."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        lifespan="on",
        http=http,
        ws=ws,
        ws_max_size=BODY_LIMIT,
        ws_max_queue=MESSAGE_QUEUE,
        ws_ping_timeout=PONG_S,
        ws_per_message_deflate=True,
        timeout_keep_alive=IDLE_S,
        timeout_graceful_shutdown=FINISH_S,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        headers=[("Saqqara-Version", version("saqqara"))],
        access_log=False,
        log_config=None,
    )


def _keep_what_is_loaded() -> None:
    """Let the garbage collector leave alone what is there for good.

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
        server = server_for(settings, tracing)
        server.run(None if fd is None else [socket.socket(fileno=fd)])


async def _refused_plainly(request: Request, error: Exception) -> Response:
    """A page for a person who came to an address where nothing is; a problem for programs."""
    is_nowhere = isinstance(error, HTTPException) and error.status_code == HTTPStatus.NOT_FOUND
    page = site.nowhere(request) if is_nowhere else None
    return page if page is not None else await on_error(request, error)
