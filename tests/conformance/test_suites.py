"""The published suites are what the engine says, small enough, and about everything."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

import pytest

from saqqara_engine.games import GAMES
from saqqara_engine.records import record
from saqqara_sdk.conformance.suite import Case, contents, positions_of, published, read, suite_name

MOST_BYTES: Final = 3_000_000
SAMPLE: Final = 16
"""Every so many games are played again here; `test_whole_suites.py` plays all."""


@cache
def games(name: str) -> tuple[Case, ...]:
    """Some games of a suite."""
    with published()[name].open("rb") as file:
        names = list(contents(file))
    with published()[name].open("rb") as file:
        return tuple(read(file, set(names[::SAMPLE])))


def test_every_game_has_the_suite_of_its_rules() -> None:
    """A new rules version needs a new suite: `make conformance`."""
    assert list(published()) == [suite_name(game) for game in GAMES.values()]
    assert all(file.is_file() for file in published().values())


@pytest.mark.parametrize("name", published())
def test_a_suite_is_small(name: str) -> None:
    """It is kept with the source and sent with each release."""
    assert len(published()[name].read_bytes()) < MOST_BYTES


@pytest.mark.parametrize("name", published())
def test_a_suite_says_what_the_engine_says(name: str) -> None:
    """At every position of some games, and at their ends."""
    for case in games(name):
        agree(case)


def agree(case: Case) -> None:
    """The record verifies, and every position is as the engine tells it."""
    record.verify(case.record)
    positions = json.loads(json.dumps(list(positions_of(case.record))))
    assert positions == list(case.positions), case.name
    assert case.shows
