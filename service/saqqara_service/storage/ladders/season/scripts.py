"""The scripts of the course of a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.lease.scripts import guarded
from saqqara_service.storage.redis.scripts import NOW, Digits, Done, Nothing, Script

_EMPTY: Final = ("ladders/season/empty.lua",)


class Add(NamedTuple):
    """The seed and the terms of a new ladder."""

    seed: str
    terms: str


class TurnStatus(NamedTuple):
    """The next status, why it is paused if that is by us, and from what the ladder may turn."""

    status: LadderStatus
    reason: str
    before: Sequence[LadderStatus]


class BackOff(NamedTuple):
    """How often the ladder was woken when it was read, and how long it is left alone.

    For `first_ms`, then `growth` times as long each time, for `most_ms` at most; a row of tries is
    over when nobody has tried for `row_ms`.
    """

    woken: Digits
    first_ms: int
    growth: int
    most_ms: int
    row_ms: int


class Wake(NamedTuple):
    """How often it may be woken at most: once in so many ms."""

    every_ms: int


class WakeReply(StrEnum):
    """When it is to be looked at."""

    NOW = "now"
    LATER = "later"


class Extend(NamedTuple):
    """The revision of the terms that were read, and the new terms."""

    revision: Digits
    terms: str


class ExtendReply(StrEnum):
    """Whether the new terms hold."""

    DONE = "done"
    MOVED = "moved"
    OVER = "over"


class Close(NamedTuple):
    """The revision, and the planned blocks, by which nothing is left to do."""

    revision: Digits
    blocks: Digits


ADD: Final = Script("ladders/season/add.lua", ("ladder",), Add, Done)
TURN: Final = Script("ladders/season/turn.lua", ("ladder",), TurnStatus, LadderStatus, (NOW,))
BACK_OFF: Final = Script(
    "ladders/season/back_off.lua", ("ladder",), BackOff, Done, (NOW,), is_kept=False
)
WAKE: Final = Script("ladders/season/wake.lua", ("ladder",), Wake, WakeReply, (NOW,), is_kept=False)
EXTEND: Final = Script("ladders/season/extend.lua", ("ladder",), Extend, ExtendReply)
CANCEL: Final = Script(
    "ladders/season/cancel.lua",
    ("ladder", "ladder_queue", "ladder_outcomes"),
    Nothing,
    LadderStatus,
    _EMPTY,
)
CLOSE: Final = guarded(
    "season/close",
    ("ladder_queue", "ladder_playing", "ladder_outcomes"),
    Close,
    LadderStatus,
    (NOW, *_EMPTY),
)
