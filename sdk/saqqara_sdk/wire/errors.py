"""The exceptions for calls to the service, as one tree::

    * SaqqaraError
      + ConnectionFailed        no response; whether the request was applied is unknown
        - TimedOut              no response within the timeout
      + UnreadableAnswer        the response is not one of the service, such as an HTML page
        - UnknownAnswer         a response of a kind that this version cannot read
      + APIError                the service refused the request, with a stable `code`
        - ActionIdReused, BadCursor, Busy, Forbidden, IllegalAction, Internal, Maintenance,
          Malformed, MatchOver, NameTaken, NotFound, NotYourSeat, NotYourTurn, RateLimited,
          SeatFlagged, SeatResigned, SeatTaken, StaleVersion, TooLarge, TooMany, Unauthenticated,
          UnknownOption, WrongState

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


class ActionIdReused(APIError):
    """This action id was already used with another payload; use a new id for each action."""


class BadCursor(APIError):
    """The cursor does not belong to this list; use one that the list returned, or omit it."""


class Busy(APIError):
    """The service cannot handle this request now. Facts: `retry_after_ms`."""


class Forbidden(APIError):
    """The token is valid but may not do this. Facts: `scope`."""


class IllegalAction(APIError):
    """The action is not legal here; the message and the facts explain why. Facts: `action`,
    `current_version`, `count`, `broken`, `place`, `allowed_words`.
    """


class Internal(APIError):
    """An internal error; search the service's log for the request id."""


class Maintenance(APIError):
    """The service is in maintenance: nothing new begins, or play is stopped. Facts:
    `retry_after_ms`.
    """


class Malformed(APIError):
    """The request is malformed; the message says where. Facts: `pointer`."""


class MatchOver(APIError):
    """The match is finished or void. Facts: `current_version`."""


class NameTaken(APIError):
    """Another bot of the account has this name, or another account has a similar-looking one."""


class NotFound(APIError):
    """The object does not exist, or the caller may not see it."""


class NotYourSeat(APIError):
    """The caller has no seat in this match."""


class NotYourTurn(APIError):
    """Another seat has to act. Facts: `seat`, `current_version`."""


class RateLimited(APIError):
    """A rate limit is exceeded; wait `retry_after_ms`, then send fewer calls. Facts: `budget`,
    `limit`, `retry_after_ms`.
    """


class SeatFlagged(APIError):
    """The seat has run out of time and autoplay plays for it. Facts: `current_version`."""


class SeatResigned(APIError):
    """The seat has resigned and autoplay plays for it. Facts: `current_version`."""


class SeatTaken(APIError):
    """Another bot has the seat."""


class StaleVersion(APIError):
    """The match has a newer version. Facts: `current_version`, `events`."""


class TooLarge(APIError):
    """The body or message exceeds the limit. Facts: `limit`."""


class TooMany(APIError):
    """A limit on concurrent resources or their number is reached. Facts: `limit`."""


class Unauthenticated(APIError):
    """The token is missing, malformed, unknown, expired or revoked."""


class UnknownOption(APIError):
    """The game, option or time control does not exist; the message names the allowed ones."""


class WrongState(APIError):
    """The request is not possible in the current state of the object. Facts: `enrolled`,
    `needed`.
    """


BY_CODE: dict[str, type[APIError]] = {
    "action_id_reused": ActionIdReused,
    "bad_cursor": BadCursor,
    "busy": Busy,
    "forbidden": Forbidden,
    "illegal_action": IllegalAction,
    "internal": Internal,
    "maintenance": Maintenance,
    "malformed": Malformed,
    "match_over": MatchOver,
    "name_taken": NameTaken,
    "not_found": NotFound,
    "not_your_seat": NotYourSeat,
    "not_your_turn": NotYourTurn,
    "rate_limited": RateLimited,
    "seat_flagged": SeatFlagged,
    "seat_resigned": SeatResigned,
    "seat_taken": SeatTaken,
    "stale_version": StaleVersion,
    "too_large": TooLarge,
    "too_many": TooMany,
    "unauthenticated": Unauthenticated,
    "unknown_option": UnknownOption,
    "wrong_state": WrongState,
}
