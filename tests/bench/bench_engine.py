"""How fast the engine is, beside open_spiel in the same run: `python -m tests.bench.bench_engine`.

A move is one turn of the same Python loop for everybody: list the legal actions, apply one of
them drawn at random. Setting games up and rolling dice take time but are no moves. `play_out` is
the same loop inside the engine. Rows say which build of the rules ran; where it is the compiled
one, a process of its own plays the same with the rules as Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from statistics import median

import pyspiel

from saqqara_engine.build import IS_COMPILED
from saqqara_engine.game import Action, Json, Options
from saqqara_engine.games import AnyGame, find_game
from saqqara_sdk.bots.turn import Simulator
from tests.bench.measured import ROUNDS, Row, microseconds, rate

COMMAND = "python -m tests.bench.bench_engine"
RATES = "rates"
"""The word by which this program plays for another one."""

PURE = ", pure"

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
    theirs = {f"open_spiel {name}": _spiel_playouts(name) for name in GAMES_PER_ROUND}
    with _as_python() as pure:
        found = [_round(_ours() | theirs, pure) for _ in range(ROUNDS)]
    rates = {name: median(one[name] for one in found) for name in found[0]}
    build = "compiled" if IS_COMPILED else "pure"
    for name in theirs:
        yield Row(f"{name}, playouts", rates[name], "moves/s", COMMAND)
    for name in _ours():
        for peer in theirs:
            ratio = rates[name] / rates[peer]
            yield Row(f"{name}, {build}", rates[name], "moves/s", COMMAND, peer, ratio)
    if IS_COMPILED:
        for name in _ours():
            label = f"{name}{PURE}"
            ratio = median(one[name] / one[label] for one in found)
            yield Row(label, rates[label], "moves/s", COMMAND, "compiled by pure", ratio)
    for name in GAME_NAMES:
        yield from _calls(name)


def _ours() -> dict[str, Callable[[], int]]:
    """Each table in a loop outside the engine, and inside it."""
    tables = {name: (find_game(game), asked) for name, (game, asked) in CONTESTANTS.items()}
    outside = {f"{name}, playouts": _playouts(name, *table) for name, table in tables.items()}
    inside = {f"{name}, play_out": _play_out(name, *table) for name, table in tables.items()}
    return outside | inside


@contextmanager
def _as_python() -> Iterator[subprocess.Popen[str]]:
    """A process with the rules as Python, which plays what it is told and tells the rate."""
    with subprocess.Popen(
        (sys.executable, "-m", "tests.bench.bench_engine", RATES),
        env={**os.environ, "SAQQARA_PURE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        yield process
        process.terminate()


def _round(
    contestants: Mapping[str, Callable[[], int]], pure: subprocess.Popen[str]
) -> dict[str, float]:
    """Each of them once, and by turns with its twin in the other process, if it has one."""
    assert pure.stdin is not None
    assert pure.stdout is not None
    rates = {}
    for name, work in contestants.items():
        rates[name] = rate(work)
        if not name.startswith("open_spiel"):
            pure.stdin.write(f"{name}\n")
            rates[f"{name}{PURE}"] = float(pure.stdout.readline())
    return rates


def _answer() -> None:
    """Plays each table that a line names."""
    ours = _ours()
    for line in sys.stdin:
        print(rate(ours[line.strip()]), flush=True)


def _play_out(name: str, rules: AnyGame, asked: Mapping[str, Json]) -> Callable[[], int]:
    """Whole games, as many moves each as a loop outside counts with the same chance."""
    state = rules.new_game(rules.parse_options(asked), SEED)
    counting, games = Random(name), GAMES // 2
    moves = sum(rules.play_on(rules.copy(state), counting.random, 10_000) for _ in range(games))

    def work() -> int:
        rules.play_out(state, Random(name).random, games)
        return moves

    return work


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
    simulator = Simulator(rules)
    action = rules.legal_actions(middle)[0]
    after = microseconds(lambda: simulator.after(middle, action))
    projected = microseconds(lambda: simulator.projected(middle))
    yield Row(f"{name}, after", after, "us", COMMAND)
    yield Row(f"{name}, projected", projected, "us", COMMAND, "after", projected / after)
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
    if RATES in sys.argv:
        _answer()
    else:
        for row in rows():
            print(row)
