"""The exceptions for calls to the service, as one tree::

    * SaqqaraError
      + ConnectionFailed        no response; whether the request was applied is unknown
        - TimedOut              no response within the timeout
      + UnreadableAnswer        the response is not one of the service, such as an HTML page
        - UnknownAnswer         a response of a kind that this version cannot read
      + APIError                the service refused the request, with a stable `code`
        - Malformed, TooLarge, Unauthenticated, Forbidden, NotFound, BadCursor, UnknownOption,
          WrongState, NameTaken, SeatTaken, NotYourSeat, NotYourTurn, IllegalAction,
          StaleVersion, ActionIdReused, SeatFlagged, SeatResigned, MatchOver, TooMany,
          RateLimited, Busy, Maintenance, Internal

A code that this version does not know raises a plain `APIError`: check its `code`.

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
    """The request is malformed; the message says where."""


class TooLarge(APIError):
    """The body or message exceeds the limit."""


class Unauthenticated(APIError):
    """The token is missing, malformed, unknown, expired or revoked."""


class Forbidden(APIError):
    """The token is valid but may not do this; facts: `scope`, if a scope is missing."""


class NotFound(APIError):
    """The object does not exist, or the caller may not see it."""


class BadCursor(APIError):
    """The cursor does not belong to this list; use one that the list returned, or omit it."""


class UnknownOption(APIError):
    """The game, option or time control does not exist; the message names the allowed ones."""


class WrongState(APIError):
    """The request is not possible in the current state of the object."""


class NameTaken(APIError):
    """Another bot of the account has this name, or another account has a similar-looking one."""


class SeatTaken(APIError):
    """Another bot has the seat."""


class NotYourSeat(APIError):
    """The caller has no seat in this match."""


class NotYourTurn(APIError):
    """Another seat has to act; facts: `seat`, `current_version`."""


class IllegalAction(APIError):
    """The action is not legal here; the message and the facts explain why."""


class StaleVersion(APIError):
    """The match has a newer version; facts: `current_version`, and the first missed `events`."""


class ActionIdReused(APIError):
    """This action id was already used with another payload; use a new id for each action."""


class SeatFlagged(APIError):
    """The seat has run out of time and autoplay plays for it; facts: `current_version`."""


class SeatResigned(APIError):
    """The seat has resigned and autoplay plays for it; facts: `current_version`."""


class MatchOver(APIError):
    """The match is finished or void; facts: `current_version`."""


class TooMany(APIError):
    """A limit on concurrent resources or their number is reached; facts: `limit`."""


class RateLimited(APIError):
    """The token or address has exceeded its rate limit; wait `retry_after_ms`, then send fewer
    calls.
    """


class Busy(APIError):
    """The service cannot handle this request now; facts: `retry_after_ms`."""


class Maintenance(APIError):
    """The service is in maintenance: nothing new begins, or play is stopped. Facts:
    `retry_after_ms`.
    """


class Internal(APIError):
    """An internal error; search the service's log for the request id."""


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
