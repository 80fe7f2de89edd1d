"""How sure a mean is: the bootstrap over blocks (Efron, 1979), whose games belong together.

A block is drawn as a whole, with replacement, as often as there are blocks; the interval holds the
middle share of the means that come about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

CONFIDENCE = 0.95
RESAMPLES = 2000
_SEED = 1
_AT_ONCE = 1 << 22
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a mean lies with 95 % confidence."""

    low: float
    high: float


def intervals(blocks: Sequence[Sequence[float]]) -> list[Interval | None]:
    """The interval of each column's mean, a row for every block; None for fewer than two blocks.

    The same blocks give the same intervals.
    """
    values = np.asarray(blocks, dtype=float)
    if len(values) < _FEWEST:
        return [None] * (values.shape[1] if values.ndim > 1 else 0)
    generator = np.random.default_rng(_SEED)
    count = len(values)
    step = max(1, _AT_ONCE // count)
    means = np.concatenate(
        [
            _weights(generator, min(step, RESAMPLES - done), count) @ values / count
            for done in range(0, RESAMPLES, step)
        ]
    )
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [tail, 1 - tail], axis=0)
    return [Interval(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def _weights(generator: np.random.Generator, resamples: int, count: int) -> np.ndarray:
    """How often each block is drawn, a row for every resample."""
    drawn = generator.integers(count, size=(resamples, count))
    rows = np.arange(resamples)[:, np.newaxis] * count
    return np.bincount((drawn + rows).ravel(), minlength=resamples * count).reshape(
        resamples, count
    )
