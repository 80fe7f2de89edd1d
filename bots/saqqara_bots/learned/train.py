"""Train a network by self-play: `python -m saqqara_bots.learned.train --game duel`.

The network plays all seats and learns with proximal policy optimisation (Schulman and others,
2017) and generalised advantage estimation, with a value for every seat. It needs only numpy and one
core.

It writes `GAME.npz` (the weights) and `GAME.csv` (the learning curve) into a folder from time to
time, so you can stop it at any time.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Annotated, Final, TextIO, TypeVar

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console

from saqqara_bots.learned.gradients import Adam, Decisions, gradients, softmax
from saqqara_bots.learned.network import Array, Network
from saqqara_bots.learned.outcome import outcome
from saqqara_bots.learned.progress import wins_against_greedy
from saqqara_sdk.gym.vector import Batch, VectorEnv

GAMES: Final = 64
"""The number of games at once."""

STEPS: Final = 64
"""The number of actions per game in one lesson."""

MINIBATCH: Final = 512
EPOCHS: Final = 2
"""The number of passes over each lesson."""

TRACE: Final = 0.92
"""Lambda of generalised advantage estimation: the weight of later rewards against the value."""

RATES: Final = (7e-4, 5e-5)
"""The learning rate at the beginning and at the end."""

ENTROPIES: Final = (0.02, 0.003)
"""The weight of the entropy bonus at the beginning and at the end."""

REPORT_SECONDS: Final = 300.0
REPORT_GAMES: Final = 10
Number = TypeVar("Number", bound=np.generic)
console = Console()


@dataclass(slots=True)
class Lesson:
    """A batch of experience: observations, actions and rewards by step and game."""

    rows: Array
    masks: NDArray[np.bool_]
    seats: NDArray[np.int64]
    codes: NDArray[np.int64]
    chances: Array
    """The probability with which the code was chosen."""
    values: Array
    """The predicted value of each seat, with one step more than the other arrays."""
    rewards: Array
    over: NDArray[np.bool_]

    @classmethod
    def empty(cls, games: VectorEnv) -> Lesson:
        """Return a lesson of zeros."""
        shape, players = (STEPS, games.count), games.options.players
        return cls(
            rows=np.zeros((*shape, games.observer.size), np.float32),
            masks=np.zeros((*shape, games.codes.size), np.bool_),
            seats=np.zeros(shape, np.int64),
            codes=np.zeros(shape, np.int64),
            chances=np.zeros(shape, np.float32),
            values=np.zeros((STEPS + 1, games.count, players), np.float32),
            rewards=np.zeros((*shape, players), np.float32),
            over=np.zeros(shape, np.bool_),
        )

    def advantages(self) -> Array:
        """Return the advantage of each seat at each step."""
        gained = np.zeros_like(self.rewards)
        later = np.zeros_like(self.rewards[0])
        for step in range(STEPS - 1, -1, -1):
            goes_on = ~self.over[step][:, None]
            surprise = self.rewards[step] + goes_on * self.values[step + 1] - self.values[step]
            later = surprise + TRACE * goes_on * later
            gained[step] = later
        return gained


def by_seat(values: Array, seats: NDArray[np.int64], *, back: bool = False) -> Array:
    """Reorder columns from own-seat-first to seat 0 first, or the other way with `back`."""
    players = values.shape[-1]
    turn = seats[..., None] if back else -seats[..., None]
    places = (np.arange(players) + turn) % players
    return np.take_along_axis(values, places, axis=-1)


@dataclass(slots=True)
class School:
    """A network in training, its games and its progress."""

    network: Network
    games: VectorEnv
    chance: np.random.Generator
    optimiser: Adam
    batch: Batch
    played: int = 0
    decided: int = 0
    losses: dict[str, float] = field(default_factory=dict)

    def play(self, lesson: Lesson) -> None:
        """Play on and fill the lesson."""
        for step in range(STEPS):
            batch = self.batch
            hidden = self.network.hidden(batch.observations)
            chances = softmax(self.network.logits(hidden), batch.masks)
            codes = self._draw(chances, batch.masks)
            lesson.rows[step] = batch.observations
            lesson.masks[step] = batch.masks
            lesson.seats[step] = batch.seats
            lesson.codes[step] = codes
            lesson.chances[step] = chances[np.arange(len(codes)), codes]
            lesson.values[step] = by_seat(self.network.values(hidden), batch.seats)
            self.batch = self.games.step(codes)
            lesson.over[step] = self.batch.over
            lesson.rewards[step] = outcome(self.batch.points)
        last = self.network.values(self.network.hidden(self.batch.observations))
        lesson.values[STEPS] = by_seat(last, self.batch.seats)
        self.played += int(lesson.over.sum())
        self.decided += lesson.codes.size

    def _draw(self, chances: Array, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Draw a legal code for each game; rounding never selects an illegal one."""
        drawn = self.chance.random((len(chances), 1), np.float32)
        reached = (chances.cumsum(axis=1) >= drawn) & masks
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        codes: NDArray[np.int64] = np.where(reached.any(axis=1), reached.argmax(axis=1), last)
        return codes

    def learn(self, lesson: Lesson, rate: float, entropy: float) -> None:
        """Update the weights from a lesson."""
        gained = lesson.advantages()
        targets = by_seat(gained + lesson.values[:STEPS], lesson.seats, back=True)
        own = np.take_along_axis(gained, lesson.seats[..., None], axis=-1)[..., 0]
        own = (own - own.mean()) / (own.std() + 1e-6)
        done = Decisions(
            rows=flat(lesson.rows),
            masks=flat(lesson.masks),
            codes=lesson.codes.reshape(-1),
            chances=lesson.chances.reshape(-1),
            gained=own.reshape(-1),
            targets=flat(targets),
        )
        for _ in range(EPOCHS):
            order = self.chance.permutation(lesson.codes.size)
            for start in range(0, len(order), MINIBATCH):
                some = done.some(order[start : start + MINIBATCH])
                slopes, self.losses = gradients(self.network, some, entropy)
                self.optimiser.move(self.network.arrays(), slopes, rate)


def flat(numbers: NDArray[Number]) -> NDArray[Number]:
    """Merge the axes of steps and games."""
    return numbers.reshape(-1, numbers.shape[-1])


def between(limits: tuple[float, float], part: float) -> float:
    """Interpolate linearly between two limits."""
    return limits[0] + (limits[1] - limits[0]) * min(1.0, part)


def main(
    game: Annotated[str, typer.Option(help="The game: imhotep or duel")] = "imhotep",
    minutes: Annotated[float, typer.Option(help="The training time in minutes")] = 60.0,
    seed: Annotated[int, typer.Option(help="The random seed")] = 1,
    folder: Annotated[
        Path, typer.Option(help="The folder for weights and learning curve")
    ] = Path(),
    start: Annotated[Path | None, typer.Option(help="Weights to start from")] = None,
) -> None:
    """Train a network for one game and report its results against `greedy`."""
    games = VectorEnv(game, count=GAMES)
    sizes = games.observer.size, games.codes.size, games.options.players
    network = Network.load(start) if start else Network.new(*sizes, seed)
    batch = games.reset(seed=seed)
    school = School(network, games, np.random.default_rng(seed), Adam(), batch)
    with (folder / f"{game}.csv").open("w", newline="") as file:
        teach(school, 60 * minutes, Report(school, file, folder / f"{game}.npz", seed))
    network.save(folder / f"{game}.npz")


def teach(school: School, seconds: float, report: Report) -> None:
    """Play and learn until the time is over."""
    lesson, began, reported = Lesson.empty(school.games), monotonic(), 0.0
    while (passed := monotonic() - began) < seconds:
        school.play(lesson)
        school.learn(lesson, between(RATES, passed / seconds), between(ENTROPIES, passed / seconds))
        if passed - reported >= REPORT_SECONDS:
            reported = passed
            report.add(passed)
    report.add(seconds)


class Report:
    """Writes the learning curve to a file and the screen, and the weights, from time to time."""

    def __init__(self, school: School, file: TextIO, weights: Path, seed: int) -> None:
        self._school = school
        self._file = file
        self._curve = csv.writer(file)
        self._curve.writerow(
            ("seconds", "games", "decisions", "value_error", "entropy", "against_greedy")
        )
        self._weights = weights
        self._seed = seed

    def add(self, passed: float) -> None:
        """Write the current results."""
        school = self._school
        school.network.save(self._weights)
        won = wins_against_greedy(school.network, school.games, games=REPORT_GAMES, seed=self._seed)
        error, entropy = school.losses["value"], school.losses["entropy"]
        cells = f"{error:.4f}", f"{entropy:.4f}", f"{won:.3f}"
        self._curve.writerow((round(passed), school.played, school.decided, *cells))
        self._file.flush()
        console.print(
            f"{passed / 60:5.1f} min, {school.played} games, {school.decided} decisions,"
            f" value error {cells[0]}, entropy {cells[1]}, beats greedy {won:.0%}"
        )


if __name__ == "__main__":
    typer.run(main)
