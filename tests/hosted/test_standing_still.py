"""A ladder of hosted bots goes through a Redis that is killed and a runner that stands still."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from saqqara_sdk import Client, Fischer
from saqqara_sdk.client.pages import each
from saqqara_sdk.wire.models import Ladder
from saqqara_service.storage.hosting.leases import LEASE_MS
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.hosted.season import Runners, asked_until, runner_token
from tests.hosted.test_handed_in import PUPIL, Author, author, python
from tests.stack.test_up import ONE_EACH, Up, up

SLOWLY = f"""import time
{PUPIL.replace("return turn", "time.sleep(self.pause_s); return turn")}
    def match_started(self, match):
        self.pause_s = 0 if match.match_id.startswith("check") else 0.2
"""
STILL_S = LEASE_MS / 1000 + 5
ENOUGH_MS = 600_000


def a_ladder(host: Client, authors: list[Author], rounds: int) -> Ladder:
    """A ladder that begins now, with time for bots that are held up for a while."""
    ladder = host.ladders.create(
        "The course",
        {},
        Fischer(base_ms=ENOUGH_MS, increment_ms=1_000),
        game="duel",
        concurrency=1,
        format="round_robin",
        rounds=rounds,
    )
    for one in authors:
        one.client.ladders.enrol(ladder.id, one.bot_id)
    return host.ladders.start(ladder.id)


def demand_whole(host: Client, ladder: Ladder) -> None:
    """Every match was counted once, nobody lost time, and somebody's runner is told of."""
    results = [*each(host.ladders.results, ladder.id)]
    assert len({one.match_id for one in results}) == len(results) == ladder.matches_planned
    for name in (one.match_id for one in results):
        for seat in host.matches.get(name).seats:
            assert not seat.flagged
            assert seat.runner is not None
            assert seat.runner.speed_index > 0


def played_through(folder: Path, trouble: Callable[[Up, Runners], None]) -> None:
    """A ladder is played while a trouble comes over it; then all is as it should be."""
    with up(folder / "data", *ONE_EACH) as running, ExitStack() as cleanup:
        hired = Runners(running.server, runner_token(running), folder / "runners", places=4)
        cleanup.callback(hired.stop)
        hired.start()
        authors = [
            author(cleanup, running.server, name, python(folder, name, text))
            for name, text in (
                ("Pupil", SLOWLY),
                ("Scribe", SLOWLY.replace("Pupil", "Scribe").replace("pupil", "scribe")),
            )
        ]
        asked_until(lambda: all(one.now().state == "passed" for one in authors))
        host = cleanup.enter_context(Client(running.server, running.token))
        ladder = a_ladder(host, authors, rounds=1)
        asked_until(lambda: host.ladders.get(ladder.id).matches_started > 0)
        trouble(running, hired)
        asked_until(lambda: host.ladders.get(ladder.id).status == "finished")
        demand_whole(host, host.ladders.get(ladder.id))
        for one in authors:
            assert one.client.submissions.log(one.submission.id).failures == ()
            assert one.now().state == "passed"


@pytest.mark.timeout(600)
def test_a_runner_that_stands_still_loses_its_bots_and_comes_back(tmp_path: Path) -> None:
    """For longer than its leases: another one plays on, and nothing is played twice."""

    def stand_still(_running: Up, hired: Runners) -> None:
        hired.start()
        first = hired.processes[0]
        first.send_signal(signal.SIGSTOP)
        time.sleep(STILL_S)
        first.send_signal(signal.SIGCONT)
        time.sleep(2)
        assert first.poll() is None, "it works on"

    played_through(tmp_path, stand_still)


@pytest.mark.timeout(600)
def test_a_redis_that_is_killed_while_leases_are_held(tmp_path: Path) -> None:
    """The supervisor starts it again; the same runner holds the same bots, and plays on."""

    def kill_redis(running: Up, hired: Runners) -> None:
        for _ in range(2):
            with EmbeddedRedis(running.data) as redis:
                os.kill(redis.pid, signal.SIGKILL)
                asked_until(redis.is_running)
            asked_until(lambda: running.get("/readyz").status_code == 200)
        assert hired.processes[0].poll() is None

    played_through(tmp_path, kill_redis)
