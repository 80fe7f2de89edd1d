"""Lists to their end, and requests that the client has no call for."""

from __future__ import annotations

import asyncio

import pytest

from saqqara_sdk import AsyncClient, Client, Untimed, each, each_async
from saqqara_sdk.wire.errors import NotFound
from tests.sdk.test_real_service import some_bots


def listed(server: str, bot_id: str) -> list[str]:
    """The ids of a bot's matches, by the client without `async`."""
    with Client(server) as client:
        return [one.id for one in each(client.matches.page, first=2, player_id=bot_id)]


async def test_a_list_is_told_to_its_end(server: str) -> None:
    """Item by item over several pages, each once, newest first; the filter goes along."""
    owner, bots = await some_bots(server, 2)
    bot_id = next(iter(bots))
    async with AsyncClient(server, owner) as client:
        made = [(await client.matches.create([*bots], Untimed())).id for _ in range(5)]
        found = [one.id async for one in each_async(client.matches.page, first=2, player_id=bot_id)]
    assert sorted(found) == sorted(made)
    assert await asyncio.to_thread(listed, server, bot_id) == found


async def test_any_request_can_be_sent(server: str) -> None:
    """Its answer comes as JSON, its refusal as the usual error; the version is told."""
    async with AsyncClient(server) as client:
        games = await client.request("GET", "/games")
        assert isinstance(games, dict)
        assert games["items"]
        with pytest.raises(NotFound):
            await client.request("GET", "/matches/none")
        about = await client.about()
    with Client(server) as client:
        assert (await asyncio.to_thread(client.about)).version == about.version
        assert await asyncio.to_thread(client.request, "GET", "/games") == games
