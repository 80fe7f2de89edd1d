"""What followers are told: news of one match, and a bot's feed over all its matches."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.matches import Match, MatchEvent, Result, SeatView
from saqqara_service.models.turns import Turn
from saqqara_service.models.values import Id, Instant, Model


class MatchClocks(Model):
    """The clocks of a running match: the time left to each seat, who is asked, and until when."""

    match_id: Id
    version: int
    to_act: int | None
    left_ms: list[int | None]
    deadline_ms: Instant | None


class Heartbeat(Model):
    """A sign of life: the service's time, and the clocks of what is running."""

    now_ms: Instant
    clocks: list[MatchClocks]


class Snapshot(Model):
    """A match as it stands and its view, which is null while there is nothing to see."""

    match: Match
    view: SeatView | None = None


class NewsKind(StrEnum):
    """What an item of a match's stream tells."""

    EVENT = "event"
    HEARTBEAT = "heartbeat"
    RESYNC = "resync"


class MatchNews(Model):
    """One item of a match's stream; who resumes after its `cursor` misses nothing.

    An `event` comes with `view`, what the follower's seat (or the public) knows after it, if views
    were asked for, and with `turn` if it asks the follower's seat something now. A `resync` stands
    for all events up to its cursor, which were too many to be told one by one.
    """

    kind: NewsKind
    cursor: str
    event: MatchEvent | None = None
    view: SeatView | None = None
    turn: Turn | None = None
    heartbeat: Heartbeat | None = None
    snapshot: Snapshot | None = None


class FeedKind(StrEnum):
    """What an item of a bot's feed tells."""

    TURN = "turn"
    ENDED = "ended"
    HEARTBEAT = "heartbeat"


class FeedItem(Model):
    """One item of a bot's feed: a pending turn, the end of one of its matches, or a heartbeat.

    The same turn or end may be told again after a reconnection: know it by match and version.
    """

    kind: FeedKind
    match_id: Id | None = None
    version: int | None = None
    turn: Turn | None = None
    result: Result | None = None
    heartbeat: Heartbeat | None = None
