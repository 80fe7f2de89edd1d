"""Everything the service refuses, as one tree.

* ApplicationError
  + Malformed             the request cannot be read
  + TooLarge              body or message over the limit
  + Unauthenticated       no token, or one that is junk, unknown, expired or revoked
  + Forbidden             the token may not do this
  + NotFound              no such match, bot, ladder or account
  + BadCursor             a cursor that is none, or of something else
  + UnknownOption         a game, option or time control that does not exist
  + WrongState            the match or ladder is not in the state this needs
  + NameTaken             the account has a bot of that name, or another account such a name
  + SeatTaken             the seat is not free
  + NotYourSeat           the bot has no seat in this match
  + NotYourTurn           another seat is asked
  + IllegalAction         not legal here, or not in the notation
  + StaleVersion          the match has moved on
  + ActionIdReused        the same action id came with another payload
  + SeatFlagged           the seat's time is gone; it is played by autoplay
  + SeatResigned          the seat has resigned; it is played by autoplay
  + MatchOver             the match is finished or void
  + TooMany               more at once than one token or socket may have
  + RateLimited           the budget of the token or address is spent
  + Busy                  the service cannot take this now; try again
    - Maintenance         the host lets nothing new begin, or has stopped play
  + Internal              our fault

Each class has a stable `code`. Only `rest/errors.py` and `graphql/errors.py` know the outer form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from pydantic import TypeAdapter
from pydantic.alias_generators import to_camel

from saqqara_service.models import JsonObject, MatchEvent, Rule

Fact: TypeAlias = int | str | Rule | list[str] | list[MatchEvent]
FACTS: Final[Mapping[str, str]] = {
    "pointer": "A JSON pointer to the first invalid value.",
    "limit": "The maximum that is allowed.",
    "scope": "The scope that the token lacks.",
    "enrolled": "The number of enrolled bots.",
    "needed": "The minimum number of bots.",
    "seat": "The seat that has to act now.",
    "current_version": "The current version of the match.",
    "events": "The first missed events; the cursor of the last one reads the next ones.",
    "action": "The first characters of the action that was sent.",
    "count": "The number of legal actions.",
    "broken": "The rule that the action breaks.",
    "place": "The number of the first word that fits no legal action, from 1.",
    "allowed_words": "The words that would fit there.",
    "budget": "The scope of the budget: the token, the address, or all callers.",
    "retry_after_ms": "The time to wait before trying again.",
}
"""What programs are told beside a refusal's sentence, by name."""

LONGEST_MESSAGE: Final = 1_000
"""A sentence says what was wrong; it does not send all of it back."""

_FACTS: TypeAdapter[dict[str, Fact]] = TypeAdapter(dict[str, Fact])


class ApplicationError(Exception):
    """Base of all refusals: a stable code, a sentence to act on, and facts for programs."""

    code: ClassVar[str] = "internal"

    def __init__(self, message: str, **facts: Fact | None) -> None:
        super().__init__(message)
        start = message[:LONGEST_MESSAGE]
        is_long = len(message) > LONGEST_MESSAGE
        self.message = f"{start.rpartition(' ')[0] or start} …" if is_long else message
        self.facts = {name: fact for name, fact in facts.items() if fact is not None}

    def told(self) -> JsonObject:
        """The facts as the wire spells them."""
        facts = _FACTS.dump_python(self.facts, mode="json", by_alias=True)
        return {to_camel(name): value for name, value in facts.items()}


class Malformed(ApplicationError):
    """The request is malformed; the message says where."""

    code = "malformed"


class TooLarge(ApplicationError):
    """The body or message exceeds the limit."""

    code = "too_large"


class Unauthenticated(ApplicationError):
    """The token is missing, malformed, unknown, expired or revoked."""

    code = "unauthenticated"


class Forbidden(ApplicationError):
    """The token is valid but may not do this; facts: `scope`, if a scope is missing."""

    code = "forbidden"


class NotFound(ApplicationError):
    """The object does not exist, or the caller may not see it."""

    code = "not_found"


class BadCursor(ApplicationError):
    """The cursor does not belong to this list; use one that the list returned, or omit it."""

    code = "bad_cursor"


class UnknownOption(ApplicationError):
    """The game, option or time control does not exist; the message names the allowed ones."""

    code = "unknown_option"


class WrongState(ApplicationError):
    """The request is not possible in the current state of the object."""

    code = "wrong_state"


class NameTaken(ApplicationError):
    """Another bot of the account has this name, or another account has a similar-looking one."""

    code = "name_taken"


class SeatTaken(ApplicationError):
    """Another bot has the seat."""

    code = "seat_taken"


class NotYourSeat(ApplicationError):
    """The caller has no seat in this match."""

    code = "not_your_seat"


class NotYourTurn(ApplicationError):
    """Another seat has to act; facts: `seat`, `currentVersion`."""

    code = "not_your_turn"


class IllegalAction(ApplicationError):
    """The action is not legal here; the message and the facts explain why.

    Facts: `action`, `currentVersion`, the `count` of legal actions, and the `broken` rule. With
    `kind` and `value` also the `place` of the word that fits no legal action, and the
    `allowedWords` there.
    """

    code = "illegal_action"


class StaleVersion(ApplicationError):
    """The match has a newer version; facts: `currentVersion`, and the first missed `events`."""

    code = "stale_version"


class ActionIdReused(ApplicationError):
    """This action id was already used with another payload; use a new id for each action."""

    code = "action_id_reused"


class SeatFlagged(ApplicationError):
    """The seat has run out of time and autoplay plays for it; facts: `currentVersion`."""

    code = "seat_flagged"


class SeatResigned(ApplicationError):
    """The seat has resigned and autoplay plays for it; facts: `currentVersion`."""

    code = "seat_resigned"


class MatchOver(ApplicationError):
    """The match is finished or void; facts: `currentVersion`."""

    code = "match_over"


class TooMany(ApplicationError):
    """A limit on concurrent resources or their number is reached; facts: `limit`."""

    code = "too_many"


class RateLimited(ApplicationError):
    """The token or address has exceeded its rate limit; wait `retryAfterMs`, then send fewer calls.

    Facts: `budget`, `limit` (its size in calls), `retryAfterMs`.
    """

    code = "rate_limited"


class Busy(ApplicationError):
    """The service cannot handle this request now; facts: `retryAfterMs`."""

    code = "busy"


class Maintenance(Busy):
    """The service is in maintenance: nothing new begins, or play is stopped. Facts: `retryAfterMs`.

    The message contains the host's reason. No clock runs while play is stopped.
    """

    code = "maintenance"


class Internal(ApplicationError):
    """An internal error; search the service's log for the request id."""

    code = "internal"
