"""`saqqara-server api` and `worker`: one process each, as a chart or the supervisor runs it."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated

import typer
import uvicorn

from saqqara_service.cli import processes
from saqqara_service.settings import Settings
from saqqara_service.storage.embedded import redis_url

DRAIN_S = 10
LONGEST_MESSAGE = 64 * 1024

Fd = Annotated[
    int | None, typer.Option(help="A listening socket that a supervisor hands over.", hidden=True)
]


def api(*, fd: Fd = None) -> None:
    """Serve the API on SAQQARA_HOST and SAQQARA_PORT."""
    with _redis_in_environment() as settings:
        config = uvicorn.Config(
            "saqqara_service.app:create_app",
            factory=True,
            host=settings.host,
            port=settings.port,
            ws_max_size=LONGEST_MESSAGE,
            ws_max_queue=8,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=DRAIN_S,
            access_log=False,
            server_header=False,
        )
        sockets = None if fd is None else [socket.socket(fileno=fd)]
        uvicorn.Server(config).run(sockets=sockets)


def worker() -> None:
    """Work on ladders: pair, start and settle their matches."""
    with _redis_in_environment():
        # By its own name and not as __main__, since RQ finds the jobs under that name.
        import_module("saqqara_service.worker").main()


@contextlib.contextmanager
def _redis_in_environment() -> Iterator[Settings]:
    """Settings with a Redis, also for what reads the environment itself."""
    processes.end_with_parent()
    settings = Settings()
    with redis_url(settings.data, settings.redis_url) as url:
        os.environ["REDIS_URL"] = url
        yield settings.model_copy(update={"redis_url": url})
