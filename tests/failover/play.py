"""Bots of the SDK at play while the primary fails; what they were acknowledged, and what is left.

python -m tests.failover.play --durability replica --how partition --times 20
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from saqqara_bots.random_bot import RandomBot
from saqqara_engine.errors import RecordError
from saqqara_engine.records.notes import Note
from saqqara_engine.records.record import read, verify
from saqqara_sdk import AsyncClient, Fischer, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.player import Player
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.wire.models import MatchEvent, WireTurn
from tests.chaos.proxy import proxied
from tests.failover.sentinels import Sentinels, Server, sentinels
from tests.service.replicas import api_processes

How: TypeAlias = Literal["kill", "partition"]

MATCHES = 6
DECISION_S = 0.1
HELD = 10
"""So many decisions a bot makes in a match before the match is let go; it makes at least 24."""
BEGUN = 4
"""So many actions of every match are made before the fault."""
PARTED_S = 4.0
LAG_S = 0.05
FINISH_S = 240.0
TIME = Fischer(base_ms=120_000, increment_ms=1_000)


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An action that the service said was made, and when that came."""

    match_id: str
    version: int
    action: str
    at_s: float


@dataclass(slots=True)
class Outcome:
    """What became of the matches."""

    matches: int
    finished: int = 0
    acknowledged: int = 0
    lost: int = 0
    """Acknowledged actions that the logs do not have."""
    unreported: int = 0
    """Those of them that no event `rolled_back` tells of."""
    broken: list[str] = field(default_factory=list)
    """Matches whose log does not replay."""
    stopped_s: float = 0.0
    """The longest time in which nobody was acknowledged anything."""
    resumed_s: float = 0.0
    """From when the other primary was there until the first acknowledgement."""


@dataclass(frozen=True, slots=True)
class Play:
    """The matches that bots of this process play; none is over before it was let go."""

    matches: list[str] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """Matches in which an action waits for its answer."""
    free: defaultdict[str, asyncio.Event] = field(
        default_factory=lambda: defaultdict(asyncio.Event)
    )

    def let_go(self, *matches: str) -> None:
        """These may be played to their end."""
        for match_id in matches:
            self.free[match_id].set()

    async def goes_on(self, match_id: str, actions: int) -> None:
        """Wait until so many more actions of it were acknowledged."""
        wanted = self._count(match_id) + actions
        async with asyncio.timeout(FINISH_S):
            while self._count(match_id) < wanted:
                await asyncio.sleep(0.005)

    async def asks(self, match_id: str) -> None:
        """Wait until an action of it waits for its answer."""
        async with asyncio.timeout(FINISH_S):
            while match_id not in self.asked:
                await asyncio.sleep(0.005)

    def _count(self, match_id: str) -> int:
        return sum(one.match_id == match_id for one in self.acknowledged)


Fault: TypeAlias = Callable[[Play], Awaitable[float]]
"""What befalls the store while these matches are played; from when on play may go on again."""


class Unhurried(RandomBot):
    """It thinks a moment, as long matches do, and waits until the match is let go."""

    def __init__(self, play: Play) -> None:
        self._play, self._made = play, 0

    async def choose(self, turn: Turn) -> LegalAction:  # type: ignore[override]
        await asyncio.sleep(random.uniform(0, DECISION_S))
        self._made += 1
        if self._made > HELD:
            await self._play.free[turn.match_id].wait()
        return random.choice(turn.legal_actions)


@asynccontextmanager
async def recorded() -> AsyncIterator[Play]:
    """Every acknowledgement that a bot of this process gets."""
    play = Play()
    plain = Player._act

    async def act(self: Player, turn: WireTurn, action: str, note: Note | None) -> None:
        play.asked.add(turn.match_id)
        try:
            await plain(self, turn, action, note)
        finally:
            play.asked.discard(turn.match_id)
        acknowledgement = Acknowledged(turn.match_id, self._reached, action, time.monotonic())
        play.acknowledged.append(acknowledgement)

    Player._act = act  # type: ignore[method-assign]
    try:
        yield play
    finally:
        Player._act = plain  # type: ignore[method-assign]


async def fail_over(durability: str, how: How, log: Path) -> Outcome:
    """Play some matches, let the primary fail in their midst, and compare."""
    async with sentinels() as redis:

        async def fault(_play: Play) -> float:
            primary = await asyncio.to_thread(redis.primary)
            primary.link.lag_s = LAG_S
            await asyncio.sleep(0.5)
            failed_s = await _fail(redis, primary, how)
            if how == "partition":
                await asyncio.sleep(PARTED_S)
                primary.link.is_parted = False
                await redis.joined(primary)
            return failed_s

        return await played_through(redis.url, durability, fault, log)


async def played_through(
    url: str, durability: str, fault: Fault, log: Path, count: int = MATCHES
) -> Outcome:
    """Two API processes on that store, two bots, and what befalls the store in their midst."""
    settings = {
        "SAQQARA_DURABILITY": durability,
        "SAQQARA_BLOBS": str(log.parent / "blobs"),
        "SAQQARA_ADDRESS_ACCOUNTS_PER_DAY": "2000",
    }
    apis = api_processes(url, log, count=2, **settings)
    ports = await asyncio.to_thread(apis.__enter__)
    try:
        async with proxied(*ports) as proxy, recorded() as play:
            return await _scene(proxy.address, play, fault, count)
    finally:
        await asyncio.to_thread(apis.__exit__, None, None, None)


async def _scene(server: str, play: Play, fault: Fault, count: int) -> Outcome:
    async with AsyncClient(server) as nobody:
        account = await nobody.accounts.register("Hemiunu")
    async with AsyncClient(server, account.token) as owner:
        made = [await owner.bots.create(f"bot {number}") for number in range(2)]
        seats = [one.bot.id for one in made if one.bot]
        matches = [
            (await owner.matches.create(seats[:: (1, -1)[number % 2]], TIME, game="duel")).id
            for number in range(count)
        ]
        play.matches.extend(matches)
        runners = [Runner(lambda: Unhurried(play), Access(server, one.token)) for one in made]
        playing = [asyncio.create_task(runner.run()) for runner in runners]
        await asyncio.gather(*[play.goes_on(one, BEGUN) for one in matches])
        failed_s = await fault(play)
        play.let_go(*matches)
        await all_over(owner, matches)
        for runner in runners:
            runner.stop()
        await asyncio.gather(*playing)
        outcome = Outcome(len(matches), acknowledged=len(play.acknowledged))
        logs = {one: await log_of(owner, one) for one in matches}
        for match_id, events in logs.items():
            match = await owner.matches.get(match_id)
            outcome.finished += match.result is not None
            if not await replays(owner, match_id):
                outcome.broken.append(match_id)
            mine = [one for one in play.acknowledged if one.match_id == match_id]
            compare(outcome, mine, events)
        after = [one.at_s for one in play.acknowledged if one.at_s > failed_s]
        times = sorted(one.at_s for one in play.acknowledged)
        outcome.resumed_s = min(after) - failed_s
        outcome.stopped_s = max(late - early for early, late in pairwise(times))
        return outcome


async def _fail(redis: Sentinels, primary: Server, how: How) -> float:
    """Let it fail; answers when another one was the primary."""
    if how == "kill":
        primary.program.kill()
    else:
        primary.link.is_parted = True
    await redis.failed_over(primary)
    return time.monotonic()


async def all_over(client: AsyncClient, matches: list[str]) -> None:
    """Waits until every match has a result."""
    async with asyncio.timeout(FINISH_S):
        for match_id in matches:
            while (await client.matches.get(match_id)).result is None:
                await asyncio.sleep(0.2)


def compare(outcome: Outcome, acknowledged: list[Acknowledged], events: list[MatchEvent]) -> None:
    """Counts what the log does not have, and what of that no event `rolled_back` tells of.

    The process that knows of a loss may be slower than a bot that another one has asked anew: then
    the event stands behind that bot's action, and its version may be above its `lost_version`.
    A restore knows no version: its event tells of whatever came after the one before it.
    """
    at = {event.version: event for event in events}
    back = [event.lost_version for event in events if event.kind == "rolled_back"]
    lost_up_to = max((math.inf if one is None else one for one in back), default=0)
    for one in acknowledged:
        if one.version in at and at[one.version].action == one.action:
            continue
        outcome.lost += 1
        outcome.unreported += one.version > lost_up_to


async def log_of(client: AsyncClient, match_id: str) -> list[MatchEvent]:
    page = await client.matches.events_page(match_id)
    events = list(page.items)
    while page.cursor:
        page = await client.matches.events_page(match_id, after=page.cursor)
        events += page.items
    return events


async def replays(client: AsyncClient, match_id: str) -> bool:
    """Whether the record can be folded to the end that it tells."""
    try:
        verify(read(json.dumps(await client.matches.record(match_id))))
    except RecordError:
        return False
    return True


def main(
    durability: Annotated[str, typer.Option()] = "replica",
    how: Annotated[str, typer.Option()] = "kill",
    times: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Fail over so often and print what came of it, a line each."""
    outcomes = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "api.log"
            assert how in {"kill", "partition"}
            try:
                outcome = asyncio.run(fail_over(durability, how, log))  # type: ignore[arg-type]
            except TimeoutError:
                print(log.read_text()[-6000:])
                raise
            outcomes.append(outcome)
            print(json.dumps(asdict(outcome)), flush=True)
            faults = [line for line in log.read_text().splitlines() if "Traceback" in line]
            if faults or outcome.unreported:
                print(log.read_text(), flush=True)
    lost, unreported = sum(one.lost for one in outcomes), sum(one.unreported for one in outcomes)
    resumed = [one.resumed_s for one in outcomes]
    print(
        f"{times} times {durability}, {how}: lost {lost} of"
        f" {sum(one.acknowledged for one in outcomes)}, unreported {unreported}; play went on"
        f" {statistics.median(resumed):.2f} s after the promotion, {max(resumed):.2f} at most"
    )


if __name__ == "__main__":
    typer.run(main)
