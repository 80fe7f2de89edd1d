"""A rated ladder over the whole real path: matches per second, and what each process costs.

Redis that writes every acknowledged byte to disk, API processes, RQ workers and bots of the SDK on
websockets, all on this machine, as `saqqara-server up` and strangers' bots would run.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import httpx
import redis
from prometheus_client.parser import text_string_to_metric_families

from saqqara_service.cli import stack
from saqqara_service.cli.processes import Child
from saqqara_service.cli.stack import METRICS_PORT, Stack
from saqqara_service.models import Ladder, SameOwner
from saqqara_service.questions import CreateLadder
from saqqara_service.settings import Settings
from tests.bench.measured import Row, of_rounds
from tests.connected_bots import TERMS, bots_playing
from tests.visitor import Visitor

COMMAND: Final = "python -m tests.bench.run bench.json ladder"
KINDS: Final = ("random",) * 6
CONCURRENCY: Final = 16
WARM: Final = 20
SECONDS: Final = 20.0
ROUNDS: Final = 3
ROLES: Final = ("Redis", "api", "worker", "bots")
UNITS: Final = {
    "rated matches": "1/s",
    **{f"processor time of {role} for a match": "ms" for role in ROLES},
    "workers outside their jobs, of all processor time": "%",
    "Redis commands for a match": "",
}
METRICS: Final = 19_100
ENDLESS: Final = CreateLadder(
    name="Bench",
    game="imhotep",
    options={"players": 2},
    time_control=TERMS,
    blocks=5_000,
    concurrency=CONCURRENCY,
    same_owner=SameOwner.ALLOWED,
)


@dataclass(frozen=True, slots=True)
class Spent:
    """Matches counted so far, and the seconds of processor time that everybody worked for them."""

    matches: int
    at_s: float
    by_role: dict[str, float]
    in_jobs: float
    commands: int


def rows() -> Iterator[Row]:
    """The ladder's figures, each the median of stretches of one long ladder."""
    with tempfile.TemporaryDirectory(prefix="saqqara-bench-") as directory:
        marks = asyncio.run(_measure(Path(directory)))
    stretches = [_between(*pair) for pair in pairwise(marks)]
    for name, unit in UNITS.items():
        yield of_rounds(f"ladder: {name}", [found[name] for found in stretches], unit, COMMAND)


def _between(before: Spent, after: Spent) -> dict[str, float]:
    """The figures of one stretch, by their names."""
    matches = after.matches - before.matches
    cpu = {role: after.by_role[role] - before.by_role[role] for role in after.by_role}
    outside = cpu["worker"] - (after.in_jobs - before.in_jobs)
    each = {f"processor time of {role} for a match": 1000 * cpu[role] / matches for role in cpu}
    return {
        "rated matches": matches / (after.at_s - before.at_s),
        **each,
        "workers outside their jobs, of all processor time": 100 * outside / sum(cpu.values()),
        "Redis commands for a match": (after.commands - before.commands) / matches,
    }


async def _measure(data: Path) -> list[Spent]:
    """What was spent at the beginning of the first stretch and at the end of each."""
    async with _playing(data) as (running, bots, visitor, ladder):
        async with asyncio.timeout(120):
            while (await visitor.ladder(ladder.id)).matches_settled < WARM:
                await asyncio.sleep(0.1)
        marks = [await _spent(running, bots, visitor, ladder)]
        for _ in range(ROUNDS):
            await asyncio.sleep(SECONDS)
            marks.append(await _spent(running, bots, visitor, ladder))
        return marks


@asynccontextmanager
async def _playing(data: Path) -> AsyncIterator[tuple[Stack, list[Child], Visitor, Ladder]]:
    """A ladder that bots play on a stack of its own until the block ends."""
    async with AsyncExitStack() as cleanup:
        settings = Settings(data=data, port=0, redis_url=None, metrics_port=METRICS)
        running = await cleanup.enter_async_context(stack.running(settings))
        visitor = await Visitor.register(running.server, "bench")
        await cleanup.enter_async_context(aclosing(visitor.http))
        bots = await cleanup.enter_async_context(bots_playing(running, visitor, kinds=KINDS))
        yield running, bots.children, visitor, await visitor.begin_ladder(ENDLESS, bots.ids)


async def _spent(running: Stack, bots: Iterable[Child], visitor: Visitor, ladder: Ladder) -> Spent:
    assert running.redis is not None
    pids = {
        "Redis": [running.redis.pid],
        "api": [child.pid for child in running.of_role("api")],
        "worker": [child.pid for child in running.of_role("worker")],
        "bots": [child.pid for child in bots],
    }
    found = await visitor.ladder(ladder.id)
    return Spent(
        matches=found.matches_settled,
        at_s=time.monotonic(),
        by_role={role: sum(map(cpu_s, those)) for role, those in pids.items()},
        in_jobs=sum([_in_jobs_s(child) for child in running.of_role("worker")]),
        commands=commands(running.redis.url),
    )


def commands(url: str) -> int:
    """How many commands a Redis has run, those of its scripts included."""
    with redis.Redis.from_url(url) as client:
        return sum(int(row["calls"]) for row in client.info("commandstats").values())


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _in_jobs_s(worker: Child) -> float:
    """How long the worker has worked in its jobs, as it says itself."""
    port = worker.program.environment[METRICS_PORT]
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "saqqara_job_cpu_seconds_total"
    )
