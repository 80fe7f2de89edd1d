"""A reader that is too far behind is told the match as it stands, and goes on from there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import aclosing
from itertools import pairwise
from typing import Any

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import authentication, presence
from saqqara_service.application.feeds import match_events
from saqqara_service.application.matches import views
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import EventNews, MatchStatus, NewsKind, ResyncNews
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.pubsub import Watch
from tests.service.application.matches.test_public_delay import a_late_match
from tests.service.feed_items import after, news_of
from tests.service.lookups import match_of
from tests.service.matches import Seated, act_at_random, play_out
from tests.service.matches import a_match as a_seated_match
from tests.service.streams import Following, by_sse, by_websocket
from tests.service.transports import PATIENCE_S, Rest, a_match, a_party, serving

BOUND = 5
NEVER_MS = 3_600_000


@pytest.fixture
def bounded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a process that soon finds a reader too far behind, and beats but once."""
    monkeypatch.setattr(match_events, "RESYNC_EVENTS", BOUND)
    monkeypatch.setattr(presence, "HEARTBEAT_MS", NEVER_MS)
    return settings


@pytest.fixture
async def near(bounded: Settings) -> AsyncIterator[Service]:
    """The service of such a process."""
    async with open_service(bounded) as service:
        yield service


async def acted(svc: Service, seated: Seated, count: int) -> None:
    """So many actions at random."""
    rng = random.Random(count)
    for _ in range(count):
        await act_at_random(svc, seated, rng)


@pytest.mark.parametrize(("behind", "kind"), [(BOUND, "event"), (BOUND + 1, "resync")])
async def test_the_bound_is_what_may_be_told_one_by_one(
    near: Service, behind: int, kind: str
) -> None:
    """As many events as the bound are told; one more, and the match is told instead."""
    seated = await a_seated_match(near)
    await acted(near, seated, 11)
    cursor = await after(near, seated.id, 12 - behind)
    async with aclosing(news_of(near, None, seated.id, cursor)) as news:
        assert (await anext(news)).kind is NewsKind.HEARTBEAT
        item = await anext(news)
        assert item.kind == kind
        if isinstance(item, ResyncNews):
            assert item.cursor == await after(near, seated.id, 12)
            assert item.snapshot.match == await match_of(near, seated.id)
            assert item.snapshot.view == await views.view(
                near, None, questions.ViewAt(match_id=seated.id)
            )
        await acted(near, seated, 1)
        while not isinstance(item, EventNews) or item.event.version < 13:
            item = await anext(news)
        assert item.event.version == 13


async def test_a_seat_is_told_its_own_view(near: Service) -> None:
    """The snapshot of one who sits in the match has the view of that seat, and views go on."""
    seated = await a_seated_match(near)
    await acted(near, seated, 10)
    caller = seated.callers[1]
    async with aclosing(news_of(near, caller, seated.id, None, views=True)) as news:
        await anext(news)
        item = await anext(news)
        assert isinstance(item, ResyncNews)
        assert item.snapshot.view == await views.view(
            near, caller, questions.ViewAt(match_id=seated.id)
        )
        await acted(near, seated, 1)
        item = await anext(news)
        assert item.view == await views.view(near, caller, questions.ViewAt(match_id=seated.id))


async def test_one_who_stops_reading_for_long_is_told_the_match(near: Service) -> None:
    """A follower that does not ask for the next item in time hears a resync, never a gap."""
    seated = await a_seated_match(near)
    items: list[Any] = []
    async with aclosing(news_of(near, None, seated.id, None)) as news:
        await anext(news)
        for pause in (1, 3, 9, 2, 20, 1):
            await acted(near, seated, pause)
            items.append(await anext(news))
        await play_out(near, seated, random.Random(1))
        items.extend([item async for item in news])
    assert_no_gap(items)
    assert NewsKind.RESYNC in {item.kind for item in items}
    match = await match_of(near, seated.id)
    assert version_of(items[-1]) == match.version
    assert match.status is MatchStatus.FINISHED


def version_of(item: Any) -> int:
    """The version that an item leads to."""
    if isinstance(item, EventNews):
        return item.event.version
    assert isinstance(item, ResyncNews)
    return item.snapshot.match.version


def assert_no_gap(items: list[Any]) -> None:
    """Each event follows what was told before it; only a resync may leap, and forward."""
    for before, item in pairwise(items):
        if item.kind is NewsKind.EVENT:
            assert version_of(item) == version_of(before) + 1
        else:
            assert version_of(item) > version_of(before) + BOUND


async def test_a_match_that_is_over_ends_with_its_snapshot(near: Service) -> None:
    """Who comes far too late is told the finished match, and that is all."""
    seated = await a_seated_match(near)
    match = await play_out(near, seated, random.Random(4))
    async with aclosing(news_of(near, None, seated.id, None)) as news:
        items = [item async for item in news]
    assert [item.kind for item in items] == [NewsKind.HEARTBEAT, NewsKind.RESYNC]
    assert isinstance(items[-1], ResyncNews)
    assert items[-1].snapshot.match == match
    async with aclosing(news_of(near, None, seated.id, items[-1].cursor)) as news:
        assert [item async for item in news] == []


async def test_the_public_is_resynced_no_further_than_it_may_see(
    near: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The snapshot is of the match as it was so long ago; the rest follows, unnotified."""
    monkeypatch.setattr(Watch, "notify", lambda *_words: None)
    delay_ms = 300
    seated = await a_late_match(near, delay_ms)
    await acted(near, seated, 10)
    await asyncio.sleep(delay_ms / 1000)
    await acted(near, seated, 10)
    follower = news_of(near, None, seated.id, None)
    async with asyncio.timeout(PATIENCE_S), aclosing(follower) as news:
        await anext(news)
        items = [await anext(news)]
        assert isinstance(items[-1], ResyncNews)
        log = await near.matches.log(seated.id, 0, None)
        assert log[version_of(items[-1]) - 1].at_ms <= await near.hub.now_ms() - delay_ms
        while version_of(items[-1]) < 21:
            items.append(await anext(news))
    assert_no_gap(items)


@pytest.mark.parametrize("by", [by_websocket, by_sse], ids=["websocket", "sse"])
async def test_either_transport_tells_a_resync(bounded: Settings, by: Following) -> None:
    """The snapshot and the cursor come over the wire, and the cursor is good for the next time."""
    async with (
        serving(bounded) as address,
        open_service(bounded) as svc,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        party = await a_party(Rest(client))
        made = await a_match(Rest(client), party)
        callers = [await authentication.authenticate(svc, token) for token in party.tokens]
        seated = Seated(await match_of(svc, made["id"]), callers[0], callers)
        await acted(svc, seated, 10)
        async with asyncio.timeout(PATIENCE_S):
            async with aclosing(by(address, made["id"], token=party.tokens[1])) as news:
                assert (await anext(news))["kind"] == "heartbeat"
                resync = await anext(news)
            assert resync["kind"] == "resync"
            assert resync["snapshot"]["match"]["version"] == 11
            assert resync["snapshot"]["view"]["seat"] == 1
            await acted(svc, seated, 1)
            async with aclosing(by(address, made["id"], resync["cursor"])) as news:
                await anext(news)
                assert (await anext(news))["event"]["version"] == 12
