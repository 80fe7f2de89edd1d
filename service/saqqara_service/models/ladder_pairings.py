"""Why bots meet in a ladder, in fields; the sentence of a match's `reason` is made of them."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.values import Id, Model


class PairingKind(StrEnum):
    """The rule that produced a pairing."""

    RATING = "rating"
    """The bot with the fewest matches meets the bots that are closest to it in strength."""
    LOT = "lot"
    """The bot with the fewest matches meets bots chosen uniformly at random."""
    ROUND_ROBIN = "round_robin"
    """All bots meet each other."""
    GAUNTLET = "gauntlet"
    """All other bots meet the challenger."""
    SWISS = "swiss"
    """Bots with equal points meet."""
    ELIMINATION = "elimination"
    """Bots with equal numbers of losses meet."""
    PLAYOFF = "playoff"
    """The same bots meet again because their last meeting was tied."""
    ARENA = "arena"
    """Free bots with similar points meet."""


class PairedBot(Model):
    """One bot of a pairing, with the figures used for pairing it."""

    bot_id: Id
    """The bot's id."""
    games: int | None = None
    """The bot's number of planned matches before, in a pairing by `rating` or `lot`; else null."""
    distance: float | None = None
    """The distance in sampled strength from the block's first bot; null for that bot."""
    met: int | None = None
    """The number of recent meetings with these bots, which adds distance; null for the first."""
    points: float | None = None
    """The bot's points, in a `swiss` or `arena`; else null."""
    losses: int | None = None
    """The number of lost meetings, in an `elimination` or `playoff`; else null."""


class PairingReason(Model):
    """The reason why the bots of a block meet."""

    kind: PairingKind
    """The rule that produced the pairing."""
    bots: list[PairedBot]
    """The bots that meet.

    By `rating` and `lot`, the bot with the fewest matches comes first, then the others in the
    order of their selection.
    """
    round: int | None = None
    """The round of a `swiss`, `elimination` or `playoff`, from 1; else null."""
    repeats: int | None = None
    """The number of pairs of that round that had met before, in a `swiss`; else null."""
    table: int | None = None
    """The number of this table, from 1 to `tables`, in a fixed schedule; else null."""
    tables: int | None = None
    """The total number of tables, in a fixed schedule; else null."""
    challenger: Id | None = None
    """The challenger, in a `gauntlet`; else null."""
