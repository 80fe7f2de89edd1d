"""The host's own hand: use cases called straight on the store, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import typer

from saqqara_service.application.live.admission import UnfitStore
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import ApplicationError, Busy
from saqqara_service.models import Caller, TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import redis_url
from saqqara_service.storage.redis.reasons import SILENT

HOST: Final = Caller(kind=TokenKind.ADMIN, account_id="host")
T = TypeVar("T")


class NoRedis(Exception):
    """Redis cannot be used; the message says why."""


def done(call: Callable[[Service], Awaitable[T]]) -> T:
    """What the call answers on this host's store; a refusal ends the command with its sentence.

    So does a store that this release does not fit.
    """

    async def fitting(svc: Service) -> T:
        await svc.admission.demand_fit()
        return await call(svc)

    return done_on_any(fitting)


def done_on_any(call: Callable[[Service], Awaitable[T]]) -> T:
    """The same on a store of whatever schema."""

    async def answer(settings: Settings) -> T:
        async with open_service(settings) as svc:
            await _demand_redis(svc)
            return await call(svc)

    settings = Settings()
    try:
        with redis_url(settings.data, settings.redis_url, settings.redis_server) as url:
            return asyncio.run(answer(settings.model_copy(update={"redis_url": url})))
    except (ApplicationError, UnfitStore, NoRedis) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


async def _demand_redis(svc: Service) -> None:
    try:
        await svc.connection.now_ms()
    except Busy as error:
        reason = await svc.connection.fault(error.__cause__)
        remedy = ": check REDIS_URL" if reason == SILENT else ""
        raise NoRedis(f"{reason}{remedy}") from error
