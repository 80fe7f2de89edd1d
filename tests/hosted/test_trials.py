"""A program that was handed in plays a trial on the host's runners, and no rating changes."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from saqqara_sdk import AcceptPolicy, Client, Fischer
from tests.hosted.season import Runners, asked_until, runner_token
from tests.hosted.test_handed_in import PUPIL, author, python
from tests.stack.test_up import ONE_EACH, up


@pytest.mark.timeout(600)
def test_a_trial_is_played_by_the_runners(tmp_path: Path) -> None:
    """Nobody is online, and the ladder has not begun."""
    with up(tmp_path / "data", *ONE_EACH) as running, ExitStack() as cleanup:
        hired = Runners(running.server, runner_token(running), tmp_path / "runners", places=2)
        hired.start()
        try:
            both = []
            for name in ("khufu", "khafre"):
                (tmp_path / name).mkdir()
                archive = python(tmp_path / name, "Pupil", PUPIL)
                both.append(author(cleanup, running.server, name, archive))
            asked_until(lambda: all(one.now().state == "passed" for one in both))
            host = cleanup.enter_context(Client(running.server, running.token))
            clock = Fischer(base_ms=60_000, increment_ms=1_000)
            ladder = host.ladders.create("Cup", {}, clock, game="duel", concurrency=1, blocks=1)
            entered, newcomer = both
            entered.client.ladders.enrol(ladder.id, entered.bot_id)
            entered.client.bots.set_policy(entered.bot_id, AcceptPolicy(mode="accept"))
            (made,) = newcomer.client.ladders.play_trials(ladder.id, newcomer.bot_id).items
            assert made.match_id is not None
            trial = made.match_id
            asked_until(lambda: host.matches.get(trial).status == "finished")
        finally:
            hired.stop()
        match = host.matches.get(trial)
        assert {seat.bot_id for seat in match.seats} == {entered.bot_id, newcomer.bot_id}
        assert not any(seat.flagged for seat in match.seats)
        assert host.ladders.get(ladder.id).matches_settled == 0
        assert [row.matches for row in host.ladders.standings(ladder.id).items] in ([], [0])
