"""Following a match event by event, and a bot's feed of turns."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress

import pytest
import redis

from saqqara_service.application import following, matches, play
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, Busy, Forbidden, NotFound
from saqqara_service.models import Caller, EventKind, FeedItem, FeedKind, MatchEvent, MatchStatus
from saqqara_service.storage.cursors import event_cursor
from saqqara_service.storage.embedded import EmbeddedRedis
from tests.service.followed import after, log_of, next_event, next_item
from tests.service.seated import (
    Seated,
    a_match,
    a_match_of,
    act_at_random,
    an_owner,
    play_out,
    some_bots,
)
from tests.service.test_timekeeping import run_out_of_time


async def take(stream: AsyncIterator[FeedItem], count: int) -> list[FeedItem]:
    """The next items of a feed, in the order of their matches."""
    async with asyncio.timeout(30):
        items = [await next_item(stream) for _ in range(count)]
    return sorted(items, key=lambda item: item.match_id or "")


async def answer(svc: Service, caller: Caller, item: FeedItem, rng: random.Random) -> None:
    """Act at random on a turn of the feed."""
    assert item.turn is not None
    turn = item.turn
    chosen = rng.choice(turn.legal_actions).notation
    await play.act(svc, caller, turn.match_id, chosen, turn.version, f"v{turn.version}")


async def play_from_feed(svc: Service, caller: Caller, count: int) -> list[FeedItem]:
    """What a bot's feed told until that many matches ended, having answered every turn."""
    told, ended = [], 0
    rng = random.Random(caller.bot_id)
    async with asyncio.timeout(90), aclosing(following.feed(svc, caller)) as items:
        while ended < count:
            told.append(item := await next_item(items))
            if item.kind is FeedKind.TURN:
                await answer(svc, caller, item, rng)
            else:
                ended += 1
    return told


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
            following.news(svc, None, seated.id, after(seated.id, versions[-1] if versions else 0))
        ) as news:
            for _ in range(rng.randrange(1, 9)):
                item = await anext(news, None)
                if item is not None and item.event is not None:
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
        event_cursor("mAnother", 1),
        urlsafe_b64encode(b"event:{id}:1\n").decode(),
        urlsafe_b64encode(b"event:{id}:01").decode(),
        urlsafe_b64encode(b"event:{id}:-1").decode(),
    ],
)
async def test_a_cursor_that_is_none_is_refused(svc: Service, cursor: str) -> None:
    """Only what the service itself gave for this very match is taken, by stream and by page."""
    seated = await a_match(svc)
    with pytest.raises(BadCursor):
        await anext(following.news(svc, None, seated.id, cursor))
    with pytest.raises(BadCursor):
        await following.page(svc, seated.id, cursor, 10)


async def test_nobody_resumes_after_what_never_was(svc: Service) -> None:
    """A cursor of an event to come is refused, and so is a match that there is not."""
    seated = await a_match(svc)
    with pytest.raises(BadCursor):
        await anext(following.news(svc, None, seated.id, event_cursor(seated.id, 2)))
    with pytest.raises(NotFound):
        await anext(following.news(svc, None, "nowhere", None))


async def test_an_event_tells_what_it_led_to(svc: Service) -> None:
    """Each event says, as the match does, who is asked now, until when, and what time is left."""
    seated = await a_match(svc)
    rng = random.Random(8)
    while True:
        match = await matches.get(svc, seated.id)
        (event,), more = await following.page(
            svc, seated.id, after(seated.id, match.version - 1), 10
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
    async with asyncio.timeout(30), aclosing(following.news(svc, None, seated.id, None)) as news:
        first = asyncio.ensure_future(next_event(news))
        await matches.start(svc, seated.owner, seated.id)
        assert (await first).kind is EventKind.STARTED


async def test_a_lost_nudge_costs_a_moment_never_an_event(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """With its pub/sub connection cut at every event, a follower still sees all of them."""
    seated = await a_match(svc)
    rng = random.Random(4)
    async with (
        asyncio.timeout(60),
        aclosing(following.news(other_svc, None, seated.id, after(seated.id, 1))) as news,
    ):
        for version in range(2, 6):
            with redis.Redis.from_url(redis_url) as client:
                client.client_kill_filter(_type="pubsub")
            await act_at_random(svc, seated, rng)
            assert (await next_event(news)).version == version


async def test_a_follower_outlives_a_restart_of_redis(
    svc: Service, redis_server: EmbeddedRedis
) -> None:
    """When Redis dies and comes back, nothing acknowledged is lost and the follower goes on."""
    seated = await a_match(svc)
    rng = random.Random(5)
    await act_at_random(svc, seated, rng)
    async with (
        asyncio.timeout(90),
        aclosing(following.news(svc, None, seated.id, after(seated.id, 1))) as news,
    ):
        assert (await next_event(news)).version == 2
        coming = asyncio.ensure_future(next_event(news))
        await asyncio.to_thread(kill_and_restart, redis_server)
        await act_until_taken(svc, seated, rng)
        assert (await coming).version == 3


async def test_a_feed_tells_what_is_pending_and_then_every_turn(svc: Service) -> None:
    """On connecting a bot hears every pending turn of its matches, later each new one once."""
    owner = await an_owner(svc)
    me, *others = await some_bots(svc, owner, 3)
    early = [await a_match_of(svc, owner, [me, other]) for other in others]
    await a_match_of(svc, owner, others)
    async with aclosing(following.feed(svc, me)) as items:
        told = await take(items, 2)
        assert [item.match_id for item in told] == sorted(seated.id for seated in early)
        late = await a_match_of(svc, owner, [me, others[0]])
        assert [item.match_id for item in await take(items, 1)] == [late.id]
        for seated in early:
            await act_at_random(svc, seated, random.Random(0))
        rng = random.Random(1)
        while (await matches.get(svc, early[0].id)).to_act != 0:
            await act_at_random(svc, early[0], rng)
        (again,) = await take(items, 1)
        assert again.match_id == early[0].id
        assert again.turn is not None
        assert again.turn.seat == 0
        table, _now = await svc.tables.fresh(early[0].id)
        assert again.turn.view == table.view(0)
        assert [offered.notation for offered in again.turn.legal_actions] == [
            str(action) for action in table.game.legal_actions(table.state)
        ]


async def test_bots_play_whole_matches_from_their_feeds(svc: Service, other_svc: Service) -> None:
    """Bots on two processes, in four matches at once, hear each turn once and every end."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 3)
    tables = [await a_match_of(svc, owner, bots) for _ in range(4)]
    feeds = await asyncio.gather(
        *(
            play_from_feed(process, bot, 4)
            for process, bot in zip([svc, other_svc, svc], bots, strict=True)
        )
    )
    for told in feeds:
        keys = [(item.match_id, item.version) for item in told]
        assert len(set(keys)) == len(keys)
        ended = [item for item in told if item.kind is FeedKind.ENDED]
        assert {item.match_id for item in ended} == {seated.id for seated in tables}
        assert all(item.result is not None for item in ended)
    for seated in tables:
        match = await matches.get(svc, seated.id)
        assert match.status is MatchStatus.FINISHED
        turns = sum(
            item.match_id == seated.id and item.kind is FeedKind.TURN
            for told in feeds
            for item in told
        )
        assert turns == match.version - 1


async def test_an_end_missed_is_told_on_the_next_connection(svc: Service) -> None:
    """A bot that was away when its match ended hears of it once when it comes back."""
    seated = await a_match(svc)
    match = await play_out(svc, seated, random.Random(6))
    async with aclosing(following.feed(svc, seated.callers[0])) as items:
        (item,) = await take(items, 1)
        assert (item.kind, item.version, item.result) == (
            FeedKind.ENDED,
            match.version,
            match.result,
        )
        later = await a_match_of(svc, seated.owner, seated.callers)
        (item,) = await take(items, 1)
        assert item.match_id == later.id
    async with aclosing(following.feed(svc, seated.callers[0])) as items:
        assert [item.match_id for item in await take(items, 1)] == [later.id]


async def test_a_flagged_seat_is_not_asked(svc: Service, redis_url: str) -> None:
    """Autoplay decides for a flagged seat, so its bot hears nothing but the end."""
    seated = await a_match(svc)
    run_out_of_time(redis_url, seated.id)
    await play.sweep(svc)
    await play_out(svc, seated, random.Random(7))
    async with aclosing(following.feed(svc, seated.callers[0])) as items:
        assert [item.kind for item in await take(items, 1)] == [FeedKind.ENDED]


async def test_only_a_bot_has_a_feed(svc: Service) -> None:
    """A user's token has no turns to be told."""
    with pytest.raises(Forbidden):
        await anext(following.feed(svc, await an_owner(svc)))


def kill_and_restart(server: EmbeddedRedis) -> None:
    """End the server as a crash would, and start it again on what it kept."""
    os.kill(server.pid, signal.SIGKILL)
    while server.is_running():
        time.sleep(0.01)
    server.start()


async def act_until_taken(svc: Service, seated: Seated, rng: random.Random) -> None:
    """Act with the same id until the store is back; a first connection may still be broken."""
    while True:
        with suppress(Busy):
            await act_at_random(svc, seated, rng)
            return
        await asyncio.sleep(0.05)
