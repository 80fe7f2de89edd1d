"""Points if the game ended now: what is told quickly is what is counted anew with breakdown."""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.game import Options
from saqqara_engine.games import AnyGame
from tests.engine.covering_array import rows

MOMENTS = 12


@pytest.mark.parametrize("name", ["imhotep", "duel"])
def test_projected_points_are_the_totals_of_the_scores(name: str) -> None:
    """With every two options that can meet, whatever is remembered of other games and states."""
    game, chance = find_game(name), Random(14)
    states = [state for options in rows(name) for state in _played(game, options, chance)]
    chance.shuffle(states)
    quick = [game.projected(state) for state in states]
    for state, points in zip(states, quick, strict=True):
        _forget()
        scores = game.projected_scores(state)
        assert points == [score.total for score in scores]
        assert points == [sum(line.points for line in score.lines) for score in scores]


def _played(game: AnyGame, options: Options, chance: Random) -> list[object]:
    """Some states of a random game, its last one among them."""
    state = game.new_game(options, chance.randbytes(32))
    states = [game.copy(state)]
    while not game.is_over(state):
        game.advance(state, chance.choice(game.legal_actions(state)))
        states.append(game.copy(state))
    return [*chance.sample(states, min(MOMENTS, len(states))), states[-1]]


def _forget() -> None:
    """Empties what the games remember of points that they have counted."""
    for name, module in list(sys.modules.items()):
        if name.startswith("saqqara_engine."):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
