"""What a network learns to expect: a reward for the final points."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from saqqara_bots.learned.network import Array

PLACE: Final = 0.6
"""How much of the reward is for being ahead at all; the rest is for the margin."""

MARGIN: Final = 15.0
"""A margin of so many points gives three quarters of what a margin can give."""


def outcome(points: NDArray[np.int64]) -> Array:
    """The reward for final points: for the place, and for the margin to the best other seat."""
    others = np.stack(
        [np.delete(points, seat, axis=1).max(axis=1) for seat in range(points.shape[1])], axis=1
    )
    margin = points - others
    reward: Array = PLACE * np.sign(margin) + (1 - PLACE) * np.tanh(margin / MARGIN)
    return reward.astype(np.float32)
