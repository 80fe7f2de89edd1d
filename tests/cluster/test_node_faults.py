"""A node of the cluster that is lost, and slots that are passed on, while bots play."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.connection import open_connection
from saqqara_service.storage.redis.keys import match_key
from tests.cluster.nodes import running_cluster
from tests.cluster.store import QUEUE, one_redis
from tests.failover.play import Outcome, Play, played_through

PLAY_GOES_ON_S = 60.0
"""It takes about a second; a busy machine may be much slower."""
MATCHES = 3
PROMISES = 40
"""Each takes a millisecond; it would take a second."""
SPLIT_S = 0.3
"""So long a slot is of two nodes."""


def demand_all(outcome: Outcome, log: Path) -> None:
    """Every match ended, its log replays and has all that was acknowledged, and nothing failed."""
    assert (outcome.finished, outcome.broken) == (outcome.matches, [])
    assert (outcome.lost, outcome.unreported) == (0, 0)
    assert outcome.resumed_s < PLAY_GOES_ON_S
    faults = [line for line in log.read_text("utf-8").splitlines() if "Traceback" in line]
    assert faults == []


@pytest.fixture(autouse=True)
def _queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAQQARA_TEST_STORE", raising=False)


async def test_a_promise_waits_for_no_clock_of_a_replica() -> None:
    """By itself a replica tells each second what it has on disk; it is asked when that is so."""
    with running_cluster(replicas=1) as cluster:
        async with (
            open_connection(cluster.url, Metrics(), is_replicated=True) as redis,
            asyncio.timeout(PROMISES / 2),
        ):
            for number in range(PROMISES):
                await redis.kept("SET", "x", number)


async def test_a_lost_node_costs_nothing_that_a_replica_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its replica takes over, and what was acknowledged by `replica` is there."""
    log = tmp_path / "api.log"
    with running_cluster(replicas=1) as cluster, one_redis() as queue:
        monkeypatch.setenv(QUEUE, queue.url)

        async def fault(play: Play) -> float:
            lost = await asyncio.to_thread(cluster.node_of, match_key("match", play.matches[0]))
            lost.kill()
            async with asyncio.timeout(PLAY_GOES_ON_S):
                while not await asyncio.to_thread(cluster.taken_over, lost):
                    await asyncio.sleep(0.05)
            lost.begin()  # as the replica of the other, without which nothing is acknowledged
            return time.monotonic()

        outcome = await played_through(cluster.url, "replica", fault, log, MATCHES)
    demand_all(outcome, log)


async def test_slots_are_passed_on_while_matches_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls follow them: at first some answers are `busy`, and nothing is lost or done twice."""
    log = tmp_path / "api.log"
    with running_cluster() as cluster, one_redis() as queue:
        monkeypatch.setenv(QUEUE, queue.url)

        async def fault(play: Play) -> float:
            passed_s = 0.0
            for match_id in play.matches:
                key = match_key("match", match_id)
                here = await asyncio.to_thread(cluster.node_of, key)
                there = next(node for node in cluster.nodes if node is not here)
                play.let_go(match_id)
                await play.goes_on(match_id, 1)
                for _ in cluster.pass_on(key, there):
                    await play.asks(match_id)
                    await asyncio.sleep(SPLIT_S)
                passed_s = time.monotonic()
                assert await asyncio.to_thread(cluster.node_of, key) is there
                await play.goes_on(match_id, 1)
            return passed_s

        outcome = await played_through(cluster.url, "local", fault, log, MATCHES)
    demand_all(outcome, log)
