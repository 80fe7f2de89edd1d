"""Many games at once in several processes, for machines with several cores::

    if __name__ == "__main__":  # each process imports this module first
        with WorkerEnv("imhotep", {"players": 2}, count=64, workers=2) as games:
            batch = games.reset(seed=1)
            while training:
                batch = games.step(codes_for(batch.observations, batch.masks))

Each process runs a `VectorEnv` with an equal share of the games and writes into shared memory.
States stay in their processes: to use `clone`, use `VectorEnv`.
"""

from __future__ import annotations

import ctypes
import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.learning import action_codes, observer
from saqqara_sdk.gym.rewards import reward_of
from saqqara_sdk.gym.vector import Batch, VectorEnv

ALIGNED = 64
"""The alignment of arrays in shared memory, in bytes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters that all processes share."""

    game: str
    options: Mapping[str, Json]
    rewards: str
    count: int
    workers: int

    @property
    def share(self) -> int:
        """The number of games per process."""
        return self.count // self.workers

    def sizes(self) -> tuple[int, int, int, int]:
        """Return the numbers of games, features, codes and seats."""
        options = find_game(self.game).parse_options(self.options)
        features = observer(self.game, options).size
        return self.count, features, action_codes(self.game, options).size, options.players

    def arrays(self, memory: memoryview | None) -> tuple[Batch, NDArray[np.int64], int]:
        """Return the batch and the codes in the memory, and their size in bytes."""
        like, place, made = Batch.empty(*self.sizes()), 0, []
        codes = np.zeros(self.count, np.int64)
        for array in (*(getattr(like, field.name) for field in fields(Batch)), codes):
            if memory is None:
                made.append(array)
            else:
                part = memory.cast("B")[place : place + array.nbytes]
                made.append(np.frombuffer(part, array.dtype).reshape(array.shape))
            place += -(-array.nbytes // ALIGNED) * ALIGNED
        return Batch(*made[:-1]), made[-1], place


class WorkerEnv:
    """`count` games of one kind, stepped together by `workers` processes."""

    def __init__(
        self,
        game: str = "imhotep",
        options: Mapping[str, Json] | None = None,
        *,
        count: int = 64,
        workers: int = 2,
        rewards: str = "places",
    ) -> None:
        if workers < 1 or count % workers or count < workers:
            raise ValueError(f"{count} games cannot be divided equally among {workers} workers.")
        reward_of(rewards)
        self._plan = Plan(game, dict(options or {}), rewards, count, workers)
        *_, size = self._plan.arrays(None)
        self._memory = RawArray("B", size)
        self.batch, self._codes, _ = self._plan.arrays(memoryview(self._memory))
        self._places = np.arange(count)
        self._pipes: list[Connection] = []
        self._start()

    def _start(self) -> None:
        spawning = multiprocessing.get_context("spawn")
        for number in range(self._plan.workers):
            here, there = spawning.Pipe()
            start = self._plan, number, self._memory, there
            spawning.Process(target=_work, args=start, daemon=True).start()
            there.close()
            self._pipes.append(here)

    def reset(self, seed: int | None = None) -> Batch:
        """Start new games. The same seed and number of workers give the same games."""
        own = [None if seed is None else f"{seed} {number}" for number in range(self._plan.workers)]
        return self._done([("reset", one) for one in own])

    def step(self, codes: Sequence[int] | NDArray[np.integer]) -> Batch:
        """Play one action in each game; raises `ValueError` for an illegal code."""
        numbers = np.asarray(codes)
        if numbers.shape != self._places.shape:
            raise ValueError(
                f"{self._plan.count} games need {self._plan.count} codes, not {len(numbers)}."
            )
        is_code = (numbers >= 0) & (numbers < self.batch.masks.shape[1])
        legal = is_code & self.batch.masks[self._places, np.where(is_code, numbers, 0)]
        if not legal.all():
            game = int(legal.argmin())
            raise ValueError(f"Code {numbers[game]} is not legal in game {game}. See its mask.")
        self._codes[:] = numbers
        return self._done([("step", None)] * self._plan.workers)

    def random_codes(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """Return a legal code for each game, chosen uniformly."""
        counts = self.batch.masks.sum(axis=1)
        codes: NDArray[np.int64] = self.batch.masks.nonzero()[1]
        chosen = (chance.random(len(counts)) * counts).astype(np.int64)
        places: NDArray[np.int64] = counts.cumsum() - counts + chosen
        return codes[places]

    def close(self) -> None:
        """End the processes; the arrays stay as they are."""
        for pipe in self._pipes:
            pipe.close()
        self._pipes.clear()

    def __enter__(self) -> Self:
        """Return the environment."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the environment."""
        self.close()

    def _done(self, words: Sequence[tuple[str, str | None]]) -> Batch:
        """Send a command to each process, wait for all, and return the batch."""
        if not self._pipes:
            raise RuntimeError("The games are closed. Create new ones.")
        try:
            for pipe, word in zip(self._pipes, words, strict=True):
                pipe.send(word)
            for pipe in self._pipes:
                pipe.recv()
        except (EOFError, OSError):
            raise RuntimeError(
                'A worker process has ended. Create the games under `if __name__ == "__main__":`.'
            ) from None
        return self.batch


def _work(plan: Plan, number: int, memory: ctypes.Array[ctypes.c_ubyte], pipe: Connection) -> None:
    """Run one process with its share of the games."""
    batch, codes, _ = plan.arrays(memoryview(memory))
    mine = slice(number * plan.share, (number + 1) * plan.share)
    share = Batch(*(getattr(batch, field.name)[mine] for field in fields(Batch)))
    games = VectorEnv(plan.game, plan.options, count=plan.share, rewards=plan.rewards, batch=share)
    while True:
        try:
            word, seed = pipe.recv()
        except EOFError:
            return
        if word == "reset":
            games.reset(seed)
        else:
            games.step(codes[mine])
        pipe.send(None)
