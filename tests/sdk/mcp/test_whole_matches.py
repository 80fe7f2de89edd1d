"""Whole matches through MCP, by a client that follows the answers, against bots on a server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from random import Random

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient, run_async
from saqqara_sdk.wire.enums import MatchStatus
from tests.sdk.mcp.scripted_client import Said, ScriptedPlayer, is_over, on_stdio
from tests.sdk.test_real_service import all_events, some_bots

GAMES = [
    ("duel", 2, {}, 20),
    ("imhotep", 2, {}, 6),
    ("imhotep", 3, {"preset": "everything"}, 7),
    ("imhotep", 4, {"preset": "everything"}, 7),
]


async def test_no_turn_is_lost(server: str) -> None:
    """A client that is killed again and again takes every decision of its seat, each once."""
    one = await play(server, "duel", 2, {}, seed=0, answers=2)
    assert one.processes >= 10


@pytest.mark.long
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(("game", "players", "options", "matches"), GAMES)
async def test_twenty_matches(
    server: str, game: str, players: int, options: dict[str, object], matches: int
) -> None:
    """The same for twenty matches of each game; what a match takes is printed."""
    for seed in range(1, matches + 1):
        one = await play(server, game, players, options, seed=seed, answers=12)
        print(
            f"{game} {players}: {one.processes} processes, {one.calls} calls, {one.tokens} tokens"
        )


async def play(
    server: str, game: str, players: int, options: dict[str, object], *, seed: int, answers: int
) -> ScriptedPlayer:
    """Play a match of one seat through MCP; what it has read is lost with every process.

    A process ends after so many answers, in the middle of the next call.
    """
    _, bots = await some_bots(server, players)
    (mine, token), *others = bots.items()
    player = ScriptedPlayer(Random(f"{game} {players} {seed}"), answers)
    running = [
        asyncio.create_task(run_async(RandomBot, server=server, token=one, max_matches=1))
        for _, one in others
    ]
    arguments = {"game": game, "opponents": [bot for bot, _ in others], "options": options}
    said = await _process(server, token, player, "play", arguments)
    match, _ = said.match
    while not is_over(said):
        said = await _process(server, token, player, "wait", {"match": match})
    await asyncio.gather(*running)
    async with AsyncClient(server, token) as client:
        (seen,) = (await client.matches.page(player_id=mine)).items
        events = await all_events(client, seen.id)
    assert seen.status is MatchStatus.FINISHED
    assert not any(event.auto for event in events)
    return player


async def _process(
    server: str, token: str, player: ScriptedPlayer, first: str, arguments: Mapping[str, object]
) -> Said:
    """Follow the answers for a while; then the process is killed, whatever it is about to do."""
    player.processes += 1
    async with on_stdio(server, token) as client:
        said = await player.call(client, first, **arguments)
        for _ in range(player.answers):
            if is_over(said):
                return said
            said = await player.step(client, said)
        if not is_over(said):
            with suppress(TimeoutError):
                async with asyncio.timeout(player.chance.random() / 20):
                    await player.step(client, said)
    return said
