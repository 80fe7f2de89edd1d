"""Messages of graphql-transport-ws, and the results of operations in them."""

from __future__ import annotations

from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError

from saqqara_sdk.runner.words import as_values
from saqqara_sdk.wire.errors import ConnectionFailed, SaqqaraError, UnreadableAnswer
from saqqara_sdk.wire.problems import plain_facts, refused

JsonObject: TypeAlias = dict[str, JsonValue]
ExecutionResult: TypeAlias = "JsonObject | SaqqaraError | None"
"""Data, an error, or None for the end of an operation."""


class Message(BaseModel):
    """One message of the protocol; its type determines its members."""

    model_config = ConfigDict(extra="ignore")

    type: str
    id: str | None = None
    payload: JsonValue = None


class _Fault(BaseModel):
    """One entry of a GraphQL answer's `errors`."""

    model_config = ConfigDict(extra="ignore")

    message: str
    extensions: JsonObject = {}


class _Answer(BaseModel):
    """The payload of `next`."""

    model_config = ConfigDict(extra="ignore")

    data: JsonObject | None = None
    errors: list[_Fault] = []


_FAULTS = TypeAdapter(list[_Fault])


def read_message(text: str | bytes) -> Message:
    """Parse a message; raises `UnreadableAnswer`."""
    try:
        return Message.model_validate_json(text)
    except ValidationError as error:
        raise UnreadableAnswer(f"A message cannot be read: {text[:80]!r}") from error


def result_of(message: Message) -> ExecutionResult:
    """Return the result of an operation in a message."""
    try:
        if message.type == "next":
            answer = _Answer.model_validate(message.payload)
            if answer.errors or answer.data is None:
                return _refusal(answer.errors)
            return {name: as_values(value) for name, value in answer.data.items()}
        if message.type == "error":
            return _refusal(_FAULTS.validate_python(message.payload))
    except ValidationError:
        return UnreadableAnswer(f"A response cannot be read: {str(message.payload)[:80]!r}")
    return None


def _refusal(faults: list[_Fault]) -> SaqqaraError:
    if not faults:
        return UnreadableAnswer("A response has neither data nor errors.")
    facts = dict(faults[0].extensions)
    code = facts.pop("code", None)
    request_id = facts.pop("requestId", None)
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
