"""What is asked of challenges, and of many pairings at once."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.inputs.matches import AskedTerms
from saqqara_service.inputs.values import Key, PageSize
from saqqara_service.models import ChallengeStatus, DeclineReason, Instant, Model

ExpiresIn = Annotated[int, Field(ge=1_000, le=86_400_000)]
Seats = Annotated[list[Key], Field(min_length=1, max_length=16)]


class CreateChallenge(AskedTerms):
    """Challenge one to three other bots to a match with a bot of the caller.

    `botId` is the caller's bot; a bot's token speaks for its own. `seats` are the bots by seat;
    without them seats are drawn once all have accepted, in a way that can be checked then. Who does
    not answer within `expiresInMs` lets the challenge expire. When all have accepted the match is
    made and starts, but not before `startAtMs`.

    Within 24 hours the same call with the same `key`, which is of your making, makes nothing twice.
    """

    bot_id: Key | None = None
    """The caller's bot that challenges; null: the token's own."""
    challenged: Annotated[list[Key], Field(min_length=1, max_length=3)]
    """The bots that are to be asked, by their ids."""
    seats: Seats | None = None
    """All who are to play, by seat; null: to be drawn."""
    start_at_ms: Instant | None = None
    """Not to start before this instant; null: at once."""
    expires_in_ms: ExpiresIn = 60_000
    """For how long it can be answered."""
    key: Key | None = None
    """An id of your making, under which it is made once; null: none."""


class AcceptChallenge(Model):
    """Accept, for the bot of the token or for one of the account."""

    bot_id: Key | None = None
    """For which bot; null: the token's own, or the account's only one in it."""


class DeclineChallenge(Model):
    """Decline and say why, for the bot of the token or for one of the account."""

    bot_id: Key | None = None
    """For which bot; null: the token's own, or the account's only one in it."""
    reason: DeclineReason = DeclineReason.DECLINED
    """What its maker is told."""


class ChallengeFilter(Model):
    """Which challenges to list, newest first: of a bot, or else of the token's bot or account."""

    bot_id: Key | None = None
    """Only those of this bot; null: of the token's bot or account."""
    status: ChallengeStatus | None = None
    """Only those that stand so; null: all."""
    first: PageSize = 20
    """How many to tell at most."""
    after: Key | None = None
    """The cursor after which to begin; null: the newest."""


class PresenceFilter(Model):
    """Which bots to list that are there, in the order of their ids."""

    first: PageSize = 20
    """How many to tell at most."""
    after: Key | None = None
    """The cursor after which to begin; null: the first."""


class Pair(Model):
    """One match to be made: the bots by seat, and a key that is yours and new within 24 hours."""

    key: Key
    """An id of your making, under which the match is made once."""
    seats: Seats
    """The bots that are to play, by seat."""


class PairMatches(AskedTerms):
    """Make up to 100 matches by the same terms, which start at once or at `startAtMs`.

    Bots of other accounts are seated if their accept policies accept it without asking them; an
    operator may seat all. The same call with the same keys makes nothing twice.
    """

    pairs: Annotated[list[Pair], Field(min_length=1, max_length=100)]
    """The matches to be made."""
    start_at_ms: Instant | None = None
    """Not to start before this instant; null: at once."""
