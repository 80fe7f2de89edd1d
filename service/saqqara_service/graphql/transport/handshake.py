"""Whom a websocket greets, how long it stays, and why it is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import Final, TypeAlias, cast

from starlette.websockets import WebSocket

from saqqara_service.api.run import demand_caller
from saqqara_service.errors import ApplicationError, RateLimited, Unauthenticated
from saqqara_service.graphql.context import Context
from saqqara_service.models import OPERATION_LIMITS, Caller

MOST_OPERATIONS: Final = OPERATION_LIMITS.socket_operations
ENDED: Final = "The token was revoked or has expired."
Release: TypeAlias = Callable[[], None]


class CloseCode(IntEnum):
    """Why we close a websocket, beside the codes of the protocol."""

    BAD_MESSAGE = 4400
    BAD_TOKEN = 4403
    TOO_SLOW = 4408
    TOO_MANY_MESSAGES = 4431
    TOO_MANY_OPERATIONS = 4432
    TOO_MANY_CONNECTIONS = 4433


async def hold(context: Context, held: list[Release]) -> None:
    """Count a connection until it is released, and end it when its token ends.

    Raises `TooMany`, or `Unauthenticated` and `RateLimited` for a token that is none. While the
    store cannot tell, each operation asks for itself.
    """
    caller = await _caller(context)
    held.append(await context.connect(caller))
    if caller is not None and caller.token_id is not None:
        held.append(context.svc.revocation.on_end(caller.token_id, _cutting(context)))


async def _caller(context: Context) -> Caller | None:
    """Who greets; None without a token, or while the store cannot tell."""
    if not context.brings_token:
        return None
    try:
        return await demand_caller(context.svc, context.client, context.token)
    except (Unauthenticated, RateLimited):
        raise
    except ApplicationError:
        return None


def _cutting(context: Context) -> Callable[[], None]:
    """What ends a websocket whose token has ended."""
    socket, endings = cast("WebSocket", context.socket), set[asyncio.Task[None]]()

    async def end() -> None:
        with suppress(RuntimeError):  # it was closed meanwhile
            await socket.close(CloseCode.BAD_TOKEN, ENDED)

    return lambda: endings.add(asyncio.create_task(end()))
