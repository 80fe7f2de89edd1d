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
    "pointer": "A JSON pointer to the first wrong place.",
    "limit": "The most that is allowed.",
    "scope": "What the token may not be used for.",
    "enrolled": "How many bots are enrolled.",
    "needed": "The minimum number of bots.",
    "seat": "The seat that has to act now.",
    "current_version": "The version at which the match is now.",
    "events": "The first events that were missed; the cursor of the last one reads the next ones.",
    "action": "The beginning of the action that was sent.",
    "count": "How many actions are legal now.",
    "broken": "Which rule the action breaks.",
    "place": "The number of the first word that fits no legal action, from 1.",
    "allowed_words": "The words that would fit there.",
    "budget": "Whose calls the budget counts: the token's, the address's, or everybody's.",
    "retry_after_ms": "How long to wait before trying again.",
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
    """The request cannot be read; the message says where."""

    code = "malformed"


class TooLarge(ApplicationError):
    """The body or message is over the limit."""

    code = "too_large"


class Unauthenticated(ApplicationError):
    """No token, or one that is junk, unknown, expired or revoked."""

    code = "unauthenticated"


class Forbidden(ApplicationError):
    """The token is good but may not do this; facts: `scope`, if it lacks one."""

    code = "forbidden"


class NotFound(ApplicationError):
    """There is no such thing, or it is not for this caller."""

    code = "not_found"


class BadCursor(ApplicationError):
    """This is not a cursor of this list; take one from the list, or leave it out."""

    code = "bad_cursor"


class UnknownOption(ApplicationError):
    """A game, option or time control that does not exist; the message names the allowed ones."""

    code = "unknown_option"


class WrongState(ApplicationError):
    """The match or ladder is not in the state that this request needs."""

    code = "wrong_state"


class NameTaken(ApplicationError):
    """Another bot of the account has the name, or another account one that looks like it."""

    code = "name_taken"


class SeatTaken(ApplicationError):
    """Another bot has the seat."""

    code = "seat_taken"


class NotYourSeat(ApplicationError):
    """The bot has no seat in this match."""

    code = "not_your_seat"


class NotYourTurn(ApplicationError):
    """Another seat has to act; facts: `seat`, `current_version`."""

    code = "not_your_turn"


class IllegalAction(ApplicationError):
    """The action is not legal here; the message and the facts say why.

    Facts: `action`, `current_version`, `count` of legal actions, and which rule is `broken`; with
    `kind` and `value` also the `place` of the word that fits no legal action and the
    `allowed_words` there.
    """

    code = "illegal_action"


class StaleVersion(ApplicationError):
    """The match has moved on; facts: the `current_version`, and the first `events` missed."""

    code = "stale_version"


class ActionIdReused(ApplicationError):
    """This action id was already used for another payload; make a new id for each action."""

    code = "action_id_reused"


class SeatFlagged(ApplicationError):
    """The seat's time has run out and autoplay plays for it; facts: `current_version`."""

    code = "seat_flagged"


class SeatResigned(ApplicationError):
    """The seat has resigned and autoplay plays for it; facts: `current_version`."""

    code = "seat_resigned"


class MatchOver(ApplicationError):
    """The match is finished or void; facts: `current_version`."""

    code = "match_over"


class TooMany(ApplicationError):
    """One token or socket has too many things at once; facts: `limit`."""

    code = "too_many"


class RateLimited(ApplicationError):
    """The budget of the token or address is spent; wait `retry_after_ms`, then send fewer calls.

    Facts: `budget`, `limit` (how many calls it holds), `retry_after_ms`.
    """

    code = "rate_limited"


class Busy(ApplicationError):
    """The service cannot take this now; facts: `retry_after_ms`."""

    code = "busy"


class Maintenance(Busy):
    """The host lets nothing new begin now, or has stopped play; facts: `retry_after_ms`.

    The message has the host's reason. While play is stopped no clock runs.
    """

    code = "maintenance"


class Internal(ApplicationError):
    """An error of the service; the request id finds it in the log."""

    code = "internal"
