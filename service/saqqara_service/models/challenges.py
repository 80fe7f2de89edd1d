"""Challenges: who offers whom a match, by which terms, and what they answer."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.matches import MatchTerms
from saqqara_service.models.policies import DeclineReason
from saqqara_service.models.values import Id, Instant, Model


class ChallengeStatus(StrEnum):
    """Where a challenge stands; only a `pending` one can be answered.

    `accepted`: by all, and the match is made. `declined`: by one, which is enough. `cancelled`: by
    whoever made it. `expired`: not all answered in time.
    """

    PENDING = "pending"
    """Somebody has not answered yet."""
    ACCEPTED = "accepted"
    """All have accepted, and the match is made."""
    DECLINED = "declined"
    """One has declined, which is enough."""
    CANCELLED = "cancelled"
    """Whoever made it took it back, or it could not be played any more."""
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
    """A bot that is challenged, and its answer; `by_policy` if its accept policy gave it."""

    bot_id: Id
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    account_id: Id
    """The account that the bot belongs to."""
    answer: Answer = Answer.PENDING
    """What it has said so far."""
    reason: DeclineReason | None = None
    """Why it declines; null unless it does."""
    by_policy: bool = False
    """Whether its accept policy gave the answer, without the bot being asked."""


class Challenge(Model):
    """The offer of a match, which is made and started when all who are challenged have accepted.

    The bot that challenges plays too; without one (`bot_id` is null) an organiser pairs others.

    `seats` are the bots by seat. Where they are drawn they are null until all have accepted: then
    they stand in the order of SHA-256 of `draw` (32 bytes, here in hex) followed by the bot's id,
    and the SHA-256 of `draw` followed by the challenge's id is the `draw_commitment` that was told
    from the beginning.
    """

    id: Id
    """What the service knows the challenge by."""
    version: int
    """Grows with every change."""
    status: ChallengeStatus
    """Where it stands."""
    account_id: Id
    """The account that made it."""
    bot_id: Id | None
    """The bot that challenges and plays too; null if an organiser pairs others."""
    bot_name: str | None
    """What that bot is called; null without one."""
    challenged: list[Challenged]
    """Who is asked, and what they answered."""
    terms: MatchTerms
    """What the match is to be played by."""
    seats: list[Id] | None
    """The bots by seat; null while they are not drawn."""
    draw_commitment: str | None
    """Binds the draw of the seats, in hex; null where nothing is drawn."""
    draw: str | None
    """The secret from which the seats follow, in hex; null until all have accepted."""
    start_at_ms: Instant | None
    """When the match is to start; null: as soon as it is made."""
    created_ms: Instant
    """When it was made."""
    expires_ms: Instant
    """Until when it can be answered."""
    match_id: Id | None
    """The match that came of it; null while there is none."""
