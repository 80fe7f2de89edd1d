"""What is asked of challenges, and of many pairings at once."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.models import ChallengeStatus, DeclineReason, Id, Instant, Model
from saqqara_service.questions.matches import AskedTerms
from saqqara_service.questions.values import GivenId, Key, PageSize

ExpiresIn = Annotated[int, Field(ge=1_000, le=86_400_000)]
Seats = Annotated[list[GivenId], Field(min_length=1, max_length=16)]


class ChallengeQuestion(Model):
    """What is asked of one challenge."""

    challenge_id: Id
    """The challenge's id."""


class CreateChallenge(AskedTerms):
    """Challenge one to three bots or people to a match; people are named by their account ids.

    The challenger plays too: the bot in `botId`, else the token's bot, else the person whose
    account the token belongs to. `seats` assigns the seats; without it, they are drawn
    verifiably when all have accepted. The challenge expires if a player does not answer within
    `expiresInMs`. When all have accepted, the match is created and starts, at the earliest at
    `startAtMs`.

    You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
    new.
    """

    bot_id: GivenId | None = None
    """The caller's bot that challenges; null: the token's bot or the account itself."""
    challenged: Annotated[list[GivenId], Field(min_length=1, max_length=3)]
    """The ids of the bots and accounts that are challenged."""
    seats: Seats | None = None
    """The players by seat; null: the seats are drawn."""
    start_at_ms: Instant | None = None
    """The earliest start of the match; null: it starts at once."""
    expires_in_ms: ExpiresIn = 60_000
    """The time in which the challenge can be answered."""
    key: Key | None = None
    """An id that you choose, so that repeating the call creates nothing twice; null: none."""


class AcceptChallenge(ChallengeQuestion):
    """Accept a challenge for the token's bot, for the account itself, or for one of its bots."""

    bot_id: GivenId | None = None
    """The bot that answers; null: the token's bot, the account, or its only challenged bot."""


class DeclineChallenge(ChallengeQuestion):
    """Decline a challenge for the token's bot, for the account itself, or for one of its bots."""

    bot_id: GivenId | None = None
    """The bot that answers; null: the token's bot, the account, or its only challenged bot."""
    reason: DeclineReason = DeclineReason.DECLINED
    """The reason, which the challenge's creator sees."""


class CancelChallenge(ChallengeQuestion):
    """Which challenge to cancel."""


class ChallengeFilter(Model):
    """Which challenges to list: those of one bot, or of the token's own bot or account."""

    bot_id: GivenId | None = None
    """Only challenges of this bot; null: those of the token's bot or account."""
    status: ChallengeStatus | None = None
    """Only challenges with this status; null: all."""
    first: PageSize = 20
    """The maximum number of results per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the newest."""


class PresenceFilter(Model):
    """Which present bots to list, in the order of their ids."""

    first: PageSize = 20
    """The maximum number of results per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the first."""


class Pair(Model):
    """One match to create: the bots by seat, and a key of your choice, new within 24 hours."""

    key: Key
    """An id that you choose, so that repeating the call creates no second match."""
    seats: Seats
    """The bots by seat, or the account's own id where its owner plays."""


class PairMatches(AskedTerms):
    """Create up to 100 matches with the same terms, starting at once or at `startAtMs`.

    A bot of another account gets a seat only if its accept policy accepts the match at once; bots
    with mode `ask` get none. An operator may seat any bot. A person gets a seat only through the
    account's own token. Repeating the call with the same keys creates nothing twice.
    """

    pairs: Annotated[list[Pair], Field(min_length=1, max_length=100)]
    """The matches to create."""
    start_at_ms: Instant | None = None
    """The earliest start of the match; null: it starts at once."""
