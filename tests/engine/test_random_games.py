"""Random games inside the engine are those that a loop outside would play."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from saqqara_engine.game import Json
from saqqara_engine.games import AnyGame, find_game
from tests.engine.pieces import frozen

TABLES: list[tuple[str, dict[str, Json]]] = [
    ("imhotep", {}),
    ("imhotep", {"players": 4, "preset": "everything"}),
    ("duel", {}),
]


def a_game(name: str, asked: dict[str, Json]) -> tuple[AnyGame, object]:
    """A game and its first state."""
    rules = find_game(name)
    return rules, rules.new_game(rules.parse_options(asked), bytes(range(32)))


@pytest.mark.parametrize(("name", "asked"), TABLES)
def test_playing_on_is_a_loop_of_random_actions(name: str, asked: dict[str, Json]) -> None:
    """It draws once for each action, and tells how many there were when the game ends early."""
    rules, state = a_game(name, asked)
    twin, chance, other = rules.copy(state), Random(4), Random(4)
    assert rules.play_on(state, chance.random, 25) == 25
    for _ in range(25):
        legal = rules.legal_actions(twin)
        rules.advance(twin, legal[int(other.random() * len(legal))])
    assert frozen(twin) == frozen(state)
    assert rules.play_on(state, chance.random, 10_000) < 10_000
    assert rules.is_over(state)
    assert rules.play_on(state, chance.random, 5) == 0


@pytest.mark.parametrize(("name", "asked"), TABLES)
def test_playing_out_gives_the_points_of_each_end(name: str, asked: dict[str, Json]) -> None:
    """As many games as asked, each from the same state, which stays as it is."""
    rules, state = a_game(name, asked)
    before, chance, other = frozen(state), Random(4), Random(4)
    ends = rules.play_out(state, chance.random, 3)
    assert frozen(state) == before
    for end in ends:
        twin = rules.copy(state)
        rules.play_on(twin, other.random, 10_000)
        assert end == [score.total for score in rules.scores(twin)]
    assert len(ends) == 3
    assert rules.play_out(state, chance.random, 0) == []


@pytest.mark.parametrize(("name", "asked"), TABLES)
def test_states_and_actions_travel_between_processes(name: str, asked: dict[str, Json]) -> None:
    """Pickled or copied, a state is asked and answers the same; an action is the same action."""
    rules, state = a_game(name, asked)
    rules.play_on(state, Random(6).random, 30)
    legal = rules.legal_actions(state)
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):  # noqa: S301
        assert frozen(twin) == frozen(state)
        assert rules.legal_actions(twin) == legal
        rules.advance(twin, legal[0])
        assert frozen(twin) != frozen(state)
    assert pickle.loads(pickle.dumps(legal)) == legal  # noqa: S301
    assert {hash(one) for one in copy.deepcopy(legal)} == {hash(one) for one in legal}
