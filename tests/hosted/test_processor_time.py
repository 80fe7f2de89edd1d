"""Clocks that count processor time, with real programs in real sandboxes."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from saqqara_sdk import Client, Fischer
from saqqara_sdk.client.pages import each
from tests.hosted.season import Runners, asked_until, runner_token
from tests.hosted.test_handed_in import Author, author, python
from tests.stack.test_up import ONE_EACH, up

THINKS = """import os, time
from saqqara_sdk import Bot
def spin(s):
    until = time.process_time() + s
    while time.process_time() < until:
        pass
class {name}(Bot):
    name = "{name}"
    games = ("duel",)
    def choose(self, turn):
        if not turn.match_id.startswith("check"):
            {how}
        return turn.random.choice(turn.legal_actions)
"""
SLEEPS = "time.sleep(0.5)"
SPINS = "os.fork() and os.wait() or spin(0.5) or os._exit(0)"
"""It leaves the work to a child."""
A_BUDGET = {"SAQQARA_ACCOUNT_PROCESSOR_S_PER_DAY": "2000"}
PLAYED_S = 3
"""The clock of the one that computes ran out."""


def paid_s(one: Author) -> int:
    """What its account has paid for processors."""
    (quota,) = [quota for quota in one.client.accounts.me().quotas if quota.name == "processor_s"]
    return quota.used


@pytest.mark.timeout(600)
def test_who_computes_pays_and_who_waits_does_not(tmp_path: Path) -> None:
    """Both take as long; on the wall both clocks would run out. Their accounts pay the same way."""
    with up(tmp_path / "data", *ONE_EACH, **A_BUDGET) as running, ExitStack() as cleanup:
        hired = Runners(running.server, runner_token(running), tmp_path / "runners", places=2)
        cleanup.callback(hired.stop)
        hired.start()
        sleeps, spins = (
            author(
                cleanup,
                running.server,
                name,
                python(tmp_path, name, THINKS.format(name=name, how=how)),
            )
            for name, how in (("Sleeps", SLEEPS), ("Spins", SPINS))
        )
        asked_until(lambda: all(one.now().state == "passed" for one in (sleeps, spins)))
        host = cleanup.enter_context(Client(running.server, running.token))
        ladder = host.ladders.create(
            "The course",
            {},
            Fischer(base_ms=3_000, increment_ms=0, wall_factor=100),
            game="duel",
            entrants="hosted",
            concurrency=1,
            blocks=1,
            max_replays=0,
        )
        for one in (sleeps, spins):
            one.client.ladders.enrol(ladder.id, one.bot_id)
        host.ladders.start(ladder.id)
        asked_until(lambda: host.ladders.get(ladder.id).status == "finished")
        played = [host.matches.get(one.id) for one in each(host.ladders.matches, ladder.id)]
        seats = {seat.bot_id: seat for match in played for seat in match.seats}
        assert not seats[sleeps.bot_id].flagged
        assert (seats[sleeps.bot_id].left_ms or 0) > 1_000
        assert seats[spins.bot_id].flagged
        asked_until(lambda: paid_s(spins) >= paid_s(sleeps) + PLAYED_S)
        assert paid_s(sleeps) > 0, "its start is paid as well"
