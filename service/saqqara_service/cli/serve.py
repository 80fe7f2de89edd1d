"""`saqqara-server api` and `worker`: one process each, as a chart or the supervisor runs it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated

import typer

from saqqara_service.cli import processes
from saqqara_service.settings import Settings
from saqqara_service.storage.embedded import redis_url

Fd = Annotated[
    int | None, typer.Option(help="A listening socket that a supervisor hands over.", hidden=True)
]


def api(*, fd: Fd = None) -> None:
    """Serve the API on SAQQARA_HOST and SAQQARA_PORT."""
    with _redis_in_environment() as settings:
        import_module("saqqara_service.app").serve(settings, fd)


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
