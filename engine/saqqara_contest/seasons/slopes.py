"""The derivatives of the likelihood of all meetings by strengths and seats."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from saqqara_contest.seasons.games import Floats, Meetings, Numbers

_SIGNS = np.array([1.0, -1.0, 1.0, -1.0])
"""The direction in which each parameter of a meeting moves its expected result."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The layout of the parameters: first the strengths of bots, then the values of seats."""

    bots: int
    seats: int

    @property
    def count(self) -> int:
        """The number of parameters."""
        return self.bots + self.seats


@dataclass(frozen=True, slots=True)
class Slopes:
    """The residual and the information of each meeting, both with its weight."""

    pairs: Meetings
    of: Parameters
    index: Numbers
    """The parameters of each meeting: both bots, then both seats."""
    residual: Floats
    information: Floats

    def gradient(self) -> Floats:
        """Return the gradient by all parameters."""
        values = self.residual[:, np.newaxis] * _SIGNS
        return np.bincount(self.index.ravel(), values.ravel(), minlength=self.of.count).astype(
            np.float64
        )

    def matrix(self) -> Floats:
        """Return the information about all parameters."""
        count = self.of.count
        cells = self.index[:, :, np.newaxis] * count + self.index[:, np.newaxis, :]
        values = self.information[:, np.newaxis, np.newaxis] * np.outer(_SIGNS, _SIGNS)
        total = np.bincount(cells.ravel(), values.ravel(), minlength=count * count)
        return total.reshape(count, count).astype(np.float64)

    def ahead(self, values: Floats) -> Floats:
        """Return the difference of strengths and seats in each meeting."""
        found: Floats = values[self.index] @ _SIGNS
        return found

    def weighed(self, weight: Floats) -> Slopes:
        """Return the slopes with a weight for each block."""
        many = weight[self.pairs.block]
        return replace(self, residual=self.residual * many, information=self.information * many)

    def moved(self, step: Floats) -> Slopes:
        """Return the residuals after a small step of the parameters."""
        return replace(self, residual=self.residual - self.information * self.ahead(step))


def slopes(pairs: Meetings, of: Parameters, values: Floats) -> Slopes:
    """Return the slopes of all meetings at these parameters."""
    index = np.stack(
        [pairs.one, pairs.other, of.bots + pairs.seat, of.bots + pairs.other_seat], axis=1
    )
    expected = 1 / (1 + np.exp(-(values[index] @ _SIGNS)))
    return Slopes(
        pairs,
        of,
        index,
        pairs.weight * (pairs.won - expected),
        pairs.weight * expected * (1 - expected),
    )
