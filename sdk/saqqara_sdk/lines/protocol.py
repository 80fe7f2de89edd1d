"""The messages of the line protocol; `sdk/PROTOCOL.md` documents them for bots in any language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired, TypeAlias, TypedDict

from saqqara_engine.game import Json

PROTOCOL = 1
"""Changes whenever a bot that keeps the documented protocol could misread it."""

Said = Mapping[str, Json]
"""What a bot said, which may be anything."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What a bot is told of a match beside its seat: the options, and the time control in words."""

    options: Mapping[str, Json]
    time_control: str


class Hello(TypedDict):
    """Who is there?"""

    type: Literal["hello"]
    protocol: int


class Started(TypedDict):
    """A match begins."""

    type: Literal["match_started"]
    matchId: str
    game: str
    seat: int
    players: int
    options: Mapping[str, Json]
    timeControl: str
    seed: str


class Happened(TypedDict):
    """What happened in the match; `version` is the match's afterwards."""

    version: int
    kind: str
    seat: int | None
    action: str | None
    auto: bool


class Question(TypedDict):
    """A decision is asked; a bot that asks for views is not sent one unasked.

    `events`, if the bot wants them, are those since it was told some before.
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


class Seen(TypedDict):
    """The view that was asked for."""

    type: Literal["view"]
    version: int
    view: Json


class Ended(TypedDict):
    """The match is over."""

    type: Literal["match_ended"]
    matchId: str
    result: Mapping[str, Json]
    events: NotRequired[Sequence[Happened]]


ArenaMessage: TypeAlias = Hello | Started | Question | Ended
"""What the arena tells a bot."""


_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def line(message: Mapping[str, object]) -> bytes:
    """A message as a line."""
    return _ENCODER.encode(message).encode() + b"\n"
