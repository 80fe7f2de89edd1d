"""A small network in numpy that maps a row of features to a policy and values."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

FIRST: Final = 256
SECOND: Final = 128
"""The number of units in the hidden layers."""


@dataclass(slots=True)
class Network:
    """Two hidden layers with ReLU, a logit per code and a value per seat, the own seat first.

    Softmax over the legal codes turns logits into probabilities. The value of a seat is its
    expected reward, from -1 to 1.
    """

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    policy: Array
    policy_bias: Array
    value: Array
    value_bias: Array

    @classmethod
    def new(cls, features: int, codes: int, seats: int, seed: int) -> Network:
        """Return an untrained network with small random weights."""
        chance = np.random.default_rng(seed)

        def weights(inputs: int, outputs: int, scale: float) -> Array:
            drawn: Array = chance.standard_normal((inputs, outputs), np.float32)
            return drawn * np.float32(scale / np.sqrt(inputs))

        return cls(
            weights(features, FIRST, 1.6),
            np.zeros(FIRST, np.float32),
            weights(FIRST, SECOND, 1.4),
            np.zeros(SECOND, np.float32),
            weights(SECOND, codes, 0.05),
            np.zeros(codes, np.float32),
            weights(SECOND, seats, 0.05),
            np.zeros(seats, np.float32),
        )

    @classmethod
    def load(cls, path: Path) -> Network:
        """Load a network from a file that `save` wrote."""
        with np.load(path) as stored:
            return cls(*(stored[field.name].astype(np.float32) for field in fields(cls)))

    def save(self, path: Path) -> None:
        """Write the weights at half precision, which plays equally well and halves the file."""
        halves = {name: array.astype(np.float16) for name, array in self.arrays().items()}
        with path.open("wb") as file:
            np.savez_compressed(file, **halves)  # type: ignore[arg-type]

    def arrays(self) -> dict[str, Array]:
        """Return all weights by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def hidden(self, rows: Array) -> Array:
        """Return the activations of the last hidden layer."""
        first = np.maximum(rows @ self.first + self.first_bias, 0)
        hidden: Array = np.maximum(first @ self.second + self.second_bias, 0)
        return hidden

    def hidden_of_one(self, packed: bytes) -> Array:
        """Return the activations for one row, most of which is zero."""
        row = np.frombuffer(packed, np.float32)
        places = row.nonzero()[0]
        first = row[places] @ self.first[places]
        first += self.first_bias
        np.maximum(first, 0, out=first)
        second = first @ self.second
        second += self.second_bias
        hidden: Array = np.maximum(second, 0, out=second)
        return hidden

    def values(self, hidden: Array) -> Array:
        """Return the expected rewards of the seats, the own seat first."""
        values: Array = np.tanh(hidden @ self.value + self.value_bias)
        return values

    def logits(self, hidden: Array) -> Array:
        """Return a logit for each code, legal or not."""
        logits: Array = hidden @ self.policy + self.policy_bias
        return logits
