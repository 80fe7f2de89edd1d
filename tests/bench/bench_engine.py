"""How fast the engine is: `python tests/bench/bench_engine.py`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State

GAMES = 200
REPEATS = 7


def playouts(players: int) -> float:
    """Moves per second of random games, everything included."""
    options = IMHOTEP.parse_options({"players": players})
    chance = Random(1).random
    new_game, legal_actions, advance = IMHOTEP.new_game, IMHOTEP.legal_actions, IMHOTEP.advance
    moves = 0
    started = process_time()
    for number in range(GAMES):
        state = new_game(options, number.to_bytes(32, "big"))
        while state.steps:
            legal = legal_actions(state)
            advance(state, legal[int(chance() * len(legal))])
            moves += 1
    return moves / (process_time() - started)


def middle_game(players: int) -> State:
    """A state after forty random actions."""
    choice = Random(players)
    state = IMHOTEP.new_game(IMHOTEP.parse_options({"players": players}), bytes(32))
    for _ in range(40):
        IMHOTEP.advance(state, choice.choice(IMHOTEP.legal_actions(state)))
    return state


def microseconds(call: Callable[[], object]) -> float:
    """The best time of a call, in microseconds."""
    times = []
    for _ in range(REPEATS):
        started = process_time()
        for _ in range(500):
            call()
        times.append(process_time() - started)
    return min(times) / 500 * 1e6


def main() -> None:
    """Prints the figures, the best of several runs each."""
    for players in IMHOTEP.players:
        speed = max(playouts(players) for _ in range(REPEATS))
        print(f"{players} players: {speed:,.0f} moves/s")
    state = middle_game(2)
    view = IMHOTEP.view(state, 0)
    calls: dict[str, Callable[[], object]] = {
        "new_game": lambda: IMHOTEP.new_game(state.table.options, bytes(32)),
        "copy": state.copy,
        "legal_actions": lambda: IMHOTEP.legal_actions(state),
        "view": lambda: IMHOTEP.view(state, 0),
        "sample": lambda: IMHOTEP.sample(view, bytes(32)),
    }
    for name, call in calls.items():
        print(f"{name}: {microseconds(call):.2f} us")


if __name__ == "__main__":
    main()
