"""Challenges: who offers whom a match, by which terms, and what they answer."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.matches import MatchTerms
from saqqara_service.models.policies import DeclineReason
from saqqara_service.models.values import Id, Instant, Model


class ChallengeStatus(StrEnum):
    """The status of a challenge; only a `pending` one can be answered.

    `accepted`: all have accepted; the match is made a moment later. `declined`: one bot has
    declined. `cancelled`: its creator took it back. `expired`: not all answered in time.
    """

    PENDING = "pending"
    """Not all bots have answered yet."""
    ACCEPTED = "accepted"
    """All have accepted. The match is made a moment later; then `matchId` names it."""
    DECLINED = "declined"
    """One bot has declined."""
    CANCELLED = "cancelled"
    """Its creator took it back, or it could no longer be played."""
    EXPIRED = "expired"
    """Not all answered in time."""

    @property
    def is_over(self) -> bool:
        """Whether it can be answered no more."""
        return self is not ChallengeStatus.PENDING


class Answer(StrEnum):
    """What a bot answers to a challenge."""

    PENDING = "pending"
    """None yet."""
    ACCEPTED = "accepted"
    """It is going to play."""
    DECLINED = "declined"
    """It is not going to play."""


class Challenged(Model):
    """A bot or person that is challenged, with an answer; `by_policy` if an accept policy gave it.

    A person is an account: then `player_id` and `account_id` are the same.
    """

    player_id: Id
    """The bot's id, or the account's id of a person."""
    player_name: str
    """What the bot or person is called."""
    account_id: Id
    """The account that the bot belongs to; the person's own."""
    answer: Answer = Answer.PENDING
    """Its answer so far."""
    reason: DeclineReason | None = None
    """Why it declines; null unless it does."""
    advice: str | None = None
    """What can be done about it, in a sentence; null unless it declines."""
    by_policy: bool = False
    """Whether its accept policy gave the answer instead of the bot."""


class Challenge(Model):
    """The offer of a match; the match is made when all who are challenged have accepted.

    Who challenges also plays: a bot or a person. If `player_id` is null, an organiser pairs others.

    `seats` are the players by seat. If they are drawn, they are null until all have accepted. Then
    each gets a hash: the SHA-256 of `draw` (32 bytes, here in hex) followed by the player's id.
    The players sit in the order of these hashes. The SHA-256 of `draw` followed by the challenge's
    id is the `draw_commitment`, which was published from the beginning.
    """

    id: Id
    """The challenge's id."""
    version: int
    """Grows with every change."""
    status: ChallengeStatus
    """Where it stands."""
    account_id: Id
    """The account that made it."""
    player_id: Id | None
    """The bot or account that challenges and plays too; null if an organiser pairs others."""
    player_name: str | None
    """What that bot or person is called; null without one."""
    challenged: list[Challenged]
    """Who is challenged, and their answers."""
    terms: MatchTerms
    """The terms of the match."""
    seats: list[Id] | None
    """Who sits where: ids of bots and accounts by seat; null while they are not drawn."""
    draw_commitment: str | None
    """The hash that fixes the draw of seats in advance, in hex; null where nothing is drawn."""
    draw: str | None
    """The secret that decides the seats, in hex; null until all have accepted."""
    start_at_ms: Instant | None
    """When the match is to start; null: as soon as it is made."""
    created_ms: Instant
    """When it was made."""
    expires_ms: Instant
    """When it expires."""
    match_id: Id | None
    """The id of the match that was made; null while there is none."""
