"""Bots at play while the store goes back to before a match was made, and a ladder makes it again.

The match has its old id, since that says its place in the schedule, and another commitment.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import redis

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient, Fischer, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.wire.models import Match
from saqqara_service.application.service import Service
from saqqara_service.storage.redis.keys import KEYS
from tests.sdk.test_real_service import all_events, some_bots
from tests.service import jobs
from tests.service.ladders import running

TIME = Fischer(base_ms=5_000, increment_ms=1_000)
PATIENCE_S = 60.0
BEGUN = 3
LOOK_S = 0.02


class Play:
    """Bots that wait in the midst of a match until they are let go."""

    def __init__(self) -> None:
        self.free, self.waits = asyncio.Event(), asyncio.Event()

    def bot(self) -> RandomBot:
        """An instance for a match."""
        return _Held(self)


class _Held(RandomBot):
    def __init__(self, play: Play) -> None:
        self._play, self._made = play, 0

    async def choose(self, turn: Turn) -> LegalAction:  # type: ignore[override]
        self._made += 1
        if self._made > BEGUN:
            self._play.waits.set()
            await self._play.free.wait()
        return turn.legal_actions[0]


@asynccontextmanager
async def at_play(server: str, tokens: list[str], play: Play) -> AsyncIterator[list[Runner]]:
    """Bots that play what they are asked for the time of the block."""
    runners = [Runner(play.bot, Access(server, token)) for token in tokens]
    tasks = [asyncio.create_task(one.run()) for one in runners]
    try:
        yield runners
    finally:
        play.free.set()
        for one in runners:
            one.stop()
        await asyncio.gather(*tasks)


def kept(client: redis.Redis) -> dict[bytes, tuple[bytes, int]]:
    """What the store holds now, as a backup has it."""
    found = {key: (client.dump(key), max(0, client.pttl(key))) for key in client.scan_iter()}
    return {key: (text, left_ms) for key, (text, left_ms) in found.items() if text is not None}


def bring_back(client: redis.Redis, backup: dict[bytes, tuple[bytes, int]]) -> None:
    """Put that in place of what is there, with another epoch, as a restore does."""
    with client.pipeline(transaction=True) as restoring:
        restoring.flushall()
        for key, (text, left_ms) in backup.items():
            restoring.restore(key, left_ms, text)
        restoring.hset(KEYS["installation"], "epoch", secrets.token_hex(8))
        restoring.execute()


async def a_planned_ladder(svc: Service, owner: AsyncClient, bots: list[str]) -> str:
    """A ladder of these bots whose matches are planned, and none of them made."""
    ladder = await owner.ladders.create(
        "Nile", {}, TIME, game="duel", blocks=1, concurrency=1, same_owner="allowed"
    )
    for bot in bots:
        await owner.ladders.enrol(ladder.id, bot)
    await owner.ladders.start(ladder.id)
    while not (await owner.ladders.matches(ladder.id)).items:  # the bots may have to come
        await jobs.pair(svc, ladder.id)
        await asyncio.sleep(LOOK_S)
    return ladder.id


async def made(svc: Service, owner: AsyncClient, ladder_id: str) -> Match:
    """The match that the ladder makes next."""
    while not (found := await running(svc)):
        await jobs.start(svc, ladder_id)
        await asyncio.sleep(LOOK_S)
    return await owner.matches.get(found[0])


async def over(owner: AsyncClient, match_id: str) -> Match:
    """The match, once it is over."""
    while not (match := await owner.matches.get(match_id)).status.is_over:
        await asyncio.sleep(LOOK_S)
    return match


@pytest.mark.parametrize("is_over", [False, True], ids=["under way", "over"])
async def test_a_match_that_is_made_again_is_played(
    server: str, svc: Service, redis_url: str, *, is_over: bool
) -> None:
    """Both bots make every decision of it, though they played its id before."""
    token, bots = await some_bots(server, 2)
    play = Play()
    async with (
        AsyncClient(server, token) as owner,
        at_play(server, [*bots.values()], play) as runners,
        asyncio.timeout(PATIENCE_S),
    ):
        ladder_id = await a_planned_ladder(svc, owner, [*bots])
        with redis.Redis.from_url(redis_url) as client:
            backup = kept(client)
            first = await made(svc, owner, ladder_id)
            await play.waits.wait()
            if is_over:
                play.free.set()
                await over(owner, first.id)
            bring_back(client, backup)
        while not all(one.report.reconnects and one.is_connected for one in runners):
            await asyncio.sleep(LOOK_S)
        again = await made(svc, owner, ladder_id)
        assert (again.id, again.commitment == first.commitment) == (first.id, False)
        play.free.set()
        match = await over(owner, again.id)
        assert match.result is not None
        assert match.result.reason == "played"
        events = await all_events(owner, again.id)
        assert not [one for one in events if one.auto or one.kind == "flagged"]
    assert [one.report.errors for one in runners] == [0, 0]
