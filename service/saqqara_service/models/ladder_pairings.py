"""Why bots meet in a ladder, in fields; the sentence of a match's `reason` is made of them."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.values import Id, Model


class PairingKind(StrEnum):
    """The rule by which a pairing was made."""

    RATING = "rating"
    """The bot with the fewest matches meets the bots that are closest to it in strength."""
    LOT = "lot"
    """The bot with the fewest matches meets bots that are drawn by lot."""
    ROUND_ROBIN = "round_robin"
    """Everybody meets everybody."""
    GAUNTLET = "gauntlet"
    """Everybody meets the challenger."""
    SWISS = "swiss"
    """Bots with equal points meet."""
    ELIMINATION = "elimination"
    """Bots with equally many losses meet."""
    PLAYOFF = "playoff"
    """The same bots meet again, since their last meeting was tied."""
    ARENA = "arena"
    """Free bots with about equal points meet."""


class PairedBot(Model):
    """One bot of a pairing, with the numbers that led to it."""

    bot_id: Id
    """The bot, by its id."""
    games: int | None = None
    """How many planned matches it had before, in a pairing by `rating` or `lot`; else null."""
    distance: float | None = None
    """Its distance in drawn strength from the first bot of the block; null for that bot."""
    met: int | None = None
    """How often it had met these bots recently, which counts as distance.

    Null for the first bot.
    """
    points: float | None = None
    """The points that it had, in a `swiss` or `arena`; else null."""
    losses: int | None = None
    """How many meetings it had lost, in an `elimination` or `playoff`; else null."""


class PairingReason(Model):
    """Why the bots of a block meet."""

    kind: PairingKind
    """The rule by which the pairing was made."""
    bots: list[PairedBot]
    """The bots that meet.

    By `rating` and `lot`, first the one with the fewest matches, then as they joined.
    """
    round: int | None = None
    """Which round of a `swiss`, `elimination` or `playoff` it belongs to, from 1; else null."""
    repeats: int | None = None
    """How many pairs of that round had met before, in a `swiss`; else null."""
    table: int | None = None
    """Which of the `tables` it is, from 1, in a format that is fixed at its start; else null."""
    tables: int | None = None
    """How many tables there are in all, in such a format; else null."""
    challenger: Id | None = None
    """The challenger, in a `gauntlet`; else null."""
