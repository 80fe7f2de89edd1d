"""Waiting for a store that is away: a follower has nothing better to do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from saqqara_service.errors import Busy

P = ParamSpec("P")
T = TypeVar("T")

_RETRY_S = 0.2


async def retried(call: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """The answer, as soon as the store gives one."""
    while True:
        try:
            return await call(*args, **kwargs)
        except Busy:
            await asyncio.sleep(_RETRY_S)
