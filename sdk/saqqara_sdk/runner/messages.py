"""Messages of graphql-transport-ws, and the results of operations in them."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError
from pydantic_core import from_json

from saqqara_sdk.wire.errors import ConnectionFailed, SaqqaraError, UnreadableAnswer
from saqqara_sdk.wire.problems import plain_facts, refused

JsonObject: TypeAlias = dict[str, JsonValue]
ExecutionResult: TypeAlias = "JsonObject | SaqqaraError | None"
"""Data, an error, or None for the end of an operation."""


class Message(NamedTuple):
    """One message of the protocol; its type determines its members."""

    type: str
    id: str | None
    payload: JsonValue


class _Fault(BaseModel):
    """One entry of a GraphQL answer's `errors`."""

    model_config = ConfigDict(extra="ignore")

    message: str
    extensions: JsonObject = {}


_FAULTS = TypeAdapter(list[_Fault])


def read_message(text: str | bytes) -> Message:
    """Parse a message; raises `UnreadableAnswer`."""
    try:
        members = from_json(text)
        kind, name = members["type"], members.get("id")
        if isinstance(kind, str) and isinstance(name, str | None):
            return Message(kind, name, members.get("payload"))
    except (ValueError, TypeError, KeyError):
        pass
    raise UnreadableAnswer(f"A message cannot be read: {text[:80]!r}")


def result_of(message: Message) -> ExecutionResult:
    """Return the result of an operation in a message."""
    if message.type not in {"next", "error"}:
        return None
    payload = message.payload
    with suppress(ValidationError):
        if message.type == "error":
            return _refusal(_FAULTS.validate_python(payload))
        if isinstance(payload, dict) and isinstance(data := payload.get("data"), dict | None):
            if data is not None and not payload.get("errors"):
                return data
            return _refusal(_FAULTS.validate_python(payload.get("errors") or []))
    return UnreadableAnswer(f"A response cannot be read: {str(payload)[:80]!r}")


def _refusal(faults: list[_Fault]) -> SaqqaraError:
    if not faults:
        return UnreadableAnswer("A response has neither data nor errors.")
    facts = dict(faults[0].extensions)
    code = facts.pop("code", None)
    request_id = facts.pop("requestId", None)
    facts.pop("next", None)  # a bot at play follows no advice
    return refused(
        code if isinstance(code, str) else "unknown",
        faults[0].message,
        request_id=request_id if isinstance(request_id, str) else None,
        facts=plain_facts(facts),
    )


def data_of(result: ExecutionResult) -> JsonObject:
    """Return the data; raises errors, or `ConnectionFailed` at the end."""
    if result is None:
        raise ConnectionFailed("The service ended the operation.")
    if isinstance(result, SaqqaraError):
        raise result
    return result
