"""Rulings: what the owner of a ladder decides about its results, in the order of the log."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.values import Id, Instant, Model


class RulingKind(StrEnum):
    """The effect of a ruling."""

    ANNULMENT = "annulment"
    """The ruling annuls a match, or all matches of a bot or of one of its versions."""
    RESTORATION = "restoration"
    """The ruling revokes an annulment, so that the annulled matches count again."""


class LadderRuling(Model):
    """One ruling of a ladder. Tables follow only from the results and the rulings.

    An annulled match changes no table, as if it had never been played. The annulment of a bot
    applies to all its matches, including future ones, and the bot gets no further matches. The
    annulment of a version applies to the matches that this version played.
    """

    number: int
    """The number of the ruling in the ladder, from 1."""
    kind: RulingKind
    """The effect of the ruling."""
    match_id: Id | None = None
    """The annulled match; null if the ruling annuls a bot's matches or revokes a ruling."""
    bot_id: Id | None = None
    """The bot with annulled matches; null if the ruling annuls a match or revokes a ruling."""
    version: int | None = None
    """The version of that bot with annulled matches; null: all versions."""
    restores: int | None = None
    """The number of the revoked ruling; null in an annulment."""
    reason: str
    """The reason, in the words of the ruling's author."""
    account_id: Id
    """The account that made the ruling."""
    at_ms: Instant
    """When the ruling was made."""
    restored_by: int | None = None
    """The number of the ruling that revoked this one; null while it applies."""
