"""Both games for OpenSpiel, by its own tests; `make spiel` fetches it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.prerequisites import lacks

FETCHED = Path(__file__).parents[3] / ".tools" / "spiel"
GAMES = [
    "python_saqqara_duel",
    "python_saqqara_imhotep",
    "python_saqqara_imhotep(players=3,preset=minis)",
]


@pytest.fixture(scope="module")
def pyspiel() -> Iterator[ModuleType]:
    """OpenSpiel, as `make spiel` or `make bench` installs it, with our games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(FETCHED)])
        try:
            library = import_module("pyspiel")
        except ModuleNotFoundError:
            lacks("OpenSpiel is not here: make spiel")
        import_module("saqqara_sdk.gym.spiel")
        yield library


@pytest.mark.parametrize("name", GAMES)
def test_the_librarys_own_simulation_passes(pyspiel: ModuleType, name: str) -> None:
    """OpenSpiel plays at random, clones, undoes nothing, and checks every answer on the way."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_a_state_is_told_to_a_player_and_its_return_is_by_place(pyspiel: ModuleType) -> None:
    """The tensor is the player's row; a clone goes on by itself; returns are those of the end."""
    game, chance = pyspiel.load_game("python_saqqara_duel"), np.random.default_rng(1)
    state, observer = game.new_initial_state(), game.make_py_observer()
    for byte in range(import_module("saqqara_sdk.gym.spiel").CHANCE_NODES):
        assert state.is_chance_node()
        state.apply_action(byte)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert twin.state.turn != state.state.turn
    observer.set_from(state, 1)
    assert observer.tensor.tolist() == observer._observer.row(state.state, 1).tolist()
    while not state.is_terminal():
        assert state.returns() == [0, 0]
        state.apply_action(int(chance.choice(state.legal_actions())))
    first, second = (score.total for score in state.rules.scores(state.state))
    assert state.returns()[0] == (1 if first > second else -1)  # a tie goes to the second seat
