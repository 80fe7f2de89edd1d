"""Why bots meet in a ladder, in fields; the sentence of a match's `reason` is made of them."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.values import Id, Model


class PairingKind(StrEnum):
    """What a pairing follows from."""

    RATING = "rating"
    """Balance, then strength: around the bot with the fewest matches sit the closest to it."""
    ROUND_ROBIN = "round_robin"
    """Everybody meets everybody."""
    GAUNTLET = "gauntlet"
    """Everybody meets the challenger."""
    SWISS = "swiss"
    """Those meet who have as many points."""


class PairedBot(Model):
    """One bot of a pairing, with the numbers that led to it."""

    bot_id: Id
    """The bot, by its id."""
    games: int | None = None
    """The matches of the plan that it was in before, in a pairing by `rating`; else null."""
    distance: float | None = None
    """How far it was from the first bot in strength as drawn for the block; null for that one."""
    met: int | None = None
    """How often it had met the table just before, which counts as distance; null for the first."""
    points: float | None = None
    """The points that it had, in a `swiss`; else null."""


class PairingReason(Model):
    """Why the bots of a block meet."""

    kind: PairingKind
    """What the pairing follows from."""
    bots: list[PairedBot]
    """Who meets; by `rating` first the bot that it was built around, then as they joined."""
    round: int | None = None
    """Which round of a `swiss` it belongs to, from 1; else null."""
    repeats: int | None = None
    """How many pairs of that round had met before; null but in a `swiss`."""
    table: int | None = None
    """Which of the `tables` it is, from 1, in a format that is fixed at its start; else null."""
    tables: int | None = None
    """How many tables there are in all, in such a format; else null."""
    challenger: Id | None = None
    """Whom everybody meets in a `gauntlet`; else null."""
