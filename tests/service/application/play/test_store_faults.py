"""Acting while Redis freezes and dies: what was acknowledged stands, and nothing counts twice."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import pytest
import redis

from saqqara_engine.records.record import from_json, verify
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy
from saqqara_service.models import Acted, Caller, MatchStatus
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.actions import act
from tests.service.application.feeds.test_match_events import kill_and_restart
from tests.service.lookups import match_of, record_json
from tests.service.matches import Seated, a_match, legal_now, play_out

FROZEN_S = 2.5


@dataclass(slots=True)
class History:
    """What the callers of one match were told."""

    acked: dict[int, str] = field(default_factory=dict)
    busy: int = 0


async def until_answered(
    processes: list[Service], seated: Seated, history: History, rng: random.Random
) -> bool:
    """Decide once and repeat the call, at any process, until it is answered; whether to go on."""
    while True:
        try:
            match, legal = await legal_now(rng.choice(processes), seated.id)
            break
        except Busy:
            history.busy += 1
    if match.to_act is None:
        return False
    action, action_id = rng.choice(legal), f"a{rng.getrandbits(64):x}"
    while True:
        process = rng.choice(processes)
        caller = seated.callers[match.to_act]
        try:
            acted = await act(process, caller, seated.id, action, match.version, action_id)
        except Busy:
            history.busy += 1
        else:
            assert acted.version not in history.acked
            history.acked[acted.version] = action
            return True


async def play_until(
    nemesis: asyncio.Task[None], processes: list[Service], seed: int
) -> tuple[int, list[tuple[str, History]]]:
    """Play match after match to its end; how often there was none to be had, and what came."""
    played, rng, refused = [], random.Random(seed), 0
    while not nemesis.done():
        try:
            seated = await a_match(processes[0], rng.choice([2, 3, 4]))
        except Busy:
            refused += 1
            continue
        history = History()
        while await until_answered(processes, seated, history, rng):
            pass
        played.append((seated.id, history))
    return refused, played


async def torment(server: EmbeddedRedis, rng: random.Random) -> None:
    """Kill the server, then freeze it, with time to work in between."""
    for fault in ("kill", "freeze"):
        await asyncio.sleep(0.2 + rng.random() * 0.3)
        if fault == "kill":
            await asyncio.to_thread(kill_and_restart, server)
        else:
            os.kill(server.pid, signal.SIGSTOP)
            await asyncio.sleep(FROZEN_S)
            os.kill(server.pid, signal.SIGCONT)


async def test_a_frozen_store_makes_calls_busy_and_repeatable(own_server: EmbeddedRedis) -> None:
    """A call that timed out may have been applied; repeating it tells, and applies it once."""
    async with open_service(Settings(redis_url=own_server.url)) as svc:
        seated = await a_match(svc)
        _match, legal = await legal_now(svc, seated.id)
        call = (svc, seated.callers[0], seated.id, legal[0], 1, "one")
        os.kill(own_server.pid, signal.SIGSTOP)
        with pytest.raises(Busy, match="may or may not"):
            await act(*call)
        os.kill(own_server.pid, signal.SIGCONT)
        answer = await repeated_until_answered(call)
        assert answer.version == 2
        assert (await act(*call)).repeated
        assert (await match_of(svc, seated.id)).version == 2


async def test_a_store_that_is_nearly_full_finishes_what_it_has(own_server: EmbeddedRedis) -> None:
    """The last fifth of a bounded memory is for matches under way; with more room all goes on."""
    settings = Settings(redis_url=own_server.url)
    with redis.Redis.from_url(own_server.url) as client:
        async with open_service(settings) as svc:
            seated = await a_match(svc)
            client.config_set("maxmemory", int(client.info("memory")["used_memory"] * 1.2))
            with pytest.raises(Busy, match="nearly full") as refused:
                await a_match(svc)
            assert refused.value.retry_after_ms == 60_000
            await play_out(svc, seated, random.Random(5))
            assert (await match_of(svc, seated.id)).status is MatchStatus.FINISHED
            client.config_set("maxmemory", 0)
            await a_match(svc)


async def test_every_acknowledged_action_stands_once(own_server: EmbeddedRedis) -> None:
    """Matches played by two processes through a kill and a freeze of Redis hold every promise."""
    async with AsyncExitStack() as stack:
        settings = Settings(redis_url=own_server.url)
        processes = [await stack.enter_async_context(open_service(settings)) for _ in range(2)]
        nemesis = asyncio.create_task(torment(own_server, random.Random(1)))
        async with asyncio.timeout(100):
            answers = await asyncio.gather(
                *(play_until(nemesis, processes, seed) for seed in range(4))
            )
        await nemesis
        played = [one for _refused, some in answers for one in some]
        refused = sum(count for count, _some in answers)
        assert refused + sum(history.busy for _match_id, history in played) > 0
        for match_id, history in played:
            match = await match_of(processes[0], match_id)
            assert match.status is MatchStatus.FINISHED
            log = await processes[1].matches.log(match_id, 1, None)
            assert {event.version: event.action for event in log} == history.acked
            verify(from_json(await record_json(processes[1], match_id)))


async def repeated_until_answered(
    call: tuple[Service, Caller, str, str, int, str],
) -> Acted:
    """The answer to a call that is repeated while the store recovers."""
    while True:
        try:
            return await act(*call)
        except Busy:
            await asyncio.sleep(0.05)
