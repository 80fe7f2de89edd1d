"""How a question is read, and what is said when it cannot be.

Whatever comes in as JSON passes `read_json` and `numbered`, by whichever transport: behind them
there is no number that a part of the service could stumble over.
"""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from saqqara_service.errors import Malformed
from saqqara_service.questions.numbers import UnreadableNumber, plain

M = TypeVar("M", bound=BaseModel)
V = TypeVar("V")


def read_object(data: bytes | str) -> dict[str, object]:
    """A JSON object whose numbers can be kept; else `Malformed`."""
    return numbered(read_json(data))


def read_json(data: bytes | str) -> dict[str, object]:
    """A JSON object, nested no deeper than what we may have to write again; else `Malformed`."""
    try:
        value = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise misread("", f"Not valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise misread("", "A JSON object is required.")
    return value


def numbered(value: V) -> V:
    """The JSON value with numbers that every program reads alike; else `Malformed`."""
    try:
        return plain(value)  # type: ignore[return-value] # of the same shape
    except UnreadableNumber as error:
        pointer = "".join(f"/{step}" for step in reversed(error.path))
        raise misread(pointer, str(error)) from None


def malformed(error: ValidationError) -> Malformed:
    """The refusal that names the first wrong place and how many there are."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    pointer = "".join(f"/{step}" for step in faults[0]["loc"])
    return misread(pointer, faults[0]["msg"].removeprefix("Value error, "), len(faults))


def misread(pointer: str, fault: str, count: int = 1) -> Malformed:
    """The refusal of an unreadable place: a JSON pointer and what is wrong there."""
    more = f" (and {count - 1} more)" if count > 1 else ""
    return Malformed(f"{pointer or 'Request body'}: {fault}{more}", pointer=pointer)


def read(model: type[M], values: object) -> M:
    """The question in plain values; raises `Malformed` with the place."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise malformed(error) from None
