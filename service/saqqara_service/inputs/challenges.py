"""What is asked of challenges, and of many pairings at once."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.inputs.matches import AskedTerms
from saqqara_service.inputs.values import GivenId, Key, PageSize
from saqqara_service.models import ChallengeStatus, DeclineReason, Instant, Model

ExpiresIn = Annotated[int, Field(ge=1_000, le=86_400_000)]
Seats = Annotated[list[GivenId], Field(min_length=1, max_length=16)]


class CreateChallenge(AskedTerms):
    """Challenge one to three others to a match: bots, or people by the ids of their accounts.

    Who challenges plays too: the bot of `botId`, or without it the bot of the token, or the person
    whose account's token it is. `seats` says who sits where; without them the seats are drawn when
    all have accepted, in a way that everybody can check. The challenge expires when one of them
    does not answer within `expiresInMs`. When all have accepted the
    match is made and starts, but not before `startAtMs`.

    You choose `key`. The same call with the same `key` within 24 hours makes nothing a second time.
    """

    bot_id: GivenId | None = None
    """The caller's bot that challenges; null: the token's bot, or the account itself."""
    challenged: Annotated[list[GivenId], Field(min_length=1, max_length=3)]
    """The ids of the bots and accounts that are challenged."""
    seats: Seats | None = None
    """All who play, by seat; null: the seats are drawn."""
    start_at_ms: Instant | None = None
    """The match does not start before this instant; null: it starts at once."""
    expires_in_ms: ExpiresIn = 60_000
    """How long the challenge can be answered."""
    key: Key | None = None
    """An id that you choose, so that a repeated call makes nothing twice; null: none."""


class AcceptChallenge(Model):
    """Accept a challenge, for the token's bot, the account itself, or its bot."""

    bot_id: GivenId | None = None
    """The bot that answers; null: the token's own, the account, or its only bot in question."""


class DeclineChallenge(Model):
    """Decline a challenge with a reason, for the token's bot, the account itself, or its bot."""

    bot_id: GivenId | None = None
    """The bot that answers; null: the token's own, the account, or its only bot in question."""
    reason: DeclineReason = DeclineReason.DECLINED
    """The reason that its creator gets."""


class ChallengeFilter(Model):
    """Which challenges to list: those of one bot, or of the token's own bot or account."""

    bot_id: GivenId | None = None
    """Only those of this bot; null: of the token's bot or account."""
    status: ChallengeStatus | None = None
    """Only those with this status; null: all."""
    first: PageSize = 20
    """The maximum number on a page."""
    after: Key | None = None
    """The cursor after which to begin; null: the newest."""


class PresenceFilter(Model):
    """Which present bots to list, in the order of their ids."""

    first: PageSize = 20
    """The maximum number on a page."""
    after: Key | None = None
    """The cursor after which to begin; null: the first."""


class Pair(Model):
    """One match to make: the bots by seat, and a key of your choice that is new within 24 hours."""

    key: Key
    """An id that you choose, so that a repeated call makes no second match."""
    seats: Seats
    """The bots that play, by seat, and the account itself where its owner plays."""


class PairMatches(AskedTerms):
    """Make up to 100 matches with the same terms; they start at once or at `startAtMs`.

    A bot of another account gets a seat only if its accept policy accepts at once, without asking
    the bot. An operator may seat every bot. A person gets a seat only by the account's own token.
    The same call with the same keys makes nothing twice.
    """

    pairs: Annotated[list[Pair], Field(min_length=1, max_length=100)]
    """The matches to make."""
    start_at_ms: Instant | None = None
    """The match does not start before this instant; null: it starts at once."""
