"""Hosted bots lose on time on a machine that others keep busy: the ladder does not count it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from saqqara_runner.processes import can_tell, capacity
from saqqara_sdk import Client, Fischer
from saqqara_sdk.wire.models import Match
from tests.hosted.season import Runners, asked_until, runner_token
from tests.hosted.test_handed_in import author, python
from tests.stack.test_up import ONE_EACH, up

THINKS = """import time
from saqqara_sdk import Bot
class {name}(Bot):
    name = "{name}"
    games = ("duel",)
    def choose(self, turn):
        until = time.process_time() + (0.4 if self.is_rated else 0)
        while time.process_time() < until:
            pass
        return turn.random.choice(turn.legal_actions)
    def match_started(self, match):
        self.is_rated = not match.match_id.startswith("check")
"""
"""Half a minute of processor time would be plenty for its match."""


LOOP = """import resource
resource.setrlimit(resource.RLIMIT_CPU, (300, 300))
while True: pass
"""
"""It ends by itself if the tests are killed."""


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many loops of others."""
    started = [
        subprocess.Popen([sys.executable, "-c", LOOP], start_new_session=True)
        for _ in range(processes)
    ]
    try:
        yield
    finally:
        for one in started:
            one.kill()
            one.wait()


@pytest.mark.timeout(600)
@pytest.mark.skipif(not can_tell(), reason="this kernel does not tell how long processes wait")
def test_a_match_that_others_spoiled_is_void(tmp_path: Path) -> None:
    """The runner tells what it measured, and who lost on time has lost nothing."""
    with up(tmp_path / "data", *ONE_EACH) as running, ExitStack() as cleanup:
        hired = Runners(running.server, runner_token(running), tmp_path / "runners", places=2)
        cleanup.callback(hired.stop)
        hired.start()
        authors = [
            author(cleanup, running.server, name, python(tmp_path, name, THINKS.format(name=name)))
            for name in ("Hapi", "Sobek")
        ]
        asked_until(lambda: all(one.now().state == "passed" for one in authors))
        host = cleanup.enter_context(Client(running.server, running.token))
        ladder = host.ladders.create(
            "The course",
            {},
            Fischer(base_ms=8_000, increment_ms=0),
            game="duel",
            concurrency=1,
            blocks=1,
            max_replays=10,
        )
        for one in authors:
            one.client.ladders.enrol(ladder.id, one.bot_id)
        found: list[Match] = []

        def is_lost() -> bool:
            found[:] = [
                match
                for line in host.ladders.matches(ladder.id).items
                if line.status != "planned"
                for match in (host.matches.get(line.id),)
                if match.result is not None and any(seat.flagged for seat in match.seats)
            ]
            return bool(found)

        with busy(5 * round(capacity()[0])):
            host.ladders.start(ladder.id)
            asked_until(is_lost)

        def status() -> str:
            lines = host.ladders.matches(ladder.id).items
            return next(str(one.status) for one in lines if one.id == found[0].id)

        asked_until(lambda: status() != "started")
        runners = [seat.runner for seat in host.matches.get(found[0].id).seats]
        assert status() == "void", runners
        starved = [one.starved_ms / one.thought_ms for one in runners if one is not None]
        assert max(starved) > 0.1
        host.ladders.cancel(ladder.id)
