"""`saqqara-server api` and `worker`: one process each, as a chart or the supervisor runs it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Annotated

import typer

from saqqara_service.cli import processes, stack
from saqqara_service.cli.bad_settings import BadSetting
from saqqara_service.settings import Settings
from saqqara_service.storage.redis import capabilities
from saqqara_service.storage.redis.addresses import demand_address
from saqqara_service.storage.redis.embedded import redis_url

Fd = Annotated[
    int | None,
    typer.Option(help="The file descriptor of a listening socket from a supervisor", hidden=True),
]


def api(*, fd: Fd = None) -> None:
    """Serve the API on SAQQARA_HOST and SAQQARA_PORT"""
    if fd is None:
        stack.listen(Settings().host, 0).close()  # a bad host is told before anything is begun
    with _redis_found() as settings:
        _beside("app").serve(settings, fd)


def worker() -> None:
    """Run a ladder worker, which pairs, starts and settles matches"""
    with _redis_found() as settings:
        _beside("worker").main(settings)


def _beside(process: str) -> ModuleType:
    """The module of that process, which stands beside this room and not below it."""
    return import_module(f"saqqara_service.{process}")


@contextlib.contextmanager
def _redis_found() -> Iterator[Settings]:
    processes.end_with_parent()
    settings = Settings()
    if settings.rq_redis_url:
        demand_address(settings.rq_redis_url)
    with redis_url(settings.data, settings.redis_url, settings.redis_server) as url:
        blobs = settings.blobs if settings.redis_url else settings.blob_store  # beside our Redis
        settings = settings.model_copy(update={"redis_url": url, "blobs": blobs})
        if (lack := asyncio.run(capabilities.lack_at(settings))) is not None:
            raise BadSetting(f"{lack}.")
        yield settings
