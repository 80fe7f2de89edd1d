"""A ladder under blows: workers and API processes killed, sockets cut, every match counted once."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from saqqara_contest.ratings import INITIAL, rate
from saqqara_service.application import ladders, match_lists, matches
from saqqara_service.application.match_lists import Wanted
from saqqara_service.application.service import Service, open_service
from saqqara_service.cli import demo, stack
from saqqara_service.cli.demo import Bots, Outcome
from saqqara_service.cli.processes import Child, stop_all
from saqqara_service.cli.stack import Stack
from saqqara_service.cli.visitor import Visitor
from saqqara_service.models import Ladder, LadderMatch, LadderStatus, MatchStatus, Standing
from saqqara_service.settings import Settings
from tests.chaos.proxy import Proxy, proxied
from tests.stack.waiting import eventually

BLOWS = 10
CUTS = 2
OVER_S = 100.0


@dataclass(slots=True)
class Blow:
    """What was hit, when so many matches were settled, and how many were under way."""

    what: str
    settled: int
    under_way: int
    hits: int


@dataclass(slots=True)
class Siege:
    """A stack, its bots behind proxies, and what hits them."""

    running: Stack
    svc: Service
    visitor: Visitor
    bots: Bots
    proxies: list[Proxy]
    ladders: list[Ladder]
    chance: random.Random
    blows: list[Blow] = field(default_factory=list)

    async def strike_by_plan(self, role: str) -> None:
        """Kill a process of the role ten times and cut all sockets twice, at seeded moments."""
        planned = sum(ladder.matches_planned for ladder in self.ladders)
        moments = self.chance.sample(range(planned // 2), BLOWS + CUTS)
        cuts = set(self.chance.sample(moments, CUTS))
        first = self.chance.randrange(2)
        for number, moment in enumerate(sorted(moments)):
            await self._reach(moment)
            await asyncio.sleep(self.chance.uniform(0, 0.3))
            if moment in cuts:
                await self._cut_sockets()
            else:
                # In turns: the survivor of the last blow has all the work and all the bots.
                await self._kill(self.running.of_role(role)[(first + number) % 2])

    async def wait_until_over(self) -> list[Ladder]:
        """The ladders, once all are finished."""
        while True:
            found = await self._ladders_now()
            if all(ladder.status is LadderStatus.FINISHED for ladder in found):
                return found
            await asyncio.sleep(0.1)

    async def _reach(self, settled: int) -> None:
        """Wait until so many matches are settled."""
        while await self._settled() < settled:
            await asyncio.sleep(0.05)

    async def _ladders_now(self) -> list[Ladder]:
        return [await ladders.get(self.svc, ladder.id) for ladder in self.ladders]

    async def _settled(self) -> int:
        return sum(ladder.matches_settled for ladder in await self._ladders_now())

    async def _under_way(self) -> int:
        """Wait until matches have begun and wait for a bot, and tell how many."""
        while True:
            found, _more = await match_lists.page(self.svc, Wanted(MatchStatus.RUNNING), 100, None)
            count = sum(match.version > 1 and match.to_act is not None for match in found)
            if count:
                return count
            statuses = [ladder.status for ladder in await self._ladders_now()]
            assert LadderStatus.RUNNING in statuses, "the ladders were over before the last blow"
            await asyncio.sleep(0.02)

    async def _kill(self, child: Child) -> None:
        settled = await self._settled()
        await eventually(lambda: child.is_running)
        under_way = await self._under_way()
        os.kill(child.pid, signal.SIGKILL)
        self.blows.append(Blow(child.program.name, settled, under_way, 1))

    async def _cut_sockets(self) -> None:
        settled = await self._settled()
        await eventually(lambda: all(proxy.is_live for proxy in self.proxies))
        under_way = await self._under_way()
        hits = [proxy.cut() for proxy in self.proxies]
        self.blows.append(Blow("sockets", settled, under_way, min(hits)))


@pytest.mark.chaos
@pytest.mark.parametrize("role", ["worker", "api"])
async def test_every_match_counts_once(
    role: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ten kills of a role and two cuts of all sockets lose no match and count none twice."""
    seed = int(os.environ.get("CHAOS_SEED") or secrets.randbelow(10**6))
    with capsys.disabled():
        print(f"\nCHAOS_SEED={seed} ({role})", end=" ", flush=True)
    async with besieged(tmp_path, random.Random(seed)) as siege:
        async with asyncio.timeout(OVER_S):
            await siege.strike_by_plan(role)
            finished = await siege.wait_until_over()
        with capsys.disabled():
            print(", ".join(f"{blow.what} with {blow.under_way}" for blow in siege.blows), end=" ")
        await demand_real_blows(siege, role)
        for ladder in finished:
            await demand_whole(siege, ladder)
        await demand_clean_end(siege)


@asynccontextmanager
async def besieged(data: Path, chance: random.Random) -> AsyncIterator[Siege]:
    """The stack of the demonstration with its ladders begun, each bot behind a proxy of its own."""
    async with AsyncExitStack() as cleanup:
        settings = Settings(data=data, port=0, redis_url=None)
        running = await cleanup.enter_async_context(stack.running(settings))
        visitor = await Visitor.register(running.server, "chaos")
        await cleanup.enter_async_context(aclosing(visitor.http))
        proxies = [
            await cleanup.enter_async_context(proxied(running.settings.port)) for _ in demo.BOTS
        ]
        addresses = [proxy.address for proxy in proxies]
        bots = await cleanup.enter_async_context(demo.bots_playing(running, visitor, addresses))
        svc = await cleanup.enter_async_context(open_service(running.settings))
        # Half as long again as the demonstration's: a quick machine must not be done too early.
        longer = [
            terms.model_copy(update={"blocks": terms.blocks * 3 // 2}) for terms in demo.LADDERS
        ]
        begun = [await visitor.begin_ladder(terms, bots.ids) for terms in longer]
        yield Siege(running, svc, visitor, bots, proxies, begun, chance)


async def demand_real_blows(siege: Siege, role: str) -> None:
    """Every blow hit something while matches were being played, and nothing else died."""
    assert len(siege.blows) == BLOWS + CUTS
    for blow in siege.blows:
        assert blow.under_way > 0, blow
        assert blow.hits > 0, blow
    children = siege.running.children
    await eventually(lambda: sum(child.deaths for child in children) >= BLOWS)
    deaths = {child.program.name: child.deaths for child in children}
    kills = [blow.what for blow in siege.blows if blow.what != "sockets"]
    assert deaths == {name: kills.count(name) for name in deaths}
    if role == "api":
        assert sum(proxy.lost for proxy in siege.proxies) > 0, "no bot lost its API process"


async def demand_whole(siege: Siege, ladder: Ladder) -> None:
    """The ladder's standings hold every match once, in time, and are the fold of the results."""
    standings = await siege.visitor.standings(ladder.id)
    schedule = await siege.visitor.schedule(ladder.id)
    demo.demand_counted_once(Outcome(ladder, standings, schedule))
    assert [row.flags for row in standings] == [0] * len(standings)
    assert standings == await ladders.refold(siege.svc, ladder.id)
    assert_fold(standings, schedule)
    for planned in schedule:
        match = await matches.get(siege.svc, planned.id)
        assert match.status is MatchStatus.FINISHED
        assert match.result is not None
        assert [seat.place for seat in match.result.seats] == planned.places
        assert all(seat.kept_time for seat in match.result.seats)


def assert_fold(standings: Sequence[Standing], schedule: Sequence[LadderMatch]) -> None:
    """The ratings are the results, folded here once more by the number of each."""
    ratings = {row.bot_id: INITIAL for row in standings}
    for match in sorted(schedule, key=lambda one: one.result_number or 0):
        assert match.places is not None
        before = [ratings[bot] for bot in match.bots]
        ratings |= dict(zip(match.bots, rate(before, match.places), strict=True))
    for row in standings:
        assert row.mu == pytest.approx(ratings[row.bot_id].mu)
        assert row.sigma == pytest.approx(ratings[row.bot_id].sigma)


async def demand_clean_end(siege: Siege) -> None:
    """Every bot lived through it and ends with 0 when told to stop; nobody logged a traceback."""
    children = siege.bots.children
    assert all(child.is_running for child in children)
    assert await stop_all(children) == [0] * len(children)
    logs = {child.program.log for child in (*siege.running.children, *children)}
    assert [log.name for log in logs if "Traceback" in log.read_text()] == []
