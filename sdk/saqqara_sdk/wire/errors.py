"""Everything that can go wrong between a program and the service, as one tree::

    * SaqqaraError
      + ConnectionFailed        no answer came; whether the request was applied is unknown
        - TimedOut              no answer within the timeout
      + UnreadableAnswer        an answer came, but not in the service's language
        - UnknownAnswer         the service's, but of a kind that this version cannot read
      + APIError                the service refused, with a stable `code`
        - Malformed             the request cannot be read
        - TooLarge              body or message over the limit
        - Unauthenticated       no token, or one that is junk, unknown, expired or revoked
        - Forbidden             the token may not do this
        - NotFound              no such match, bot, ladder or account
        - BadCursor             a cursor that is none, or of something else
        - UnknownOption         a game, option or time control that does not exist
        - WrongState            the match or ladder is not in the state this needs
        - NameTaken             the account has a bot of that name
        - SeatTaken             the seat is not free
        - NotYourSeat           the bot has no seat in this match
        - NotYourTurn           another seat is asked
        - IllegalAction         not legal here, or not in the notation
        - StaleVersion          the match has moved on
        - ActionIdReused        the same action id came with another payload
        - SeatFlagged           the seat's time is gone; it is played by autoplay
        - SeatResigned          the seat has resigned; it is played by autoplay
        - MatchOver             the match is finished or void
        - TooMany               more at once than one token or socket may have
        - RateLimited           the budget of the token or address is spent
        - Busy                  the service cannot take this now
        - Internal              the service's fault

An `APIError` with a code that this version does not know is an `APIError` itself: look at `code`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from pydantic import JsonValue

PROBLEM_MEMBERS = frozenset({"type", "title", "status", "detail", "instance", "code", "requestId"})

Facts: TypeAlias = Mapping[str, JsonValue]


class SaqqaraError(Exception):
    """Base of all; its text is a sentence to act on, `request_id` finds the call in server logs."""

    def __init__(self, message: str, *, request_id: str | None = None) -> None:
        super().__init__(message if request_id is None else f"{message} (request {request_id})")
        self.message = message
        self.request_id = request_id


class ConnectionFailed(SaqqaraError):
    """No answer came: whether the service applied the request is unknown."""


class TimedOut(ConnectionFailed):
    """No answer came within the timeout."""


class UnreadableAnswer(SaqqaraError):
    """Something answered in another language, such as the HTML page of a proxy."""


class UnknownAnswer(UnreadableAnswer):
    """The service answered in a way that this version cannot read, and would do so again."""


class APIError(SaqqaraError):
    """The service refused: `code` is stable, `facts` are what it says for programs."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        request_id: str | None = None,
        facts: Facts | None = None,
    ) -> None:
        super().__init__(message, request_id=request_id)
        self.code = code
        self.status = status
        self.facts = dict(facts or {})


class Malformed(APIError):
    """The request cannot be read; the message says where."""


class TooLarge(APIError):
    """The body or message is over the service's limit."""


class Unauthenticated(APIError):
    """No token, or one that is junk, unknown, expired or revoked."""


class Forbidden(APIError):
    """The token is good but may not do this."""


class NotFound(APIError):
    """There is no such thing, or it is not for this caller."""


class BadCursor(APIError):
    """This is no cursor of what is read; take one from there, or begin without."""


class UnknownOption(APIError):
    """A game, option or time control that does not exist; the message names the allowed ones."""


class WrongState(APIError):
    """The match or ladder is not in the state this needs."""


class NameTaken(APIError):
    """Another bot of the account has the name."""


class SeatTaken(APIError):
    """Another bot has the seat."""


class NotYourSeat(APIError):
    """The bot has no seat in this match."""


class NotYourTurn(APIError):
    """Another seat is asked; facts: `seat`, `version`."""


class IllegalAction(APIError):
    """The action is not legal here; the message and the facts say why.

    Facts: `action`, `version`, `count` of legal actions, and which rule is `broken`; with `kind`
    and `value` also the `place` of the word that fits no legal action and what is `allowed` there.
    """


class StaleVersion(APIError):
    """The match has moved on; facts: the current `version`, and the first `events` missed."""


class ActionIdReused(APIError):
    """This action id already named another payload; make a new id per action."""


class SeatFlagged(APIError):
    """The seat's time is gone and autoplay plays it; facts: `version`."""


class SeatResigned(APIError):
    """The seat has resigned and autoplay plays it; facts: `version`."""


class MatchOver(APIError):
    """The match is finished or void; facts: `version`."""


class TooMany(APIError):
    """More at once than one token or socket may have; facts: `limit`."""


class RateLimited(APIError):
    """The budget of the token or address is spent; facts: `budget`, `limit`, `retry_after_ms`."""


class Busy(APIError):
    """The service cannot take this now; facts: `retry_after_ms`."""


class Internal(APIError):
    """The service's fault; the request id finds it in its log."""


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
    "internal": Internal,
}


def refused(
    code: str,
    message: str,
    *,
    status: int | None = None,
    request_id: str | None = None,
    facts: Facts | None = None,
) -> APIError:
    """The error of a problem code; an unknown code keeps its name in a plain `APIError`."""
    kind = BY_CODE.get(code, APIError)
    return kind(message, code=code, status=status, request_id=request_id, facts=facts)


def problem_of(
    members: Mapping[str, JsonValue], status: int | None = None, request_id: str | None = None
) -> APIError:
    """The error that the members of a problem (RFC 9457) tell."""
    code = str(members.get("code"))
    own_id = members.get("requestId")
    return refused(
        code,
        str(members.get("detail") or members.get("title") or code),
        status=status,
        request_id=str(own_id) if own_id else request_id,
        facts=plain_facts({n: v for n, v in members.items() if n not in PROBLEM_MEMBERS}),
    )


def plain_facts(members: Facts) -> Facts:
    """The facts of a problem, their names in Python spelling; what is null is left out."""
    return {
        re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name): value
        for name, value in members.items()
        if value is not None
    }
