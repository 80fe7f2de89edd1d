"""The scripts that change challenges, and the matches that a bot is busy with."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.redis.scripts import (
    NOTIFY,
    NOW,
    A,
    Done,
    Nothing,
    R,
    Script,
    UnlessFull,
)


class ChallengeCreate(NamedTuple):
    """A new challenge: field, value, field, value …"""

    expires_in_ms: int
    fields: Sequence[str]


class GiveAnswer(NamedTuple):
    """A bot's answer; whether its policy gave it."""

    player: str
    answer: str
    reason: str | None
    by_policy: bool


class AnswerReply(StrEnum):
    """What came of an answer, or of ending a challenge."""

    DONE = "done"
    OVER = "over"
    ANSWERED = "answered"
    GONE = "gone"


class ChallengeEnd(StrEnum):
    """How a challenge is ended by others than who is asked.

    `CANCELLED` and `EXPIRED` end one that is pending; `BROKEN` one that was accepted and cannot be
    played; `REFUSED` undoes the making of one that was not made to the end.
    """

    CANCELLED = "cancelled"
    EXPIRED = "expired"
    BROKEN = "broken"
    REFUSED = "refused"


class End(NamedTuple):
    """How the challenge is to end."""

    how: ChallengeEnd


class EndReply(StrEnum):
    """Whether the challenge has ended so."""

    DONE = "done"
    OVER = "over"
    GONE = "gone"


class SettleChallenge(NamedTuple):
    """The match that was made, if one was, and how long the challenge is kept."""

    match_id: str | None
    kept_ms: int


class Engage(NamedTuple):
    """One match more for a bot, within a limit; those `idle` keep it from nothing any more."""

    match_id: str
    limit: int
    idle: Sequence[str]


def _script(file: str, arguments: type[A], reply: type[R]) -> Script[A, R]:
    before = (NOTIFY, NOW, "challenges/prelude.lua")
    keys = ("challenge", "timers", "moved")
    return Script(f"challenges/{file}.lua", keys, arguments, reply, before)


CREATE: Final = _script("create", ChallengeCreate, Done)
ANSWER: Final = _script("answer", GiveAnswer, AnswerReply)
CONSIDER: Final = _script("consider", Nothing, Done)
END: Final = _script("end", End, EndReply)
SETTLE: Final = _script("settle", SettleChallenge, Done)
ENGAGE: Final = Script("challenges/engage.lua", ("player_live",), Engage, UnlessFull)
