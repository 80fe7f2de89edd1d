"""How fast the engine is, beside open_spiel in the same run: `python -m tests.bench.bench_engine`.

A move is one turn of the same Python loop for everybody: list the legal actions, apply one of
them drawn at random. Setting games up and rolling dice take time but are no moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import pyspiel

from saqqara_engine.game import Action, Json, Options
from saqqara_engine.games import AnyGame, find_game
from tests.bench.measured import Row, microseconds, side_by_side

COMMAND = "python -m tests.bench.bench_engine"
SEED = bytes(range(32))
GAME_NAMES = ("imhotep", "duel")
GAMES = 60
GAMES_PER_ROUND = {"backgammon": 8, "bargaining": 800}
CONTESTANTS: Mapping[str, tuple[str, dict[str, Json]]] = {
    "imhotep, 2 players, A sides": ("imhotep", {}),
    "imhotep, 3 players, A sides": ("imhotep", {"players": 3}),
    "imhotep, 4 players, A sides": ("imhotep", {"players": 4}),
    "imhotep, 2 players, B sides": ("imhotep", {"preset": "b-sides"}),
    "imhotep, 2 players, minis": ("imhotep", {"preset": "minis"}),
    "imhotep, 2 players, new-dynasty": ("imhotep", {"preset": "new-dynasty"}),
    "imhotep, 2 players, everything": ("imhotep", {"preset": "everything"}),
    "imhotep, 4 players, everything": ("imhotep", {"preset": "everything", "players": 4}),
    "duel, A sides": ("duel", {"preset": "a"}),
    "duel, B sides": ("duel", {"preset": "b"}),
}


def rows() -> Iterator[Row]:
    """Random playouts beside open_spiel's, then single calls."""
    ours = {
        name: _playouts(name, find_game(game), asked) for name, (game, asked) in CONTESTANTS.items()
    }
    theirs = {f"open_spiel {name}": _spiel_playouts(name) for name in GAMES_PER_ROUND}
    rates = side_by_side(ours | theirs)
    for name in theirs:
        yield Row(f"{name}, playouts", rates[name], "moves/s", COMMAND)
    for name in ours:
        for peer in theirs:
            ratio = rates[name] / rates[peer]
            yield Row(f"{name}, playouts", rates[name], "moves/s", COMMAND, peer, ratio)
    for name in GAME_NAMES:
        yield from _calls(name)


def _playouts(name: str, rules: AnyGame, asked: Mapping[str, Json]) -> Callable[[], int]:
    options = rules.parse_options(asked)
    random = Random(name)
    chance = random.random

    def work() -> int:
        moves = 0
        for _ in range(GAMES):
            state = rules.new_game(options, random.randbytes(32))
            while legal := rules.legal_actions(state):
                rules.advance(state, legal[int(chance() * len(legal))])
                moves += 1
        return moves

    return work


def _spiel_playouts(name: str) -> Callable[[], int]:
    game = pyspiel.load_game(name)
    chance = Random(1).random

    def work() -> int:
        moves = 0
        for _ in range(GAMES_PER_ROUND[name]):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                moves += not state.is_chance_node()
                state.apply_action(legal[int(chance() * len(legal))])
        return moves

    return work


def _calls(name: str) -> Iterator[Row]:
    """Single calls in the middle of a game, and a whole record."""
    rules = find_game(name)
    options = rules.parse_options({})
    actions = _random_game(rules, options)
    middle = rules.replay(options, SEED, actions[: len(actions) // 2])
    view = rules.view(middle, 0)
    calls: dict[str, Callable[[], object]] = {
        "copy": lambda: rules.copy(middle),
        "legal_actions": lambda: rules.legal_actions(middle),
        "view": lambda: rules.view(middle, 0),
        "sample": lambda: rules.sample(view, SEED),
        "new_game": lambda: rules.new_game(options, SEED),
    }
    for what, call in calls.items():
        yield Row(f"{name}, {what}", microseconds(call), "us", COMMAND)
    texts = [str(action) for action in actions]
    whole = microseconds(lambda: rules.replay(options, SEED, map(rules.parse_action, texts)), 20)
    yield Row(f"{name}, replay of 100 actions", whole / len(texts) / 10, "ms", COMMAND)


def _random_game(rules: AnyGame, options: Options) -> list[Action]:
    choice = Random(2)
    state, actions = rules.new_game(options, SEED), []
    while legal := rules.legal_actions(state):
        actions.append(choice.choice(legal))
        rules.advance(state, actions[-1])
    return actions


if __name__ == "__main__":
    for row in rows():
        print(row)
