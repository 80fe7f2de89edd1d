"""What a token holds open counts over all processes; what one that died held comes free."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from saqqara_service.application.live.connections import Connections
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, TooMany
from saqqara_service.storage.live.connections import TokenConnections
from tests.service.replicas import Api, apis
from tests.service.sockets import closing_code, greet, opened, say
from tests.service.transports import PATIENCE_S, Rest, a_party, bearer

MOST = 10


async def test_two_processes_count_together(redis_url: str, tmp_path: Path) -> None:
    """Ten over both, and the eleventh is refused by each, as by one; a killed one's come free."""
    with apis(redis_url, tmp_path / "log", 2) as (one, other):
        async with (
            httpx.AsyncClient(base_url=other.address, timeout=PATIENCE_S) as client,
            AsyncExitStack() as held,
        ):
            party = await a_party(Rest(client), 1)
            token = party.tokens[0]
            for number in range(MOST):
                api = (one, other)[number % 2]
                await greet(await held.enter_async_context(opened(api.address)), token)
            for api in (one, other):
                assert await refusal(api, token) == (4433, 429), api
            quotas = (await Rest(client).me(token)).data["quotas"]
            assert {"name": "connections", "used": MOST, "limit": MOST} in quotas
            os.kill(one.pid, signal.SIGKILL)
            async with asyncio.timeout(PATIENCE_S):
                while not await is_greeted(other, token):
                    await asyncio.sleep(0.1)


class Away(TokenConnections):
    """As a Redis that does not answer."""

    async def beat(self) -> list[str]:
        """Nobody hears."""
        raise Busy("away")


async def test_who_cannot_ask_counts_alone(svc: Service) -> None:
    """While Redis is away a process keeps to the limit by itself."""
    alone = Connections(2, Away(svc.connection, "p1"), svc.admission)
    close = await alone.open("a token")
    await alone.open("a token")
    with pytest.raises(TooMany):
        await alone.open("a token")
    close()
    await alone.open("a token")


async def refusal(api: Api, token: str) -> tuple[int | None, int]:
    """How one socket more is closed, and the status of one stream more."""
    async with opened(api.address) as socket:
        await say(socket, type="connection_init", payload={"authorization": f"Bearer {token}"})
        code = await closing_code(socket)
    headers = {**bearer(token), "accept": "text/event-stream"}
    async with (
        httpx.AsyncClient(base_url=api.address, timeout=PATIENCE_S) as client,
        client.stream("GET", "/api/v1/turns", headers=headers) as stream,
    ):
        return code, stream.status_code


async def is_greeted(api: Api, token: str) -> bool:
    """Whether there is room for one more connection."""
    async with opened(api.address) as socket:
        try:
            await greet(socket, token)
        except (AssertionError, ConnectionClosed):
            return False
        return True
