"""A primary that fails while bots play: nothing acknowledged is lost silently, and play goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.failover.play import How, fail_over

PLAY_GOES_ON_S = 30.0
"""Promised are 3 s after the promotion; a busy machine may be ten times slower."""


@pytest.mark.parametrize(("durability", "how"), [("local", "kill"), ("replica", "partition")])
async def test_play_goes_on_after_a_failover(durability: str, how: How, tmp_path: Path) -> None:
    """Every match ends with a log that replays; with `replica` it has all that was acknowledged.

    With `local` the lagging replica may lack something: then the log says so.
    """
    log = tmp_path / "api.log"
    outcome = await fail_over(durability, how, log)
    assert (outcome.finished, outcome.broken) == (outcome.matches, [])
    assert outcome.unreported == 0
    assert durability == "local" or outcome.lost == 0
    assert outcome.resumed_s < PLAY_GOES_ON_S
    assert "Traceback" not in log.read_text("utf-8")
