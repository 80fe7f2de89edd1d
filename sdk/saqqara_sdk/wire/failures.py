"""Why there is no answer, or none that can be used: what all errors are made from.

`errors` has these and the refusals of the contract in one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from pydantic import JsonValue

if TYPE_CHECKING:
    from saqqara_sdk.wire.models import NextCall

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
    """The service refused: `code` is stable, `facts` are what it says for programs.

    `next_call` names an operation that helps, with the arguments that are known.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        request_id: str | None = None,
        facts: Facts | None = None,
        next_call: NextCall | None = None,
    ) -> None:
        super().__init__(message, request_id=request_id)
        self.code = code
        self.status = status
        self.facts = dict(facts or {})
        self.next_call = next_call
