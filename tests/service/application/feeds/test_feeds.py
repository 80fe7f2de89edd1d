"""A bot's feed: its pending turns, every new one, and the ends of its matches."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from typing import Any

import httpx
import pytest

from saqqara_service.application.accounts import presence
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.play import deadlines
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, FeedKind, MatchStatus
from saqqara_service.rest import streams
from tests.service.actions import act
from tests.service.application.play.test_timekeeping import run_out_of_time
from tests.service.feed_items import feed_of, next_item
from tests.service.lookups import match_of
from tests.service.matches import a_match, a_match_of, act_at_random, an_owner, play_out, some_bots
from tests.service.transports import Rest, a_party, bearer


async def take(stream: AsyncIterator[Any], count: int) -> list[Any]:
    """The next items of a feed, in the order of their matches."""
    async with asyncio.timeout(30):
        items = [await next_item(stream) for _ in range(count)]
    return sorted(items, key=lambda item: item.match_id or "")


async def answer(svc: Service, caller: Caller, item: Any, rng: random.Random) -> None:
    """Act at random on a turn of the feed."""
    assert item.turn is not None
    turn = item.turn
    chosen = rng.choice(turn.actions)
    await act(svc, caller, turn.match_id, chosen, turn.version, f"v{turn.version}")


async def play_from_feed(svc: Service, caller: Caller, count: int) -> list[Any]:
    """What a bot's feed told until that many matches ended, having answered every turn."""
    received, ended = [], 0
    rng = random.Random(caller.bot_id)
    async with asyncio.timeout(90), aclosing(feed_of(svc, caller)) as items:
        while ended < count:
            received.append(item := await next_item(items))
            if item.kind is FeedKind.TURN:
                await answer(svc, caller, item, rng)
            else:
                ended += 1
    return received


async def test_a_feed_tells_what_is_pending_and_then_every_turn(svc: Service) -> None:
    """On connecting a bot hears every pending turn of its matches, later each new one once."""
    owner = await an_owner(svc)
    me, *others = await some_bots(svc, owner, 3)
    early = [await a_match_of(svc, owner, [me, other]) for other in others]
    await a_match_of(svc, owner, others)
    async with aclosing(feed_of(svc, me)) as items:
        first = await take(items, 2)
        assert [item.match_id for item in first] == sorted(seated.id for seated in early)
        late = await a_match_of(svc, owner, [me, others[0]])
        assert [item.match_id for item in await take(items, 1)] == [late.id]
        for seated in early:
            await act_at_random(svc, seated, random.Random(0))
        rng = random.Random(1)
        while (await match_of(svc, early[0].id)).to_act != 0:
            await act_at_random(svc, early[0], rng)
        (again,) = await take(items, 1)
        assert again.match_id == early[0].id
        assert again.turn is not None
        assert again.turn.seat == 0
        table, _now = await svc.tables.fresh(early[0].id)
        assert again.turn.view == table.view(0)
        assert again.turn.actions == [
            str(action) for action in table.game.legal_actions(table.state)
        ]


async def test_bots_play_whole_matches_from_their_feeds(svc: Service, other_svc: Service) -> None:
    """Bots on two processes, in four matches at once, hear each turn once and every end."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 3)
    tables = [await a_match_of(svc, owner, bots) for _ in range(4)]
    bot_feed = await asyncio.gather(
        *(
            play_from_feed(process, bot, 4)
            for process, bot in zip([svc, other_svc, svc], bots, strict=True)
        )
    )
    for heard in bot_feed:
        keys = [(item.match_id, item.version) for item in heard]
        assert len(set(keys)) == len(keys)
        ended = [item for item in heard if item.kind is FeedKind.ENDED]
        assert sorted(str(item.match_id) for item in ended) == sorted(
            seated.id for seated in tables
        )
        assert all(item.result is not None for item in ended)
    for seated in tables:
        match = await match_of(svc, seated.id)
        assert match.status is MatchStatus.FINISHED
        turns = sum(
            item.match_id == seated.id and item.kind is FeedKind.TURN
            for heard in bot_feed
            for item in heard
        )
        assert turns == match.version - 1


async def test_an_end_missed_is_told_on_the_next_connection(svc: Service) -> None:
    """A bot that was away when its match ended hears of it when it comes back."""
    seated = await a_match(svc)
    match = await play_out(svc, seated, random.Random(6))
    async with aclosing(feed_of(svc, seated.callers[0])) as items:
        (item,) = await take(items, 1)
        assert (item.kind, item.version) == (FeedKind.ENDED, match.version)
        assert item.result == match.result
        later = await a_match_of(svc, seated.owner, seated.callers)
        (item,) = await take(items, 1)
        assert item.match_id == later.id


async def test_an_end_is_told_again_until_a_feed_has_lived_on_after_it(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A feed that breaks off at the end of a match may not have been heard; one that lives was."""
    monkeypatch.setattr(presence, "HEARTBEAT_MS", 50)
    seated = await a_match(svc)
    await play_out(svc, seated, random.Random(6))
    for _ in range(2):
        async with aclosing(feed_of(svc, seated.callers[0])) as items:
            assert (await next_item(items)).kind is FeedKind.ENDED
    monkeypatch.setattr(bot_feed, "FORGET_S", 0.1)
    async with aclosing(feed_of(svc, seated.callers[0])) as items:
        assert (await next_item(items)).kind is FeedKind.ENDED
        while await svc.indexes.live_versions(str(seated.callers[0].bot_id)):
            assert (await anext(items)).kind is FeedKind.HEARTBEAT
    assert await svc.indexes.live_versions(str(seated.callers[1].bot_id))
    later = await a_match_of(svc, seated.owner, seated.callers)
    async with aclosing(feed_of(svc, seated.callers[0])) as items:
        assert (await next_item(items)).match_id == later.id


async def test_the_first_heartbeat_names_the_running_matches(svc: Service) -> None:
    """A bot that connects again knows by it what it is playing, also where another is asked."""
    seated = await a_match(svc)
    for caller in seated.callers:
        async with aclosing(feed_of(svc, caller)) as items:
            first = await anext(items)
            assert [one.match_id for one in first.heartbeat.clocks] == [seated.id]


async def test_a_feed_without_matches_seldom_beats(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the end of the last match is forgotten it beats as during the match."""
    monkeypatch.setattr(presence, "HEARTBEAT_MS", 50)
    monkeypatch.setattr(bot_feed, "FORGET_S", 0.5)
    seated = await a_match(svc)
    await play_out(svc, seated, random.Random(6))
    async with aclosing(feed_of(svc, seated.callers[0])) as items:
        assert (await next_item(items)).kind is FeedKind.ENDED
        begun, beats = time.monotonic(), list[float]()
        while len(beats) < 2 or beats[-1] - beats[-2] < 1:
            assert (await anext(items)).kind is FeedKind.HEARTBEAT
            beats.append(time.monotonic() - begun)
    assert len(beats) > 3
    assert beats[-1] - beats[-2] <= 50 * bot_feed.IDLE_BEATS / 1000 + 1


async def test_an_idle_event_stream_is_not_silent(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between heartbeats come comments, which keep proxies and clients from giving up."""
    monkeypatch.setattr(streams, "PING_S", 0.1)
    party = await a_party(Rest(client))
    headers = {**bearer(party.tokens[0]), "accept": "text/event-stream"}
    async with client.stream("GET", "/api/v1/turns", headers=headers) as answer:
        async for line in answer.aiter_lines():
            if line.startswith(":"):
                break
        else:
            pytest.fail("the stream ended")


async def test_two_feeds_of_one_bot_both_tell_everything(svc: Service, other_svc: Service) -> None:
    """A bot that is connected twice, here or there, hears every turn and every end twice."""
    seated = await a_match(svc)
    async with asyncio.timeout(60), AsyncExitStack() as held:
        twins = [
            await held.enter_async_context(aclosing(feed_of(one, seated.callers[0])))
            for one in (svc, svc, other_svc)
        ]
        rng = random.Random(9)
        while (match := await match_of(svc, seated.id)).to_act is not None:
            if match.to_act == 0:
                pair = [await next_item(feed) for feed in twins]
                assert {(item.kind, item.version) for item in pair} == {
                    (FeedKind.TURN, match.version)
                }
            await act_at_random(svc, seated, rng)
        pair = [await next_item(feed) for feed in twins]
        assert [item.result for item in pair] == [match.result] * 3


async def test_a_flagged_seat_is_not_asked(svc: Service, redis_url: str) -> None:
    """Autoplay decides for a flagged seat, so its bot hears nothing but the end."""
    seated = await a_match(svc)
    run_out_of_time(redis_url, seated.id)
    await deadlines.sweep(svc)
    await play_out(svc, seated, random.Random(7))
    async with aclosing(feed_of(svc, seated.callers[0])) as items:
        assert [item.kind for item in await take(items, 1)] == [FeedKind.ENDED]
