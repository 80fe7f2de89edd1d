"""Bots without a finite maximum of the likelihood, for tables without a prior.

A maximum exists if no set of bots finished ahead of all others in all their games (Hunter, Annals
of Statistics 32, 2004). Otherwise the strengths of such bots have no bounds.
"""

from __future__ import annotations

import numpy as np

from saqqara_contest.seasons.games import Flags, Floats, Meetings, Numbers


def limits(pairs: Meetings, group: Numbers) -> Floats:
    """Return each bot's limit relative to the bots of its group with finite differences: 0 if
    finite, else plus or minus infinity, or no number if results do not compare it with them.

    The finite ones are the largest set whose bots all finished ahead of or level with each other,
    directly or through others of the set; of equally large sets the one in the middle.
    """
    ahead = _ahead(pairs, len(group))
    alike = ahead & ahead.T
    weight = len(group) * alike.sum(axis=1) + np.minimum(ahead.sum(axis=0), ahead.sum(axis=1))
    found = np.zeros(len(group))
    for one in np.unique(group):
        bots = np.flatnonzero(group == one)
        middle = bots[np.argmax(weight[bots])]
        found[bots] = np.nan
        found[bots[ahead[bots, middle]]] = np.inf
        found[bots[ahead[middle, bots]]] = -np.inf
        found[bots[alike[bots, middle]]] = 0.0
        if alike[middle].sum() == 1 and len(bots) > 1:
            found[middle] = _alone(found[bots])
    return found


def _alone(others: Floats) -> float:
    """Return the limit of a bot with which no other one has a finite difference."""
    if not (others == np.inf).any():
        return np.inf
    return 0.0 if (others == -np.inf).any() else -np.inf


def _ahead(pairs: Meetings, count: int) -> Flags:
    """Return whether a row's bot was not behind a column's, directly or through others."""
    found = np.eye(count, dtype=bool)
    found[pairs.one[pairs.won > 0], pairs.other[pairs.won > 0]] = True
    found[pairs.other[pairs.won < 1], pairs.one[pairs.won < 1]] = True
    while True:
        further: Flags = (found.astype(np.float32) @ found.astype(np.float32)) > 0
        if (further == found).all():
            return found
        found = further
