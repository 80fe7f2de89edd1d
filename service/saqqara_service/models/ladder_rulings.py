"""Rulings: what the owner of a ladder decides about its results, in the order of the log."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.values import Id, Instant, Model


class RulingKind(StrEnum):
    """What a ruling does."""

    ANNULMENT = "annulment"
    """It annuls a match, or all matches of a bot or of one of its versions."""
    RESTORATION = "restoration"
    """It revokes an annulment: what that annulled counts again."""


class LadderRuling(Model):
    """One ruling of a ladder. Tables follow from the results and the rulings, and nothing else.

    An annulled match changes no table, as if it had never been played. The annulment of a bot holds
    for all its matches, also those to come, and the bot gets no further ones; the annulment of a
    version holds for those that this version played.
    """

    number: int
    """Its number among the rulings of the ladder, from 1."""
    kind: RulingKind
    """What it does."""
    match_id: Id | None = None
    """The match that it annuls; null where it is about a bot, or revokes another."""
    bot_id: Id | None = None
    """The bot whose matches it annuls; null where it is about a match, or revokes another."""
    version: int | None = None
    """The version of that bot whose matches it annuls; null: all versions."""
    restores: int | None = None
    """The number of the ruling that it revokes; null in an annulment."""
    reason: str
    """Why, in the words of who ruled."""
    account_id: Id
    """Who ruled."""
    at_ms: Instant
    """When."""
    restored_by: int | None = None
    """The number of the ruling that revoked it; null while it holds."""
