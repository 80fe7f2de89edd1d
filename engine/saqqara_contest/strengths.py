"""How strong bots are by who beat whom: Bradley and Terry's model (1952), fitted as a whole.

The fit is Hunter's minorisation (Annals of Statistics 32, 2004). A game of several seats counts as
a comparison of each two of them, a tie as half a win for either. Who was compared has half a win
and half a loss more, so that a bot that won everything has a strength that is not infinite.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from saqqara_contest.intervals import CONFIDENCE, Interval

PRIOR = 0.5
_ROUNDS = 500
_RESAMPLES = 200
_SEED = 1
_FEWEST = 2

Floats = npt.NDArray[np.float64]


def strengths(wins: Sequence[Sequence[float]]) -> list[float]:
    """Elo by bot, 0 on average, from the wins of each row over each column."""
    return [float(elo) for elo in _fit(np.asarray(wins, dtype=float)[np.newaxis])[0]]


def strength_intervals(blocks: Sequence[Sequence[Sequence[float]]]) -> list[Interval | None]:
    """Where each Elo lies with 95 % confidence, by a bootstrap over the wins of each block."""
    each = np.asarray(blocks, dtype=float)
    if len(each) < _FEWEST:
        return [None] * each.shape[-1]
    drawn = np.random.default_rng(_SEED).integers(len(each), size=(_RESAMPLES, len(each)))
    elos = _fit(np.stack([each[rows].sum(axis=0) for rows in drawn]))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(elos, [tail, 1 - tail], axis=0)
    return [Interval(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def _fit(wins: Floats) -> Floats:
    """Elo by table and bot."""
    met = (wins + wins.swapaxes(1, 2)) > 0
    wins = wins + PRIOR * met
    games = wins + wins.swapaxes(1, 2)
    won = wins.sum(axis=2)
    strength = np.ones_like(won)
    for _ in range(_ROUNDS):
        shares = games / (strength[:, :, np.newaxis] + strength[:, np.newaxis, :])
        strength = np.where(won > 0, won / np.maximum(shares.sum(axis=2), 1e-300), strength)
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    elos: Floats = 400 * np.log10(strength)
    return elos
