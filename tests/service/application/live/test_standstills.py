"""A process that stands still costs nobody whom it serves any thinking time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import aclosing
from unittest.mock import patch

import pytest

from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.live.standstill import LEAST_S, Standstill
from saqqara_service.application.play import deadlines, standstills
from saqqara_service.application.play.delays import Timing
from saqqara_service.application.service import Service
from saqqara_service.models import Acted, Fischer
from saqqara_service.storage.redis.schedule import ALL
from tests.service.actions import act
from tests.service.application.play.test_outages import SLACK_MS, go_back
from tests.service.lookups import match_of
from tests.service.matches import Seated, a_match, legal_now

CONTROL = Fischer(base_ms=60_000)
STILL_MS = 40_000
THOUGHT_MS = 15_000


async def asked(svc: Service, redis_url: str, ago_ms: int) -> Seated:
    """A match whose first seat was asked so long ago, while other processes were there."""
    seated = await a_match(svc, 2, CONTROL)
    go_back(redis_url, seated.id, turn_ms=ago_ms, beat_ms=0)
    return seated


async def left_ms(svc: Service, seated: Seated) -> int:
    """What the first seat has left now."""
    deadline_ms = (await match_of(svc, seated.id)).deadline_ms
    assert deadline_ms is not None
    return deadline_ms - await svc.connection.now_ms()


async def acted(svc: Service, seated: Seated, timing: Timing | None = None) -> Acted:
    """The first legal action of the first seat."""
    match, legal = await legal_now(svc, seated.id)
    caller = seated.callers[0]
    return await act(svc, caller, seated.id, legal[0], match.version, "one", timing)


async def charged_ms(svc: Service, seated: Seated, timing: Timing | None = None) -> int:
    """What it is charged."""
    return (await acted(svc, seated, timing)).charged_ms


async def credit(svc: Service, seated: Seated, seat: int = 0) -> None:
    """The process of that seat stood still for the last 40 seconds."""
    now_ms = await svc.connection.now_ms()
    player_id = seated.callers[seat].player_id
    await svc.matches.stood(seated.id, player_id, now_ms - STILL_MS, now_ms)


async def test_who_is_asked_is_credited_once(svc: Service, redis_url: str) -> None:
    """With the time that it stood still since the turn began, however often that is told."""
    seated = await asked(svc, redis_url, STILL_MS + THOUGHT_MS)
    for _ in range(3):
        await credit(svc, seated)
    outcome = await acted(svc, seated)
    assert THOUGHT_MS <= outcome.charged_ms <= THOUGHT_MS + SLACK_MS
    assert STILL_MS <= outcome.credited_ms <= STILL_MS + SLACK_MS, "it is told"
    match, legal = await legal_now(svc, seated.id)
    if match.to_act == 1:
        again = await act(svc, seated.callers[1], seated.id, legal[0], match.version, "two")
        assert again.credited_ms < STILL_MS, "once"


async def test_a_turn_that_began_meanwhile_is_credited_from_its_beginning(
    svc: Service, redis_url: str
) -> None:
    """No clock has more than it had when the turn began."""
    seated = await asked(svc, redis_url, THOUGHT_MS)
    await credit(svc, seated)
    assert await left_ms(svc, seated) <= CONTROL.base_ms
    assert await charged_ms(svc, seated) <= SLACK_MS // 2


async def test_who_is_not_asked_is_credited_nothing(svc: Service, redis_url: str) -> None:
    """The clock that runs is another's, whose process goes on."""
    seated = await asked(svc, redis_url, THOUGHT_MS)
    await credit(svc, seated, seat=1)
    assert await charged_ms(svc, seated) >= THOUGHT_MS


async def test_an_outage_is_not_credited_twice(svc: Service, redis_url: str) -> None:
    """Where all processes stood still the whole service was away, and that is credited already."""
    seated = await a_match(svc, 2, CONTROL)
    go_back(redis_url, seated.id, turn_ms=STILL_MS + THOUGHT_MS, beat_ms=STILL_MS)
    await credit(svc, seated)
    await credit(svc, seated)
    assert await charged_ms(svc, seated) >= THOUGHT_MS


async def test_an_answer_in_hand_is_not_credited_twice(svc: Service, redis_url: str) -> None:
    """It had come before the process stood still: that time is in the clock already."""
    seated = await asked(svc, redis_url, STILL_MS + THOUGHT_MS)
    await credit(svc, seated)
    now = asyncio.get_running_loop().time()
    came_at = now - STILL_MS / 1000
    with (
        patch.object(svc.standstill, "_ended_at", now),
        patch.object(svc.standstill, "_last_s", STILL_MS / 1000),
        patch.object(svc.standstill, "_served", {seated.callers[0].player_id}),
    ):
        charged = await charged_ms(svc, seated, Timing(came_at))
    assert THOUGHT_MS <= charged <= THOUGHT_MS + SLACK_MS


async def out_of_time(svc: Service, redis_url: str) -> Seated:
    """A match whose first seat has just run out of time."""
    seated = await asked(svc, redis_url, CONTROL.base_ms - 100)
    while await left_ms(svc, seated) > -500:  # a sweep gives an answer on its way some time
        await svc.indexes.beat(ALL)  # the service is there
        await asyncio.sleep(0.05)
    return seated


async def swept(svc: Service, seated: Seated) -> bool:
    """Whether a sweep finds that the first seat's time is gone."""
    await deadlines.sweep(svc)
    return (await match_of(svc, seated.id)).seats[0].flagged


async def test_nobody_is_flagged_before_its_process_was_heard_of(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """It may stand still. Once it was heard of after the deadline, the seat is ruled on."""
    await other_svc.serving.be_heard()
    seated = await out_of_time(svc, redis_url)
    await other_svc.serving.serve(seated.callers[0].player_id)
    assert not await swept(svc, seated)
    await other_svc.serving.be_heard()
    assert await swept(svc, seated)


async def test_a_process_that_is_dead_is_not_waited_for(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """Whom it served has had ten seconds to go elsewhere."""
    await other_svc.serving.be_heard()
    seated = await out_of_time(svc, redis_url)
    await other_svc.serving.serve(seated.callers[0].player_id)
    with patch.object(standstills, "LONGEST_MS", 500):
        assert await swept(svc, seated)


async def test_who_goes_elsewhere_is_credited_up_to_then(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """The feed finds out that the process before was not heard of for some time."""
    await other_svc.serving.be_heard()
    seated = await asked(svc, redis_url, THOUGHT_MS)
    caller = seated.callers[0]
    await other_svc.serving.serve(caller.player_id)
    before_ms = await left_ms(svc, seated)
    heard_ms = await svc.connection.now_ms() - 6_000

    async def heard(_process_id: str) -> int:
        return heard_ms

    with patch.object(svc.serving, "heard_ms", heard):
        async with aclosing(bot_feed.feed(svc, caller)) as items:
            await anext(items)
    gained_ms = await left_ms(svc, seated) - before_ms
    assert gained_ms > 6_000 - SLACK_MS
    assert await svc.serving.server(caller.player_id) is None, "it is this one"
    assert await other_svc.serving.server(caller.player_id) is not None


async def test_the_loop_tells_that_it_stood_still() -> None:
    """How long, once it turns again; until that is dealt with whoever asks waits."""
    lates: list[float] = []
    dealt = asyncio.Event()

    async def stood(late_s: float, served: Iterable[str]) -> None:
        assert [*served] == ["a bot"], "though it has hung up since"
        lates.append(late_s)
        await dealt.wait()

    standstill = Standstill()
    await standstill.settled()
    here: tuple[str, ...] = ("a bot",)
    watching = asyncio.create_task(standstill.watch(lambda: here, stood))
    await asyncio.sleep(0)
    await standstill.settled()
    here = ()
    began = asyncio.get_running_loop().time()
    time.sleep(LEAST_S + 0.3)
    waiting = asyncio.create_task(standstill.settled())
    while not lates:
        await asyncio.sleep(0)
    assert not waiting.done()
    dealt.set()
    await waiting
    assert LEAST_S < lates[0] < 60
    assert standstill.within_s("a bot", began) == pytest.approx(lates[0], abs=0.2)
    assert standstill.within_s("another", began) == 0
    assert standstill.within_s("a bot", asyncio.get_running_loop().time()) == 0
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await standstill.settled()


async def test_a_standstill_is_credited_to_whom_this_process_serves(
    svc: Service, redis_url: str
) -> None:
    """To those who follow their feed here, and to nobody else."""
    here = await asked(svc, redis_url, THOUGHT_MS)
    elsewhere = await asked(svc, redis_url, THOUGHT_MS)
    before_ms = [await left_ms(svc, one) for one in (here, elsewhere)]
    with svc.hub.watch_player(here.callers[0].player_id):
        watching = asyncio.create_task(standstills.keep_watching(svc))
        await asyncio.sleep(0)
        time.sleep(LEAST_S + 0.5)
        await asyncio.sleep(0)
        await svc.standstill.settled()
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    after_ms = [await left_ms(svc, one) for one in (here, elsewhere)]
    assert after_ms[0] - before_ms[0] > after_ms[1] - before_ms[1] + 1_000
