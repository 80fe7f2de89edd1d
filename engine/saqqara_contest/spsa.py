"""Tuning of several numbers at once from the results of games, by SPSA.

Simultaneous perturbation stochastic approximation (Spall, "Implementation of the Simultaneous
Perturbation Algorithm", IEEE Transactions on Aerospace and Electronic Systems 34(3), 1998), with
the gains that fishtest uses for chess engines. Each iteration moves every number by its step, up or
down at random. A bot with these numbers plays a bot with the opposite moves, and all numbers move a
little towards the better side. Steps shrink slowly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

ALPHA, GAMMA = 0.602, 0.101
"""The exponents by which gains and steps shrink, as Spall recommends."""

STABILITY = 0.1
"""Spall's A as a share of the iterations, which delays the shrinking of gains."""

LAST_STEP = 1 / 20
"""The last step as a share of a number's range; fishtest's value."""

LEAST_WHOLE_STEP = 0.5
"""The least step of whole numbers; a smaller one would often not change them."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """A tuned number: its start and its bounds."""

    start: float
    least: float
    most: float
    is_whole: bool = False

    @property
    def last_step(self) -> float:
        """The step of the last iteration."""
        step = (self.most - self.least) * LAST_STEP
        return max(step, LEAST_WHOLE_STEP) if self.is_whole else step

    def bounded(self, value: float) -> float:
        """Return the nearest value within the bounds."""
        return max(self.least, min(self.most, value))


Values = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Spsa:
    """A plan of tuning: the numbers, iterations, rate and seed.

    `rate` is the share of its last step by which the last iteration moves a number if one side won
    everything (a result of 1).
    """

    numbers: Sequence[Tuned]
    iterations: int
    rate: float
    seed: int

    def __post_init__(self) -> None:
        if not self.numbers or self.iterations < 1 or self.rate <= 0:
            raise ValueError("Tuning needs a parameter, an iteration and a rate above 0.")

    @property
    def start(self) -> Values:
        """The start of each number."""
        return tuple(number.start for number in self.numbers)

    def sides(self, iteration: int, values: Values) -> tuple[Values, Values]:
        """Return the numbers of the two bots that play in an iteration, counted from 0."""
        moves = self._moves(iteration)
        plus = (self._moved(*each) for each in zip(self.numbers, values, moves, strict=True))
        opposite = tuple(-move for move in moves)
        minus = (self._moved(*each) for each in zip(self.numbers, values, opposite, strict=True))
        return tuple(plus), tuple(minus)

    def after(self, iteration: int, values: Values, result: float) -> Values:
        """Return the numbers after a result from -1 to 1; 1 is best for the first side."""
        waited = STABILITY * self.iterations
        shrunk: float = ((waited + self.iterations) / (waited + iteration + 1)) ** ALPHA
        widened = self._widening(iteration) ** 2
        gain = self.rate * shrunk / widened * result
        moves = self._moves(iteration)
        return tuple(
            number.bounded(value + gain * move)
            for number, value, move in zip(self.numbers, values, moves, strict=True)
        )

    def _moves(self, iteration: int) -> Values:
        chance = Random(f"{self.seed} {iteration}")
        wide = self._widening(iteration)
        return tuple(wide * one.last_step * chance.choice((-1, 1)) for one in self.numbers)

    def _widening(self, iteration: int) -> float:
        wide: float = (self.iterations / (iteration + 1)) ** GAMMA
        return wide

    def _moved(self, number: Tuned, value: float, move: float) -> float:
        moved = number.bounded(value + move)
        return float(round(moved)) if number.is_whole else moved
