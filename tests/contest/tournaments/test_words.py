"""Stages and teams as a command line writes them."""

from __future__ import annotations

import pytest

from saqqara_contest.tournaments.words import Stage, Team, parse_stage, parse_team


def test_stages_and_teams_are_read() -> None:
    """Rounds and groups may be left out."""
    assert parse_stage("single_elimination:8") == Stage("single_elimination", 8)
    assert parse_stage("round_robin:8:1:2") == Stage("round_robin", 8, 1, 2)
    assert parse_stage("playoff:1") == Stage("round_robin", 1, 1, playoff=True)
    assert parse_stage("playoff:8:3") == Stage("round_robin", 8, 3, playoff=True)
    at_eight = parse_stage("swiss:16:5@2026-12-01T20:00+01:00")
    assert at_eight == Stage("swiss", 16, 5, None, 1_796_151_600_000)
    assert parse_team("Red=b1,b2") == Team("Red", ["b1", "b2"])


@pytest.mark.parametrize(
    "text", ["", "swiss", "swiss:x", "swiss:8:5:2:1", "swiss:8:", "swiss:8@soon", "swiss:8@"]
)
def test_what_is_no_stage_says_how_one_is_written(text: str) -> None:
    """With what was said."""
    with pytest.raises(ValueError, match="FORMAT:BOTS"):
        parse_stage(text)


@pytest.mark.parametrize("text", ["", "Red", "Red=", "=b1"])
def test_what_is_no_team_says_how_one_is_written(text: str) -> None:
    """With what was said."""
    with pytest.raises(ValueError, match="NAME=MEMBER"):
        parse_team(text)
