"""Fifty matches behind an endpoint that fails as often as real ones do on a bad day."""

from __future__ import annotations

from random import Random

import pytest

from saqqara_contest.time_controls import Fischer
from saqqara_sdk.models import Outcome
from tests.sdk.models.model_matches import bot_of, moves, no_ghosts, played
from tests.sdk.models.scripted_endpoint import serving

FAILING = ("limited", "down", "cut", "halved", "garbage")
MATCHES = 50
CLOCK = Fischer(600_000, 1_000)


@pytest.mark.timeout(600)
def test_no_ghost_moves_and_no_match_lost_to_transport() -> None:
    """5 % illegal, 5 % truncated and 10 % failing answers cost no match and make no move."""
    chance = Random(49)

    def script(_number: int) -> str:
        drawn = chance.random()
        if drawn < 0.10:
            return chance.choice(FAILING)
        return "illegal" if drawn < 0.15 else "truncated" if drawn < 0.20 else "legal"

    decisions = undecided = 0
    for number in range(MATCHES):
        with serving(script) as scripted:
            bot = bot_of(scripted.endpoint())
            match = played(bot, ("imhotep", "duel")[number % 2], f"m{number}", CLOCK)
        (usage,) = bot.usages
        no_ghosts(match, scripted, usage)
        assert all(seat.kept_time for seat in match.seats)
        assert usage.outcomes[Outcome.TRANSPORT]
        assert len(moves(match)) > 10
        decisions += usage.decisions
        undecided += usage.undecided
    assert undecided < decisions * 0.02
