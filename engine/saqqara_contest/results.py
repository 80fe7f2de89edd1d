"""Places: how the points of a game and the clocks of a match become an order of seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from saqqara_engine.game import SeatScore, placements


def rank(scores: Sequence[SeatScore], flagged: Collection[int]) -> tuple[int, ...]:
    """Place of each seat, 1 for first; equals share a place and the next one is skipped.

    A seat that lost on time is below every seat that kept its time, whatever its points; among
    themselves flagged seats are ordered by points. Records use the same rule.
    """
    return placements(scores, flagged)
