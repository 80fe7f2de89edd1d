"""Everything that can go wrong between a program and the service, as one tree::

    * SaqqaraError
      + ConnectionFailed        no answer came; whether the request was applied is unknown
        - TimedOut              no answer within the timeout
      + UnreadableAnswer        an answer came, but not in the service's language
        - UnknownAnswer         the service's, but of a kind that this version cannot read
      + APIError                the service refused, with a stable `code`
        - Malformed, TooLarge, Unauthenticated, Forbidden, NotFound, BadCursor, UnknownOption,
          WrongState, NameTaken, SeatTaken, NotYourSeat, NotYourTurn, IllegalAction,
          StaleVersion, ActionIdReused, SeatFlagged, SeatResigned, MatchOver, TooMany,
          RateLimited, Busy, Maintenance, Internal

An `APIError` with a code that this version does not know is a plain `APIError`: look at `code`.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from saqqara_sdk.wire.failures import (
    APIError,
    ConnectionFailed,
    SaqqaraError,
    TimedOut,
    UnknownAnswer,
    UnreadableAnswer,
)

__all__ = [
    "BY_CODE",
    "APIError",
    "ActionIdReused",
    "BadCursor",
    "Busy",
    "ConnectionFailed",
    "Forbidden",
    "IllegalAction",
    "Internal",
    "Maintenance",
    "Malformed",
    "MatchOver",
    "NameTaken",
    "NotFound",
    "NotYourSeat",
    "NotYourTurn",
    "RateLimited",
    "SaqqaraError",
    "SeatFlagged",
    "SeatResigned",
    "SeatTaken",
    "StaleVersion",
    "TimedOut",
    "TooLarge",
    "TooMany",
    "Unauthenticated",
    "UnknownAnswer",
    "UnknownOption",
    "UnreadableAnswer",
    "WrongState",
]


class Malformed(APIError):
    """The request cannot be read; the message says where."""


class TooLarge(APIError):
    """The body or message is over the limit."""


class Unauthenticated(APIError):
    """No token, or one that is junk, unknown, expired or revoked."""


class Forbidden(APIError):
    """The token is good but may not do this; facts: `scope`, if it lacks one."""


class NotFound(APIError):
    """There is no such thing, or it is not for this caller."""


class BadCursor(APIError):
    """This is not a cursor of this list; take one from the list, or leave it out."""


class UnknownOption(APIError):
    """A game, option or time control that does not exist; the message names the allowed ones."""


class WrongState(APIError):
    """The match or ladder is not in the state that this request needs."""


class NameTaken(APIError):
    """Another bot of the account has the name, or another account one that looks like it."""


class SeatTaken(APIError):
    """Another bot has the seat."""


class NotYourSeat(APIError):
    """The bot has no seat in this match."""


class NotYourTurn(APIError):
    """Another seat has to act; facts: `seat`, `current_version`."""


class IllegalAction(APIError):
    """The action is not legal here; the message and the facts say why."""


class StaleVersion(APIError):
    """The match has moved on; facts: the `current_version`, and the first `events` missed."""


class ActionIdReused(APIError):
    """This action id was already used for another payload; make a new id for each action."""


class SeatFlagged(APIError):
    """The seat's time has run out and autoplay plays for it; facts: `current_version`."""


class SeatResigned(APIError):
    """The seat has resigned and autoplay plays for it; facts: `current_version`."""


class MatchOver(APIError):
    """The match is finished or void; facts: `current_version`."""


class TooMany(APIError):
    """One token or socket has too many things at once; facts: `limit`."""


class RateLimited(APIError):
    """The budget of the token or address is spent; wait `retry_after_ms`, then send fewer calls."""


class Busy(APIError):
    """The service cannot take this now; facts: `retry_after_ms`."""


class Maintenance(APIError):
    """The host lets nothing new begin now, or has stopped play; facts: `retry_after_ms`."""


class Internal(APIError):
    """An error of the service; the request id finds it in the log."""


BY_CODE: dict[str, type[APIError]] = {
    "malformed": Malformed,
    "too_large": TooLarge,
    "unauthenticated": Unauthenticated,
    "forbidden": Forbidden,
    "not_found": NotFound,
    "bad_cursor": BadCursor,
    "unknown_option": UnknownOption,
    "wrong_state": WrongState,
    "name_taken": NameTaken,
    "seat_taken": SeatTaken,
    "not_your_seat": NotYourSeat,
    "not_your_turn": NotYourTurn,
    "illegal_action": IllegalAction,
    "stale_version": StaleVersion,
    "action_id_reused": ActionIdReused,
    "seat_flagged": SeatFlagged,
    "seat_resigned": SeatResigned,
    "match_over": MatchOver,
    "too_many": TooMany,
    "rate_limited": RateLimited,
    "busy": Busy,
    "maintenance": Maintenance,
    "internal": Internal,
}
