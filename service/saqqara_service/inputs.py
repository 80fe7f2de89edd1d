"""What callers ask, as both doors read it: one model per question, so that limits exist once.

A door turns its own outer form into one of these and calls the application with plain values.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import Field, ValidationError
from pydantic_core import from_json

from saqqara_service.errors import Malformed
from saqqara_service.models import Fischer, JsonObject, MatchStatus, Model

Text = Annotated[str, Field(max_length=200)]
Key = Annotated[str, Field(min_length=1, max_length=100)]
PageSize = Annotated[int, Field(ge=1, le=100)]
Version = Annotated[int, Field(ge=0, le=1_000_000)]


class Register(Model):
    """Open an account."""

    name: Text


class CreateBot(Model):
    """Make a bot of the caller's account."""

    name: Text


class FischerTerms(Fischer):
    """Base time per seat and an increment for every decision made in time, both in milliseconds."""


class CreateMatch(Model):
    """Make a match. A seat is a bot's id, or null for a seat that any bot may take.

    With `start` it starts by itself as soon as every seat is taken.
    """

    game: Text
    options: JsonObject | None = None
    time_control: FischerTerms
    seats: Annotated[list[Key | None], Field(min_length=1, max_length=16)]
    autoplay: Text = "uniform"
    start: bool = True


class JoinMatch(Model):
    """Take a seat; without one, the first free seat."""

    seat: Annotated[int | None, Field(ge=0, le=15)] = None


class Act(Model):
    """One decision: the action in its notation, the version it answers, and an id of your making.

    Sending the same id again returns the first answer and applies nothing twice.
    """

    action: Text
    expected_version: Version
    action_id: Key


class MatchFilter(Model):
    """Which matches to list, newest first."""

    status: MatchStatus | None = None
    bot_id: Key | None = None
    first: PageSize = 20
    after: Key | None = None


class EventFilter(Model):
    """Which events of a match to tell: those after a version, so many at a time."""

    after: Version = 0
    first: PageSize = 100


class CreateLadder(Model):
    """Make a ladder of `blocks` blocks, of which at most `concurrency` matches are played at once.

    A block is one match for every rotation of its bots over the seats.
    """

    name: Text
    game: Text
    options: JsonObject | None = None
    time_control: FischerTerms
    blocks: int
    concurrency: int


class Enrol(Model):
    """Enter a bot in a ladder that has not started."""

    bot_id: Key


class LadderFilter(Model):
    """Which ladders to list, newest first."""

    first: PageSize = 20
    after: Key | None = None


M = TypeVar("M", bound=Model)


def read_object(data: bytes | str) -> dict[str, object]:
    """A JSON object, nested no deeper than what we may have to write again; else `Malformed`."""
    try:
        value = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise misread("", f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise misread("", "a JSON object is needed")
    return value


def malformed(error: ValidationError) -> Malformed:
    """The refusal that names the first wrong place and how many there are."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    pointer = "".join(f"/{step}" for step in faults[0]["loc"])
    return misread(pointer, faults[0]["msg"], len(faults))


def misread(pointer: str, fault: str, count: int = 1) -> Malformed:
    """The refusal of an unreadable place: a JSON pointer and what is wrong there."""
    more = f" (and {count - 1} more)" if count > 1 else ""
    return Malformed(f"{pointer or 'the request'}: {fault}{more}", pointer=pointer)


def read(model: type[M], values: object) -> M:
    """The question in plain values; raises `Malformed` with the place."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise malformed(error) from None
