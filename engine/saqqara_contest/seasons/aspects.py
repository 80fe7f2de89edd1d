"""The aspects in which a season's results are checked against its model."""

from __future__ import annotations

from enum import StrEnum


class FitAspect(StrEnum):
    """A way in which results can deviate from independent games between unchanging bots."""

    SEAT = "seat"
    """The advantage of the best seat over the worst one, in Elo."""
    TIES = "ties"
    """The share of ties among the meetings of two bots."""
    BLOCK = "block"
    """The effect of a block's deals on the strength of a bot, in Elo."""
    ORDER = "order"
    """The degree to which places below the first follow strength, in tables of whole orders.

    Only tables that were stored when seasons were fitted to whole orders have it.
    """
    INTRANSITIVITY = "intransitivity"
    """The dependence of a bot's advantage on the opponent that it meets, in Elo."""
    DRIFT = "drift"
    """The largest change of a bot's strength between the season's first match and its last."""
