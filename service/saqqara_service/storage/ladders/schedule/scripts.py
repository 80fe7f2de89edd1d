"""The scripts of what is planned in a ladder and what has counted."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.ladders.entry.scripts import NOTICE
from saqqara_service.storage.ladders.lease.scripts import guarded
from saqqara_service.storage.redis.scripts import NOW, Digits, Done, Script

_OUT: Final = ("ladder_faults", "ladder_out", "ladder_notices", "ladder_moved")
_QUEUE: Final = ("ladder_queue", "ladder_playing")
_BENCHING: Final = (*NOTICE, "ladders/schedule/faults.lua")


class Booked(NamedTuple):
    """A bot, and how many matches it has in the plan; or how many fewer."""

    bot: str
    matches: Digits


class Line(NamedTuple):
    """A match of the schedule, its place in the queue, and what is to be played."""

    match: str
    place: Digits
    planned: str


class PlanBlocks(NamedTuple):
    """Blocks more on those there were `before`, and the bots that rest in that round.

    The `bracket` is an elimination's before the round, or nothing.
    """

    before: Digits
    after: Digits
    rounds: Digits
    bracket: str
    byes: Sequence[str]
    booked: Sequence[Booked]
    lines: Sequence[Line]


class Started(NamedTuple):
    """A match that now exists."""

    match: str


class Played(NamedTuple):
    """A bot of a match that counts: its new rows, and how many faults the match was for it."""

    bot: str
    rows: str
    faults: Digits


class SettleMatch(NamedTuple):
    """The result of a match, and the rows it leads to from so many results and folded rulings.

    So many faults in a row as `most_faults` bench a bot.
    """

    ladder_id: str
    match: str
    version: int
    folded: int
    annulled: Digits
    result: str
    most_faults: int
    played: Sequence[Played]


class Settled(NamedTuple):
    """The number of the match's result, old or new."""

    kind: Done
    number: int


class Rematch(NamedTuple):
    """A void match, what is played instead, and the bots that the void match counts against."""

    ladder_id: str
    void: str
    again: str
    place: Digits
    planned: str
    most_faults: int
    against: Sequence[str]


class GiveUp(NamedTuple):
    """A match that will never count, the bots that it counts against all the same, and who lost."""

    ladder_id: str
    match: str
    most_faults: int
    against: Sequence[str]
    forfeited_by: Sequence[str]


class Drop(NamedTuple):
    """The matches of a block, how many matches fewer its bots have without it, and who missed it.

    So many misses as `most_faults`, for more than one in `share` matches of a bot, bench it.
    """

    ladder_id: str
    most_faults: int
    share: int
    fewer: Sequence[Booked]
    matches: Sequence[str]
    against: Sequence[str]


class DropReply(StrEnum):
    """Whether the block is dropped, now or before, or has begun."""

    DROPPED = "dropped"
    BEGUN = "begun"


class KeepFit(NamedTuple):
    """A fit, and of how many results and rulings it is."""

    results: int
    rulings: int
    given_up: int
    fit: str
    test: str


PLAN: Final = guarded(
    "schedule/plan",
    (
        "ladder_booked",
        "ladder_matches",
        "ladder_queue",
        "ladder_byes",
        "ladder_bracket",
        "ladder_schedule",
    ),
    PlanBlocks,
    Done,
)
STARTED: Final = guarded("schedule/started", _QUEUE, Started, Done, (NOW,))
SETTLE: Final = guarded(
    "schedule/settle",
    ("ladder_outcomes", "ladder_results", "ladder_rows", *_QUEUE, *_OUT),
    SettleMatch,
    Settled,
    (NOW, *_BENCHING),
)
REMATCH: Final = guarded(
    "schedule/rematch",
    ("ladder_outcomes", "ladder_matches", "ladder_schedule", *_QUEUE, *_OUT),
    Rematch,
    Done,
    _BENCHING,
)
GIVE_UP: Final = guarded(
    "schedule/give_up",
    ("ladder_outcomes", "ladder_away", *_QUEUE, *_OUT),
    GiveUp,
    Done,
    _BENCHING,
)
DROP: Final = guarded(
    "schedule/drop",
    ("ladder_outcomes", "ladder_queue", "ladder_booked", "ladder_missed", "ladder_away", *_OUT),
    Drop,
    DropReply,
    _BENCHING,
)
KEEP_FIT: Final = Script("ladders/schedule/fit.lua", ("ladder_fit",), KeepFit, Done)
