"""The messages of the line protocol; `sdk/PROTOCOL.md` documents them for bots in any language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired, TypeAlias, TypedDict

from pydantic_core import to_json

from saqqara_engine.game import Json

PROTOCOL = 1
"""The version, raised if a bot that follows the documented protocol could misread it."""

Said = Mapping[str, Json]
"""A message of a bot, unchecked."""


@dataclass(frozen=True, slots=True)
class Announced:
    """The announcement of a match: its options, and its time control as text."""

    options: Mapping[str, Json]
    time_control: str


class Hello(TypedDict):
    """The request for an introduction."""

    type: Literal["hello"]
    protocol: int


class Started(TypedDict):
    """The start of a match."""

    type: Literal["match_started"]
    matchId: str
    game: str
    seat: int
    players: int
    options: Mapping[str, Json]
    timeControl: str
    seed: str


class Happened(TypedDict):
    """An event of the match; `version` is the version of the match after it."""

    version: int
    kind: str
    seat: int | None
    action: str | None
    auto: bool


class Question(TypedDict):
    """A turn; `view` is missing for bots that request views on demand.

    `events` has the events since the last message, for bots that receive them.
    """

    type: Literal["turn"]
    matchId: str
    version: int
    seat: int
    actions: Sequence[str]
    leftMs: Sequence[int | None]
    mineMs: int | None
    last: Mapping[str, Json] | None
    view: NotRequired[Json]
    events: NotRequired[Sequence[Happened]]


class RequestedView(TypedDict):
    """A requested view."""

    type: Literal["view"]
    version: int
    view: Json


class Ended(TypedDict):
    """The end of a match."""

    type: Literal["match_ended"]
    matchId: str
    result: Mapping[str, Json]
    events: NotRequired[Sequence[Happened]]


ArenaMessage: TypeAlias = Hello | Started | Question | Ended
"""A message from the arena to a bot."""


def line(message: Mapping[str, object]) -> bytes:
    """Return a message as a line."""
    try:
        return to_json(message) + b"\n"
    except ValueError:  # half of a surrogate pair, which only `json` can write
        return json.dumps(message).encode() + b"\n"
