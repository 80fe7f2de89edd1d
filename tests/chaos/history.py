"""What the clients asked and heard, each line with the moments when it began and ended.

All run on one machine, so these moments and those of Redis are by one clock.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import Any, Final

OK: Final = "ok"
UNKNOWN: Final = "unknown"
REFUSED: Final = "refused"


@dataclass(slots=True)
class Attempt:
    """One sending of one action; it may be sent again under its id. Times are ms since 1970."""

    t0: float
    client: str
    match_id: str
    seat: int
    action: str
    action_id: str
    expected: int
    t1: float = float("inf")
    outcome: str = UNKNOWN
    code: str = ""
    version: int = 0
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """A match was seen at a version."""

    t0: float
    t1: float
    match_id: str
    version: int


@dataclass(frozen=True, slots=True)
class Sight:
    """A view that a seat was told, by its digest."""

    version: int
    seat: int | None
    digest: str


@dataclass(slots=True)
class Followed:
    """What a subscriber was told of a match: `(version, kind, seat, action, at_ms)` of each event.

    A `resync` stands as `(version, "resync", None, None, 0)`. It began after version `after`.
    """

    match_id: str
    after: int = 0
    is_over: bool = False
    events: list[tuple[int, str, int | None, str | None, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Flood:
    """Calls of one token as fast as they go: how many were admitted between two moments."""

    t0: float
    t1: float
    admitted: int
    refused: int


@dataclass(slots=True)
class History:
    """Everything that the clients of one siege wrote down."""

    attempts: list[Attempt] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    sights: defaultdict[str, list[Sight]] = field(default_factory=lambda: defaultdict(list))
    followed: list[Followed] = field(default_factory=list)
    floods: list[Flood] = field(default_factory=list)
    resigned: set[tuple[str, int]] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    reconnects: int = 0
    acknowledged: int = 0
    last_ok_began: float = 0.0
    until: float = float("inf")

    def until_now(self) -> History:
        """What is written down up to now, while the clients go on."""
        return replace(
            self,
            until=now_ms(),
            attempts=[replace(one) for one in self.attempts],
            reads=list(self.reads),
            sights=self.sights.copy(),
            followed=[replace(one, events=list(one.events)) for one in self.followed],
            faults=list(self.faults),
        )

    def settle(self, attempt: Attempt) -> None:
        """Note that an attempt is over."""
        attempt.t1 = now_ms()
        if attempt.outcome == OK:
            self.acknowledged += not attempt.is_repeated
            self.last_ok_began = max(self.last_ok_began, attempt.t0)

    def counted(self) -> dict[str, Any]:
        """The history in figures."""
        codes = Counter(one.code for one in self.attempts if one.outcome == REFUSED)
        outcomes = Counter(one.outcome for one in self.attempts)
        return {
            "acknowledged": len(
                {
                    (one.match_id, one.seat, one.action_id)
                    for one in self.attempts
                    if one.outcome == OK
                }
            ),
            "repeated": sum(one.is_repeated for one in self.attempts),
            "refused": outcomes[REFUSED],
            "unknown": outcomes[UNKNOWN],
            "refused_by_code": dict(sorted(codes.items())),
            "matches": len(self.made),
            "reconnects": self.reconnects,
            "views_compared": sum(map(len, self.sights.values())),
            "events_followed": sum(len(one.events) for one in self.followed),
            "reads": len(self.reads),
        }


def digest_of(view: object) -> str:
    """What is equal for equal JSON only."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def now_ms() -> float:
    """The moment by this machine's clock."""
    return time.time() * 1000
