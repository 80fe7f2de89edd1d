"""Following a match event by event, and a bot's feed of turns."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from base64 import urlsafe_b64encode
from contextlib import aclosing, suppress

import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, Busy, NotFound
from saqqara_service.models import EventKind, EventNews, MatchEvent, MatchStatus
from saqqara_service.storage.matches.cursors import LogPlace, event_cursor
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.cluster.nodes import RunningCluster
from tests.cluster.store import Store
from tests.leftovers import SHARED
from tests.service.feed_items import after, log_of, news_of, next_event, page_of
from tests.service.lookups import match_of
from tests.service.matches import (
    Seated,
    a_match,
    act_at_random,
    play_out,
)


async def test_events_come_from_the_log_and_then_live(svc: Service, other_svc: Service) -> None:
    """A follower in another process sees every version once, in order, up to the last."""
    seated = await a_match(svc)
    rng = random.Random(1)
    for _ in range(5):
        await act_at_random(svc, seated, rng)

    async def follow(version: int) -> list[MatchEvent]:
        return await log_of(other_svc, seated.id, version)

    async with asyncio.timeout(60):
        followers = [asyncio.create_task(follow(seen)) for seen in (0, 3, 6)]
        match = await play_out(svc, seated, rng)
        for seen, follower in zip((0, 3, 6), followers, strict=True):
            events = await follower
            assert [event.version for event in events] == list(range(seen + 1, match.version + 1))
            assert events[-1].status is MatchStatus.FINISHED
    assert await follow(match.version) == []
    assert [event.version for event in await follow(match.version - 1)] == [match.version]


async def test_any_cut_is_resumed_without_gap_or_repetition(svc: Service) -> None:
    """However often a follower is cut, resuming after its last version gives 1, 2, 3 … n."""
    seated = await a_match(svc)
    match = await play_out(svc, seated, random.Random(2))
    rng = random.Random(3)
    versions: list[int] = []
    while len(versions) < match.version:
        async with aclosing(
            news_of(
                svc, None, seated.id, await after(svc, seated.id, versions[-1] if versions else 0)
            )
        ) as news:
            for _ in range(rng.randrange(1, 9)):
                item = await anext(news, None)
                if isinstance(item, EventNews):
                    versions.append(item.event.version)
    assert versions == list(range(1, match.version + 1))


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "0",
        "zz zz",
        "ü",
        "x" * 10_000,
        event_cursor("mAnother", LogPlace(1, 1)),
        urlsafe_b64encode(b"event:{id}:1:1\n").decode(),
        urlsafe_b64encode(b"event:{id}:01:1").decode(),
        urlsafe_b64encode(b"event:{id}:-1:1").decode(),
    ],
)
async def test_a_cursor_that_is_none_is_refused(svc: Service, cursor: str) -> None:
    """Only what the service itself gave for this very match is taken, by stream and by page."""
    seated = await a_match(svc)
    with pytest.raises(BadCursor):
        await anext(news_of(svc, None, seated.id, cursor))
    with pytest.raises(BadCursor):
        await page_of(svc, seated.id, cursor, 10)


async def test_nobody_resumes_after_what_never_was(svc: Service) -> None:
    """After an event that is not in the log comes the match as it is; a page is refused."""
    seated = await a_match(svc)
    cursor = event_cursor(seated.id, LogPlace(2, 1))
    item = await anext(news_of(svc, None, seated.id, cursor))
    assert (item.kind, item.lost_version, item.snapshot.match.version) == ("resync", 2, 1)
    with pytest.raises(BadCursor):
        await page_of(svc, seated.id, cursor, 10)
    with pytest.raises(NotFound):
        await anext(news_of(svc, None, "nowhere", None))


async def test_an_event_tells_what_it_led_to(svc: Service) -> None:
    """Each event says, as the match does, who is asked now, until when, and what time is left."""
    seated = await a_match(svc)
    rng = random.Random(8)
    while True:
        match = await match_of(svc, seated.id)
        (event,), more = await page_of(
            svc, seated.id, await after(svc, seated.id, match.version - 1), 10
        )
        assert more is None
        assert (event.version, event.status) == (match.version, match.status)
        assert (event.to_act, event.deadline_ms) == (match.to_act, match.deadline_ms)
        assert event.left_ms == [seat.left_ms for seat in match.seats]
        if match.to_act is None:
            break
        await act_at_random(svc, seated, rng)


async def test_an_open_match_can_be_followed_from_before_its_start(svc: Service) -> None:
    """A follower of a match that has not started waits for its start."""
    seated = await a_match(svc, start=False)
    async with asyncio.timeout(30), aclosing(news_of(svc, None, seated.id, None)) as news:
        first = asyncio.ensure_future(next_event(news))
        await matches.start(svc, seated.owner, questions.StartMatch(match_id=seated.id))
        assert (await first).kind is EventKind.STARTED


async def test_a_lost_notification_costs_a_moment_never_an_event(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """With its pub/sub connection cut at every event, a follower still sees all of them."""
    seated = await a_match(svc)
    rng = random.Random(4)
    async with (
        asyncio.timeout(60),
        aclosing(news_of(other_svc, None, seated.id, await after(svc, seated.id, 1))) as news,
    ):
        for version in range(2, 5):
            with redis.Redis.from_url(redis_url) as client:
                client.client_kill_filter(_type="pubsub")
            await act_at_random(svc, seated, rng)
            assert (await next_event(news)).version == version


async def test_a_follower_outlives_a_restart_of_redis(svc: Service, redis_server: Store) -> None:
    """When Redis dies and comes back, nothing acknowledged is lost and the follower goes on."""
    seated = await a_match(svc)
    rng = random.Random(5)
    await act_at_random(svc, seated, rng)
    async with (
        asyncio.timeout(90),
        aclosing(news_of(svc, None, seated.id, await after(svc, seated.id, 1))) as news,
    ):
        assert (await next_event(news)).version == 2
        coming = asyncio.ensure_future(next_event(news))
        with SHARED.starting():
            await asyncio.to_thread(kill_and_restart, redis_server)
        await act_until_taken(svc, seated, rng)
        assert (await coming).version == 3


def kill_and_restart(store: Store) -> None:
    """End the servers as a crash would, and start them again on what they kept."""
    if isinstance(store, RunningCluster):
        store.restart()
        return
    assert isinstance(store, EmbeddedRedis)
    os.kill(store.pid, signal.SIGKILL)
    while store.is_running():
        time.sleep(0.01)
    store.start()


async def act_until_taken(svc: Service, seated: Seated, rng: random.Random) -> None:
    """Act with the same id until the store is back; a first connection may still be broken."""
    while True:
        with suppress(Busy):
            await act_at_random(svc, seated, rng)
            return
        await asyncio.sleep(0.05)
