"""The reward that the network learns to predict."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from saqqara_bots.learned.network import Array

PLACE: Final = 0.6
"""The share of the reward for the place; the rest is for the margin."""

MARGIN: Final = 15.0
"""The margin in points that gives three quarters of the maximum reward for a margin."""


def outcome(points: NDArray[np.int64]) -> Array:
    """Return the reward for final points: for the place, and for the margin to the best rival."""
    others = np.stack(
        [np.delete(points, seat, axis=1).max(axis=1) for seat in range(points.shape[1])], axis=1
    )
    margin = points - others
    reward: Array = PLACE * np.sign(margin) + (1 - PLACE) * np.tanh(margin / MARGIN)
    return reward.astype(np.float32)
