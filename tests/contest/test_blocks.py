"""Blocks are fair to seats."""

from __future__ import annotations

import pytest

from saqqara_contest.blocks import rotations


def test_rotations_are_cyclic_shifts() -> None:
    """The given order comes first and everybody moves one seat down each time."""
    assert rotations("abc") == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_has_every_seat_once(players: int) -> None:
    """Within a block no seat is an advantage."""
    block = rotations(range(players))
    assert len(block) == players
    for seat in range(players):
        assert sorted(seating[seat] for seating in block) == list(range(players))
