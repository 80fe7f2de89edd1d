"""How many steps a learning program gets: `python -m tests.bench.bench_learning`.

PettingZoo's own loop stands beside 64 games at once, in this process and in two. All play at
random, by turns, and are measured in real time: what else the machine does slows all of them. The
environments of one seat are measured in processor time; a step is a decision of that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from time import perf_counter

import numpy as np

from saqqara_bots.greedy import GreedyBot
from saqqara_sdk.gym.aec import env
from saqqara_sdk.gym.single import SingleVectorEnv
from saqqara_sdk.gym.vector import VectorEnv
from saqqara_sdk.gym.workers import WorkerEnv
from tests.bench.measured import Row, of_rounds, side_by_side

COMMAND = "python -m tests.bench.bench_learning"
GAMES = 64
STEPS = 60
ROUNDS = 9
Steps = Callable[[], int]


def rows() -> Iterator[Row]:
    """Steps a second for both games."""
    for game in ("imhotep", "duel"):
        with ExitStack() as open_games:
            yield from _compared(game, open_games)
        yield from _one_seat(game)


def _compared(game: str, open_games: ExitStack) -> Iterator[Row]:
    several = open_games.enter_context(WorkerEnv(game, count=GAMES, workers=2))
    single = f"{game}, PettingZoo's loop"
    contestants = {
        single: _one_game(game),
        f"{game}, {GAMES} games": _many(VectorEnv(game, count=GAMES)),
        f"{game}, {GAMES} games in 2 processes": _in_processes(several),
    }
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, play in contestants.items():
            started = perf_counter()
            done = play()
            rates[name].append(done / (perf_counter() - started))
    for name, found in rates.items():
        peer = None if name == single else (single, rates[single])
        yield of_rounds(name, found, "steps/s", COMMAND, peer)


def _one_seat(game: str) -> Iterator[Row]:
    rates = side_by_side(
        {
            f"{game}, one seat against random": _seats(SingleVectorEnv(game, num_envs=1)),
            f"{game}, {GAMES} seats against random": _seats(SingleVectorEnv(game, num_envs=GAMES)),
            f"{game}, {GAMES} seats against greedy": _seats(
                SingleVectorEnv(game, num_envs=GAMES, opponents=[GreedyBot])
            ),
        }
    )
    for name, found in rates.items():
        yield Row(name, found, "steps/s", COMMAND)


def _seats(seats: SingleVectorEnv) -> Steps:
    seats.reset(seed=1)
    chance, codes = Random(1), seats.games.random_codes

    def play() -> int:
        for _ in range(STEPS):
            seats.step(np.array(codes(chance)))
        return STEPS * seats.num_envs

    return play


def _one_game(game: str) -> Steps:
    table, chance = env(game), np.random.default_rng(1)

    def play() -> int:
        steps = 0
        table.reset(seed=1)
        for _agent in table.agent_iter():
            seen, _, is_over, _, _ = table.last()
            code = None if is_over else int(chance.choice(np.flatnonzero(seen["action_mask"])))
            table.step(code)
            steps += not is_over
        return steps

    return play


def _many(games: VectorEnv) -> Steps:
    chance = Random(1)

    def play() -> int:
        for _ in range(STEPS):
            games.step(games.random_codes(chance))
        return STEPS * games.count

    return play


def _in_processes(games: WorkerEnv) -> Steps:
    chance = np.random.default_rng(1)
    games.reset(seed=1)

    def play() -> int:
        for _ in range(STEPS):
            games.step(games.random_codes(chance))
        return STEPS * GAMES

    return play


if __name__ == "__main__":
    for row in rows():
        print(row)
