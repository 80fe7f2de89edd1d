"""Problems (RFC 9457) and their like in GraphQL as errors."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import JsonValue, ValidationError

from saqqara_sdk.wire.errors import BY_CODE, APIError
from saqqara_sdk.wire.failures import Facts
from saqqara_sdk.wire.models import NextCall

PROBLEM_MEMBERS = frozenset(
    {"type", "title", "status", "detail", "instance", "code", "requestId", "next"}
)


def refused(
    code: str,
    message: str,
    *,
    status: int | None = None,
    request_id: str | None = None,
    facts: Facts | None = None,
    next_call: NextCall | None = None,
) -> APIError:
    """The error of a problem code; an unknown code keeps its name in a plain `APIError`."""
    kind = BY_CODE.get(code, APIError)
    return kind(
        message, code=code, status=status, request_id=request_id, facts=facts, next_call=next_call
    )


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
        next_call=next_of(members.get("next")),
    )


def next_of(member: JsonValue) -> NextCall | None:
    """The call that a problem names; None if it names none that this version can read."""
    try:
        return None if member is None else NextCall.model_validate(member)
    except ValidationError:
        return None


def plain_facts(members: Facts) -> Facts:
    """The facts of a problem, their names in Python spelling; what is null is left out."""
    return {
        re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name): value
        for name, value in members.items()
        if value is not None
    }
