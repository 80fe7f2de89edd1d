"""A plain websocket looks at tokens too; it tells the code of a refusal, and no more."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from saqqara_service.application.accounts.tokens import make
from saqqara_service.models import TokenKind
from saqqara_service.settings import Settings
from tests.service.sockets import closing_code, greet, opened, say
from tests.service.transports import PATIENCE_S, Rest, a_party, serving

REFUSED = 4403


@pytest.mark.parametrize(
    "said",
    ["Bearer junk", f"Bearer {make(TokenKind.BOT)}", 7],
    ids=("junk", "a token of nobody", "a number"),
)
async def test_a_bad_token_is_not_greeted(server: str, said: object) -> None:
    """Who brings one is told by the close code."""
    assert await _refusal(server, said) == REFUSED


async def test_a_token_holds_so_many_connections(settings: Settings) -> None:
    """One socket more is refused, and one that closes makes room."""
    one_each = settings.model_copy(update={"token_connections": 1})
    async with serving(one_each) as server, httpx.AsyncClient(base_url=server) as client:
        token = (await a_party(Rest(client), 1)).tokens[0]
        async with opened(server) as held:
            await greet(held, token)
            assert await _refusal(server, f"Bearer {token}") == REFUSED
        async with asyncio.timeout(PATIENCE_S):
            while not await _is_greeted(server, token):
                await asyncio.sleep(0.05)


async def _refusal(server: str, said: object) -> int | None:
    """The code that a greeting with these words is refused by."""
    async with opened(server) as socket:
        await say(socket, type="connection_init", payload={"authorization": said})
        return await closing_code(socket)


async def _is_greeted(server: str, token: str) -> bool:
    try:
        async with opened(server) as socket:
            await greet(socket, token)
    except Exception:  # noqa: BLE001 - closed in any way is not greeted
        return False
    return True
