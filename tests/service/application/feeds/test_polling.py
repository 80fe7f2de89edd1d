"""A bot that asks for its turns again and again does not pay for the matches of its past."""

from __future__ import annotations

import random

import redis

from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.service import Service
from saqqara_service.storage.redis.keys import key, match_key
from tests.service.matches import Seated, a_match, a_match_of, play_out

ENDED = 6


async def test_matches_that_are_over_are_not_folded(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """Each costs a look at its status, not its log, in a process that never saw it."""
    seated = await a_match(svc)
    _turns, alone = await asked(other_svc, redis_url, seated)
    for number in range(ENDED):
        ended = await a_match_of(svc, seated.owner, seated.callers)
        await play_out(svc, ended, random.Random(number))
    turns, beside = await asked(other_svc, redis_url, seated)
    assert set(turns) <= {seated.id}
    assert beside <= alone + ENDED


async def test_what_was_over_long_ago_is_forgotten(svc: Service, redis_url: str) -> None:
    """An end is kept for a feed that may come; after an hour asking drops it."""
    seated = await a_match(svc)
    ended = await a_match_of(svc, seated.owner, seated.callers)
    await play_out(svc, ended, random.Random(1))
    live = key("player_live", str(seated.callers[0].bot_id))
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        await bot_feed.pending(svc, seated.callers[0])
        assert client.smembers(live) == {seated.id, ended.id}
        name = match_key("match", ended.id)
        client.hset(name, "last_ms", int(client.hget(name, "last_ms") or 0) - 3_700_000)
        await bot_feed.pending(svc, seated.callers[0])
        assert client.smembers(live) == {seated.id}


async def asked(svc: Service, redis_url: str, seated: Seated) -> tuple[list[str], int]:
    """Of which matches the first bot has turns, and how many commands it took to tell."""
    before = commands(redis_url)
    turns = await bot_feed.pending(svc, seated.callers[0])
    return [turn.match_id for turn in turns], commands(redis_url) - before


def commands(redis_url: str) -> int:
    with redis.Redis.from_url(redis_url) as client:
        return int(client.info("stats")["total_commands_processed"])
