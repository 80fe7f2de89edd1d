"""What a process hears of what is published, and how it finds what it has not heard."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, aclosing
from typing import Any
from unittest.mock import patch

import pytest

from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy
from saqqara_service.models import EntryStatus, FeedKind
from saqqara_service.settings import Settings
from saqqara_service.storage.ladders.entry.scripts import ReadmitReply
from saqqara_service.storage.matches.over.scripts import DeleteReply
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.keys import NEWS, index_member, key, match_key
from saqqara_service.storage.redis.pubsub import PATIENCE_S, Hub
from saqqara_service.storage.redis.topics import LOBBY_TOPIC, MatchTopic
from tests.service.challengers import a_challenge, some_rivals
from tests.service.feed_items import feed_of, next_item
from tests.service.ladders import a_ladder
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random, play_out

WITHIN_S = 60.0
Lost = Callable[[str], bool]


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> list[Lost]:
    """What is to be lost of all that is published; the last of them counts, at first nothing."""
    losing: list[Lost] = [lambda _message: False]
    pass_on = Hub._pass_on

    def pass_on_some(hub: Hub, message: str) -> None:
        if not losing[-1](message):
            pass_on(hub, message)

    monkeypatch.setattr(Hub, "_pass_on", pass_on_some)
    return losing


@pytest.fixture
async def listening(lost: list[Lost], settings: Settings) -> AsyncIterator[Service]:
    """A service whose hub may lose messages; `lost` is set up first."""
    assert lost
    async with open_service(settings) as svc:
        yield svc


async def test_a_process_that_needs_no_moves_hears_none(
    svc: Service, lost: list[Lost], settings: Settings
) -> None:
    """It reads of them once a second; of ends it hears."""
    heard: list[str] = []

    def hear(message: str) -> bool:
        heard.append(message)
        return False

    async with open_service(settings, channel=NEWS) as worker:
        seated = await a_match(svc)
        with worker.hub.watch_match(seated.id) as moves, worker.hub.watch_lobby() as lobby:
            lost.append(hear)
            await play_out(svc, seated, random.Random(1))
            async with asyncio.timeout(WITHIN_S):
                while MatchTopic(seated.id) not in await lobby.wait(until=0):
                    await asyncio.sleep(0.01)
                while MatchTopic(seated.id) not in await moves.wait(until=0):
                    await asyncio.sleep(0.01)
    assert [message.split()[1] for message in heard] == [LOBBY_TOPIC % seated.id]


def everything(_message: str) -> bool:
    """Nothing is heard at all."""
    return True


def test_a_second_passes_between_two_readings() -> None:
    """So that what is lost is found within two, whatever else the process does."""
    assert PATIENCE_S <= 1.0


async def test_a_lost_notification_is_found_by_the_next_reading(
    svc: Service, listening: Service, lost: list[Lost]
) -> None:
    """Of a challenge, which nobody who listens has heard of before."""
    lost.append(everything)
    rivals = await some_rivals(svc, 2)
    async with asyncio.timeout(WITHIN_S), aclosing(feed_of(listening, rivals.bots[1])) as feed:
        assert (await anext(feed)).kind is FeedKind.HEARTBEAT
        made = await a_challenge(svc, rivals)
        item = await next_item(feed)
        assert item.challenge.id == made.id


async def test_one_that_is_lost_among_others_is_found(
    svc: Service, listening: Service, lost: list[Lost]
) -> None:
    """What came after it was heard, and is not taken for all."""
    seated = await a_match(svc)
    others = [await a_match(svc) for _ in range(3)]
    missing = [f" {seated.id} "]
    lost.append(lambda message: missing[0] in message)
    with listening.hub.watch_match(seated.id) as watch:
        await act_at_random(svc, seated, random.Random(1))
        for other in others:
            await act_at_random(svc, other, random.Random(1))
        moved = await watch.wait(until=asyncio.get_running_loop().time() + WITHIN_S)
    assert moved == {MatchTopic(seated.id): 2}


async def test_an_entry_of_a_ladder_that_nobody_looks_after_is_found(
    svc: Service, listening: Service, lost: list[Lost]
) -> None:
    """One that has not begun, or is over: a feed that is followed names it."""
    lost.append(everything)
    enrolled = await a_ladder(svc, start=False)
    bot_id, caller = next(iter(enrolled.callers.items()))
    await svc.connection.write.hset(key("ladder_out", enrolled.id), bot_id, "benched")
    async with asyncio.timeout(WITHIN_S), aclosing(feed_of(listening, caller)) as feed:
        assert (await next_item(feed)).ladder.status is EntryStatus.BENCHED
        assert await svc.entries.readmit(enrolled.id, bot_id) is ReadmitReply.ACTIVE
        assert (await next_item(feed)).ladder.status is EntryStatus.ACTIVE


@pytest.mark.parametrize("before", [0, 1], ids=["of a stream that was empty", "of any"])
async def test_who_missed_more_than_is_kept_begins_again(
    svc: Service, listening: Service, lost: list[Lost], before: int
) -> None:
    """Nobody could say what was lost, so every follower reads how things stand."""
    stream = match_key("moved", "m1")
    added: tuple[Word, ...] = ("XADD", stream, "MAXLEN", 2, "0-*", "text", "m1 3")
    lost.append(everything)
    await svc.connection.calls.calls([added] * before)
    async with asyncio.timeout(WITHIN_S):
        while listening.hub._heard.get(stream) != before:
            await asyncio.sleep(0.01)
    with listening.hub.watch_match("m1") as watch:
        await svc.connection.calls.calls([added] * 5)
        with pytest.raises(Busy):
            await watch.wait(until=asyncio.get_running_loop().time() + WITHIN_S)


async def test_a_process_that_begins_after_a_deletion_is_not_alarmed(
    svc: Service, settings: Settings
) -> None:
    """The stream of a deleted match was trimmed, and goes on with its numbers."""
    seated = await a_match(svc)
    await play_out(svc, seated, random.Random(1))
    clock = asyncio.get_running_loop().time
    match = await match_of(svc, seated.id)
    (old,) = await svc.old_matches.matches([index_member(match.created_ms, match.id)])
    assert await svc.old_matches.delete(old, await svc.connection.now_ms()) is DeleteReply.DELETED
    stream = match_key("moved", seated.id)
    async with asyncio.timeout(WITHIN_S), open_service(settings) as later:
        while stream not in later.hub._heard:
            await asyncio.sleep(0.01)
        with later.hub.watch_match(seated.id) as watch:
            added: tuple[Word, ...] = ("XADD", stream, "0-*", "text", f"{seated.id} 3")
            await svc.connection.calls.calls([added])
            assert await watch.wait(until=clock() + WITHIN_S) == {MatchTopic(seated.id): 3}


async def test_followers_cost_no_commands(svc: Service) -> None:
    """However many feeds are followed here, a reading is one pipeline of as many commands."""
    sent: list[int] = []
    read = svc.connection.calls.read

    async def counted(commands: list[tuple[Word, ...]]) -> list[Any]:
        sent.append(len(commands))
        return await read(commands)

    with ExitStack() as followed, patch.object(svc.connection.calls, "read", counted):
        await svc.hub._catch_up()
        for number in range(200):
            followed.enter_context(svc.hub.watch_player(f"b{number}"))
            followed.enter_context(svc.hub.watch_match(f"m{number}"))
        await svc.hub._catch_up()
    assert sent[0] == sent[-1]


async def test_a_reading_passes_on_nothing_that_was_heard(svc: Service, other_svc: Service) -> None:
    """While nothing is lost it finds nothing: everything was heard before."""
    seated = await a_match(svc)
    rng, clock = random.Random(1), asyncio.get_running_loop().time
    with other_svc.hub.watch_match(seated.id) as watch:
        for version in range(2, 6):
            await act_at_random(svc, seated, rng)
            while (await watch.wait(until=clock() + WITHIN_S)) != {MatchTopic(seated.id): version}:
                pass
        with patch.object(other_svc.hub, "notify") as notify:
            await other_svc.hub._catch_up()
        notify.assert_not_called()
