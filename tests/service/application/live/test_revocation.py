"""What a token holds open, when it ends."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator
from typing import Any
from unittest.mock import Mock

import pytest

from saqqara_service.application.live.revocation import Revocation
from saqqara_service.errors import Unauthenticated
from saqqara_service.models import Caller, TokenKind

HELD = "t"
CALLER = Caller(kind=TokenKind.BOT, account_id="a", bot_id="b", token_id=HELD)


@pytest.mark.parametrize("error", [None, ValueError("broken")])
async def test_a_stream_that_ends_with_its_token_leaves_nothing_behind(
    error: Exception | None,
) -> None:
    """It is told once that the token is over, and no task is left whose end nobody heard of."""
    unheard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, what: unheard.append(what))
    revocation = Revocation(Mock(), Mock())

    async def numbers() -> AsyncGenerator[int, None]:
        yield 1
        revocation._cut(HELD)
        if error is not None:
            raise error

    stream = revocation.while_valid(CALLER, numbers())
    assert await anext(stream) == 1
    with pytest.raises(Unauthenticated):
        await anext(stream)
    gc.collect()
    await asyncio.sleep(0)
    assert unheard == []


async def test_a_stream_that_ends_before_its_token_just_ends() -> None:
    """All of it is told, and nothing more."""

    async def numbers() -> AsyncGenerator[int, None]:
        yield 1
        yield 2

    heard = [one async for one in Revocation(Mock(), Mock()).while_valid(CALLER, numbers())]
    assert heard == [1, 2]
