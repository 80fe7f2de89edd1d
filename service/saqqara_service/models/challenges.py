"""Challenges: who offers whom a match, by which terms, and what they answer."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.matches import MatchTerms
from saqqara_service.models.policies import DeclineReason
from saqqara_service.models.values import Id, Instant, Model


class ChallengeStatus(StrEnum):
    """The status of a challenge; only a `pending` one can be answered."""

    PENDING = "pending"
    """Not all players have answered yet."""
    ACCEPTED = "accepted"
    """All players have accepted. The match is created a moment later; `matchId` then names it."""
    DECLINED = "declined"
    """One player has declined."""
    CANCELLED = "cancelled"
    """The creator cancelled the challenge, or it could no longer be played."""
    EXPIRED = "expired"
    """Not all players answered in time."""

    @property
    def is_over(self) -> bool:
        """Whether it can be answered no more."""
        return self is not ChallengeStatus.PENDING


class Answer(StrEnum):
    """A bot's answer to a challenge."""

    PENDING = "pending"
    """The bot has not answered yet."""
    ACCEPTED = "accepted"
    """The bot accepts the challenge."""
    DECLINED = "declined"
    """The bot declines the challenge."""


class Challenged(Model):
    """A challenged bot or person, with its answer.

    A person is an account, so `playerId` and `accountId` are then the same.
    """

    player_id: Id
    """The id of the bot, or of the person's account."""
    player_name: str
    """The name of the bot or person."""
    account_id: Id
    """The bot's account, or the person's own account."""
    answer: Answer = Answer.PENDING
    """The answer so far."""
    reason: DeclineReason | None = None
    """The reason for declining; null unless declined."""
    advice: str | None = None
    """A suggestion for the challenger, in a sentence; null unless declined."""
    by_policy: bool = False
    """Whether the bot's accept policy gave the answer."""


class Challenge(Model):
    """The offer of a match; the match is created once every challenged player has accepted.

    The challenger, a bot or a person, also plays. If `playerId` is null, an organiser pairs
    other players.

    `seats` lists the players by seat. If the seats are drawn, it is null until all have
    accepted. Then each player gets a hash: the SHA-256 of `draw` (32 bytes, here in hex)
    followed by the player's id. The players sit in the order of these hashes. `drawCommitment`
    is the SHA-256 of `draw` followed by the challenge's id, and is published from the
    beginning.
    """

    id: Id
    """The challenge's id."""
    version: int
    """The version of the challenge, which grows with every change."""
    status: ChallengeStatus
    """The current status."""
    account_id: Id
    """The account that created the challenge."""
    player_id: Id | None
    """The bot or account that challenges and plays; null if an organiser pairs other players."""
    player_name: str | None
    """The name of that bot or person; null if `playerId` is null."""
    challenged: list[Challenged]
    """The challenged players and their answers."""
    terms: MatchTerms
    """The terms of the match."""
    seats: list[Id] | None
    """The ids of the bots and accounts by seat; null until the seats are drawn."""
    draw_commitment: str | None
    """The hash that commits the service to the seat draw, in hex; null if no seats are drawn."""
    draw: str | None
    """The secret that determines the seats, in hex; null until all have accepted."""
    start_at_ms: Instant | None
    """When the match starts; null: as soon as it is created."""
    created_ms: Instant
    """When the challenge was created."""
    expires_ms: Instant
    """When the challenge expires."""
    match_id: Id | None
    """The id of the resulting match; null until it is created."""
