"""Everything the service refuses. A class says all that the transports publish of an error.

The name gives the `code`. The docstring, the `status`, the `remedy` and the typed fields are the
rest of it: a field is a fact for programs, None where it is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from http import HTTPStatus
from typing import Annotated, ClassVar, Final, TypeAlias, dataclass_transform, get_type_hints

from pydantic.alias_generators import to_camel, to_snake
from pydantic_core import to_jsonable_python

from saqqara_service.models import JsonObject, MatchEvent, NextCall, Rule

Limit: TypeAlias = Annotated[int | None, "The maximum that is allowed."]
CurrentVersion: TypeAlias = Annotated[int | None, "The current version of the match."]
RetryAfterMs: TypeAlias = Annotated[int | None, "The time to wait before trying again."]

Remedy: TypeAlias = str | Mapping[str, str] | None
"""The operation that helps, by its name; or one for each id that the request may have."""

AGAIN: Final = "again"
"""The remedy of repeating the refused operation, later or with other arguments."""

LISTS: Final = {
    "bot_id": "bots_page",
    "match_id": "matches_page",
    "challenge_id": "challenges_page",
    "ladder_id": "ladders_page",
    "token_id": "tokens_page",
}
"""The operation that lists the objects of an id."""

STATES: Final = {
    "match_id": "matches_get",
    "challenge_id": "challenges_get",
    "ladder_id": "ladders_get",
    "submission_id": "submissions_get",
    "bot_id": "submissions_of_bot",
    "token_id": "tokens_page",
}
"""The operation that shows the state of the object of an id."""

LONGEST_MESSAGE: Final = 1_000
"""A sentence says what was wrong; it does not send all of it back."""


@dataclass_transform(eq_default=False, kw_only_default=True, field_specifiers=(field,))
class _Coded(Exception):
    """Makes a dataclass of each class below it, and its code of its name."""

    code: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.code = vars(cls).get("code", to_snake(cls.__name__))
        dataclass(eq=False, repr=False, kw_only=True)(cls)


class ApplicationError(_Coded):
    """Base of all refusals: a stable code, a sentence to act on, and facts for programs."""

    status: ClassVar[HTTPStatus]
    remedy: ClassVar[Remedy] = None
    message: str = field(kw_only=False)

    def __post_init__(self) -> None:
        self.next: NextCall | None = None  # `api/run.py` knows the request
        if len(self.message) > LONGEST_MESSAGE:
            start = self.message[:LONGEST_MESSAGE]
            self.message = f"{start.rpartition(' ')[0] or start} …"
        super().__init__(self.message)

    @classmethod
    def fact_names(cls) -> list[str]:
        """The names of the facts that it can have."""
        return [each.name for each in fields(cls) if each.kw_only]

    @classmethod
    def fact_types(cls) -> Mapping[str, object]:
        """The type of each fact by its name, as `Annotated` with its description."""
        hints = get_type_hints(cls, include_extras=True)
        return {name: hints[name] for name in cls.fact_names()}

    def facts(self) -> JsonObject:
        """The known facts, as the wire spells them."""
        found = {to_camel(name): getattr(self, name) for name in self.fact_names()}
        known = {name: fact for name, fact in found.items() if fact is not None}
        return dict(to_jsonable_python(known))


class Malformed(ApplicationError):
    """The request is malformed; the message says where."""

    status = HTTPStatus.BAD_REQUEST
    pointer: Annotated[str | None, "A JSON pointer to the first invalid value."] = None


class TooLarge(ApplicationError):
    """The body or message exceeds the limit."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    remedy = "service_about"
    limit: Limit = None


class Unauthenticated(ApplicationError):
    """The token is missing, malformed, unknown, expired or revoked."""

    status = HTTPStatus.UNAUTHORIZED
    remedy = "accounts_register"


class Forbidden(ApplicationError):
    """The token is valid but may not do this."""

    status = HTTPStatus.FORBIDDEN
    remedy = "tokens_about"
    scope: Annotated[str | None, "The scope that the token lacks."] = None


class NotFound(ApplicationError):
    """The object does not exist, or the caller may not see it."""

    status = HTTPStatus.NOT_FOUND
    remedy = LISTS


class BadCursor(ApplicationError):
    """The cursor does not belong to this list; use one that the list returned, or omit it."""

    status = HTTPStatus.BAD_REQUEST
    remedy = AGAIN


class UnknownOption(ApplicationError):
    """The game, option or time control does not exist; the message names the allowed ones."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    remedy = "service_games"


class WrongState(ApplicationError):
    """The request is not possible in the current state of the object."""

    status = HTTPStatus.CONFLICT
    remedy = STATES
    enrolled: Annotated[int | None, "The number of enrolled bots."] = None
    needed: Annotated[int | None, "The minimum number of bots."] = None


class NameTaken(ApplicationError):
    """Another bot of the account has this name, or another account has a similar-looking one."""

    status = HTTPStatus.CONFLICT
    remedy = AGAIN


class SeatTaken(ApplicationError):
    """Another bot has the seat."""

    status = HTTPStatus.CONFLICT
    remedy = "matches_get"


class NotYourSeat(ApplicationError):
    """The caller has no seat in this match."""

    status = HTTPStatus.FORBIDDEN
    remedy = "matches_get"


class NotYourTurn(ApplicationError):
    """Another seat has to act."""

    status = HTTPStatus.CONFLICT
    remedy = "matches_turns"
    seat: Annotated[int | None, "The seat that has to act now."] = None
    current_version: CurrentVersion = None


class IllegalAction(ApplicationError):
    """The action is not legal here; the message and the facts explain why."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    remedy = "matches_turns"
    action: Annotated[str | None, "The first characters of the action that was sent."] = None
    current_version: CurrentVersion = None
    count: Annotated[int | None, "The number of legal actions."] = None
    broken: Annotated[Rule | None, "The rule that the action breaks."] = None
    place: Annotated[
        int | None, "The number of the first word that fits no legal action, from 1."
    ] = None
    allowed_words: Annotated[list[str] | None, "The words that would fit there."] = None


class StaleVersion(ApplicationError):
    """The match has a newer version."""

    status = HTTPStatus.CONFLICT
    remedy = "matches_turns"
    current_version: CurrentVersion = None
    events: Annotated[
        list[MatchEvent] | None,
        "The first missed events; the cursor of the last one reads the next ones.",
    ] = None


class ActionIdReused(ApplicationError):
    """This action id was already used with another payload; use a new id for each action."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    remedy = AGAIN


class SeatFlagged(ApplicationError):
    """The seat has run out of time and autoplay plays for it."""

    status = HTTPStatus.CONFLICT
    remedy = "matches_get"
    current_version: CurrentVersion = None


class SeatResigned(ApplicationError):
    """The seat has resigned and autoplay plays for it."""

    status = HTTPStatus.CONFLICT
    remedy = "matches_get"
    current_version: CurrentVersion = None


class MatchOver(ApplicationError):
    """The match is finished or void."""

    status = HTTPStatus.CONFLICT
    remedy = "matches_get"
    current_version: CurrentVersion = None


class TooMany(ApplicationError):
    """A limit on concurrent resources or their number is reached."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    remedy = "accounts_me"
    limit: Limit = None


class RateLimited(ApplicationError):
    """A rate limit is exceeded; wait `retryAfterMs`, then send fewer calls."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    remedy = AGAIN
    budget: Annotated[
        str | None, "The scope of the budget: the token, the address, or all callers."
    ] = None
    limit: Limit = None
    retry_after_ms: RetryAfterMs = None


class Busy(ApplicationError):
    """The service cannot handle this request now."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    remedy = AGAIN
    retry_after_ms: RetryAfterMs = None


class Maintenance(Busy):
    """The service is in maintenance: nothing new begins, or play is stopped.

    The message contains the host's reason. No clock runs while play is stopped.
    """


class Internal(ApplicationError):
    """An internal error; search the service's log for the request id."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR
