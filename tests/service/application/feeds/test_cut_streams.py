"""A follower that is cut at every event sees what one sees that is never cut."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from saqqara_service.application.accounts import authentication
from saqqara_service.application.feeds import match_events
from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus
from saqqara_service.settings import Settings
from tests.chaos.proxy import Proxy, proxied
from tests.service.feed_items import events_in
from tests.service.lookups import match_of
from tests.service.matches import Seated, act_at_random
from tests.service.streams import Following, Lost, by_sse, by_websocket
from tests.service.transports import PATIENCE_S, Json, Rest, a_match, a_party, serving

TRANSPORTS = pytest.mark.parametrize("by", [by_websocket, by_sse], ids=["websocket", "sse"])


@dataclass(frozen=True, slots=True)
class Scene:
    """A running match behind a proxy, and how its second seat would follow it."""

    svc: Service
    address: str
    proxy: Proxy
    seated: Seated
    token: str

    async def play(self) -> None:
        """Play it to its end, slowly enough to be followed."""
        rng = random.Random(self.seated.id)
        while (await match_of(self.svc, self.seated.id)).status is MatchStatus.RUNNING:
            await act_at_random(self.svc, self.seated, rng)
            await asyncio.sleep(0.005)

    async def cut_at_every_event(self) -> None:
        """Tear all connections off whenever something happens."""
        async with aclosing(match_events.news(self.svc, None, self.seated.id, None)) as news:
            async for _ in events_in(news):
                self.proxy.cut()


@pytest.fixture
async def scene(svc: Service, settings: Settings) -> AsyncIterator[Scene]:
    """A match of two bots on a server of its own, which lets one follower connect all the time."""
    patient = settings.model_copy(update={"token_burst": 10_000})
    async with serving(patient) as address, proxied(int(address.rpartition(":")[2])) as proxy:
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client:
            party = await a_party(Rest(client))
            made = await a_match(Rest(client), party)
        callers = [await authentication.authenticate(svc, token) for token in party.tokens]
        owner = await authentication.authenticate(svc, party.owner)
        seated = Seated(await match_of(svc, made["id"]), owner, callers)
        yield Scene(svc, address, proxy, seated, party.tokens[1])


def transcript_of(item: Json) -> Json:
    """What two followers of one seat are told alike, whenever they ask."""
    return {"event": item["event"], "view": item["view"]}


async def uncut(by: Following, scene: Scene, **how: Any) -> list[Json]:
    """What is told to the end of the match over one connection."""
    async with aclosing(by(scene.address, scene.seated.id, **how)) as news:
        return [transcript_of(item) async for item in news if item["kind"] == "event"]


async def cut(by: Following, scene: Scene, *, leaving: bool, **how: Any) -> tuple[list[Json], int]:
    """The same over ever new connections, and how many; with `leaving` each tells one event."""
    events: list[Json] = []
    cursor, connections = None, 0
    while not events or events[-1]["event"]["status"] == "running":
        connections += 1
        with suppress(Lost):
            async with aclosing(by(scene.proxy.address, scene.seated.id, cursor, **how)) as news:
                async for item in news:
                    assert item["kind"] in {"event", "heartbeat"}
                    cursor = item["cursor"]
                    if item["kind"] == "event":
                        events.append(transcript_of(item))
                        if leaving:
                            break
    return events, connections


@TRANSPORTS
@pytest.mark.parametrize("views", [False, True], ids=["public", "seat"])
async def test_a_follower_cut_at_every_event_misses_nothing(
    scene: Scene, by: Following, *, views: bool
) -> None:
    """Events and views are the same, to the public and to a seat, for one event a connection."""
    how = {"views": views, "token": scene.token if views else None}
    async with asyncio.timeout(90), asyncio.TaskGroup() as tasks:
        tasks.create_task(scene.play())
        one = tasks.create_task(uncut(by, scene, **how))
        other = tasks.create_task(cut(by, scene, leaving=True, **how))
    whole, (parts, connections) = one.result(), other.result()
    assert parts == whole
    assert connections == len(whole)
    assert [item["event"]["version"] for item in whole] == list(range(1, len(whole) + 1))
    assert all((item["view"] is not None) == views for item in whole)
    if views:
        assert {item["view"]["seat"] for item in whole} == {1}


@TRANSPORTS
async def test_a_follower_torn_off_whenever_something_happens_misses_nothing(
    scene: Scene, by: Following
) -> None:
    """The same when every connection breaks at every event, whatever was under way on it."""
    how = {"views": True, "token": scene.token}
    async with asyncio.timeout(90), asyncio.TaskGroup() as tasks:
        tasks.create_task(scene.play())
        tasks.create_task(scene.cut_at_every_event())
        one = tasks.create_task(uncut(by, scene, **how))
        other = tasks.create_task(cut(by, scene, leaving=False, **how))
    whole, (parts, connections) = one.result(), other.result()
    assert parts == whole
    assert connections > 5


@TRANSPORTS
async def test_both_transports_tell_the_same(scene: Scene, by: Following) -> None:
    """A cursor that one transport gave is good for the other."""
    other = by_sse if by is by_websocket else by_websocket
    await scene.play()
    whole = await uncut(by, scene)
    assert await uncut(other, scene) == whole
    for place in (1, 10, len(whole)):
        cursor = whole[place - 1]["event"]["cursor"]
        assert await uncut(other, scene, cursor=cursor) == whole[place:]
