"""Teaches a network by self-play: `python -m saqqara_bots.learned.train --game duel`.

Games are played by the network on all seats, and what was done is made more likely where it went
better than expected: proximal policy optimisation (Schulman and others, 2017), with generalised
advantage estimation over a value for every seat. It needs numpy only. One core is enough.

It writes `GAME.npz` (the weights) and `GAME.csv` (the curve) into a folder, again and again while
it learns, so that it can be stopped at any time.
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
"""How many games are played at once."""

STEPS: Final = 64
"""How many actions of each go into one lesson."""

MINIBATCH: Final = 512
EPOCHS: Final = 2
"""How often each action is learned from."""

TRACE: Final = 0.92
"""How much an action's worth is told by what came later rather than by the value beside it."""

RATES: Final = (7e-4, 5e-5)
"""How far weights move, at the beginning and at the end."""

ENTROPIES: Final = (0.02, 0.003)
"""How much it likes to try other things, at the beginning and at the end."""

REPORT_SECONDS: Final = 300.0
REPORT_GAMES: Final = 10
Number = TypeVar("Number", bound=np.generic)
console = Console()


@dataclass(slots=True)
class Lesson:
    """What was seen, done and got, step by step and game by game."""

    rows: Array
    masks: NDArray[np.bool_]
    seats: NDArray[np.int64]
    codes: NDArray[np.int64]
    chances: Array
    """The chance with which the code was chosen."""
    values: Array
    """What each seat expected, by seat; one step more than the others."""
    rewards: Array
    over: NDArray[np.bool_]

    @classmethod
    def empty(cls, games: VectorEnv) -> Lesson:
        """Room for one."""
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
        """For each seat, how much better it went from there than it expected."""
        gained = np.zeros_like(self.rewards)
        later = np.zeros_like(self.rewards[0])
        for step in range(STEPS - 1, -1, -1):
            goes_on = ~self.over[step][:, None]
            surprise = self.rewards[step] + goes_on * self.values[step + 1] - self.values[step]
            later = surprise + TRACE * goes_on * later
            gained[step] = later
        return gained


def by_seat(values: Array, seats: NDArray[np.int64], *, back: bool = False) -> Array:
    """Numbers that begin with the own seat, as numbers that begin with seat 0; or back."""
    players = values.shape[-1]
    turn = seats[..., None] if back else -seats[..., None]
    places = (np.arange(players) + turn) % players
    return np.take_along_axis(values, places, axis=-1)


@dataclass(slots=True)
class School:
    """A network, the games it plays, and how far it has come."""

    network: Network
    games: VectorEnv
    chance: np.random.Generator
    optimiser: Adam
    batch: Batch
    played: int = 0
    decided: int = 0
    losses: dict[str, float] = field(default_factory=dict)

    def play(self, lesson: Lesson) -> None:
        """Plays on and fills the lesson."""
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
        """A code for each game by its chances, never one that rounding alone makes possible."""
        drawn = self.chance.random((len(chances), 1), np.float32)
        reached = (chances.cumsum(axis=1) >= drawn) & masks
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        codes: NDArray[np.int64] = np.where(reached.any(axis=1), reached.argmax(axis=1), last)
        return codes

    def learn(self, lesson: Lesson, rate: float, entropy: float) -> None:
        """Moves the weights by what the lesson teaches."""
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
    """Steps and games in one row."""
    return numbers.reshape(-1, numbers.shape[-1])


def between(limits: tuple[float, float], part: float) -> float:
    """From the first limit to the second, evenly."""
    return limits[0] + (limits[1] - limits[0]) * min(1.0, part)


def main(
    game: Annotated[str, typer.Option(help="imhotep or duel")] = "imhotep",
    minutes: Annotated[float, typer.Option(help="How long to learn.")] = 60.0,
    seed: Annotated[int, typer.Option(help="What all chance follows from.")] = 1,
    folder: Annotated[Path, typer.Option(help="Where weights and curve go.")] = Path(),
    start: Annotated[Path | None, typer.Option(help="Weights to go on from.")] = None,
) -> None:
    """Teaches a network one game and reports how it fares against `greedy`."""
    games = VectorEnv(game, count=GAMES)
    sizes = games.observer.size, games.codes.size, games.options.players
    network = Network.load(start) if start else Network.new(*sizes, seed)
    batch = games.reset(seed=seed)
    school = School(network, games, np.random.default_rng(seed), Adam(), batch)
    with (folder / f"{game}.csv").open("w", newline="") as file:
        teach(school, 60 * minutes, Report(school, file, folder / f"{game}.npz", seed))
    network.save(folder / f"{game}.npz")


def teach(school: School, seconds: float, report: Report) -> None:
    """Lesson after lesson until the time is over."""
    lesson, began, reported = Lesson.empty(school.games), monotonic(), 0.0
    while (passed := monotonic() - began) < seconds:
        school.play(lesson)
        school.learn(lesson, between(RATES, passed / seconds), between(ENTROPIES, passed / seconds))
        if passed - reported >= REPORT_SECONDS:
            reported = passed
            report.add(passed)
    report.add(seconds)


class Report:
    """The curve: a line in a file and on the screen now and then, and the weights beside it."""

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
        """Writes where the school stands."""
        school = self._school
        school.network.save(self._weights)
        won = wins_against_greedy(school.network, school.games, games=REPORT_GAMES, seed=self._seed)
        error, entropy = school.losses["value"], school.losses["entropy"]
        told = f"{error:.4f}", f"{entropy:.4f}", f"{won:.3f}"
        self._curve.writerow((round(passed), school.played, school.decided, *told))
        self._file.flush()
        console.print(
            f"{passed / 60:5.1f} min, {school.played} games, {school.decided} decisions,"
            f" value error {told[0]}, entropy {told[1]}, beats greedy {won:.0%}"
        )


if __name__ == "__main__":
    typer.run(main)
