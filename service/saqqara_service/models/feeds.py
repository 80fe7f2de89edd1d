"""What followers are told: news of one match, and a bot's feed over all its matches."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.challenges import Challenge
from saqqara_service.models.ladders import LadderNotice
from saqqara_service.models.matches import Match, MatchEvent, SeatView
from saqqara_service.models.results import Result
from saqqara_service.models.turns import Turn
from saqqara_service.models.values import Id, Instant, Model


class MatchClocks(Model):
    """The clocks of a running match: the time left to each seat, who has to act, and until when."""

    match_id: Id
    """The match, by its id."""
    version: int
    """The match's version for which these clocks are valid."""
    to_act: int | None
    """The seat that has to act and whose clock runs; null if none has."""
    left_ms: list[int | None]
    """The time left to each seat at the start of its latest decision; null where untimed."""
    deadline_ms: Instant | None
    """When the time of that seat runs out; null where untimed."""


class Heartbeat(Model):
    """A sign of life: the service's time and the running clocks."""

    now_ms: Instant
    """The service's time when this was sent."""
    clocks: list[MatchClocks]
    """The running clocks of the matches in this stream."""


class Snapshot(Model):
    """A match as it is now, and its view; the view is null while there is nothing to see."""

    match: Match
    """The match as it stands."""
    view: SeatView | None = None
    """The view of it that the follower may see; null while there is nothing to see."""


class NewsKind(StrEnum):
    """The kind of an item in a match's stream."""

    EVENT = "event"
    """One event of the match's log."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the stream is alive."""
    RESYNC = "resync"
    """There were too many events to send one by one; the match as it is now replaces them."""


class MatchNews(Model):
    """One item of a match's stream; a stream that resumes after its `cursor` misses nothing.

    An `event` comes with `view`, the view of the follower's seat (or of the public) after it, if
    views were requested. It comes with `turn` if the follower's seat has to act now. A `resync`
    replaces all events up to its cursor, because they were too many to send one by one.
    """

    kind: NewsKind
    """The kind, which says which of the members below is filled."""
    cursor: str
    """Resumes the stream after this item."""
    event: MatchEvent | None = None
    """What happened, in an item of the kind `event`."""
    view: SeatView | None = None
    """The follower's view after the event, if views were requested."""
    turn: Turn | None = None
    """The turn of the follower's own seat, if it has to act after the event."""
    heartbeat: Heartbeat | None = None
    """The time and the clocks, in an item of the kind `heartbeat`."""
    snapshot: Snapshot | None = None
    """The match as it is now, in an item of the kind `resync`."""


class FeedKind(StrEnum):
    """The kind of an item in a bot's feed."""

    TURN = "turn"
    """A match waits for the bot's action."""
    ENDED = "ended"
    """A match of the bot is over."""
    CHALLENGE = "challenge"
    """The bot is challenged, or a challenge that it made or received has changed."""
    LADDER = "ladder"
    """The bot was benched in a ladder, or gets matches there again."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the feed is alive."""


class FeedItem(Model):
    """One item of a bot's feed: a pending turn, a match's end, a challenge, a notice, a heartbeat.

    After a reconnection an item may come again. Recognise a turn or an end by its match and
    version, and a challenge or a ladder's notice by its id and its own version.
    """

    kind: FeedKind
    """The kind, which says which of the members below is filled."""
    match_id: Id | None = None
    """The match that this is about; null where it is about none."""
    version: int | None = None
    """The match's version; null where it is about none."""
    turn: Turn | None = None
    """The turn that waits for the bot, in an item of the kind `turn`."""
    result: Result | None = None
    """How the match ended, in an item of the kind `ended`; null if it is void."""
    challenge: Challenge | None = None
    """The challenge and its status, in an item of the kind `challenge`."""
    asked: bool = False
    """Whether the bot itself has to answer the challenge."""
    ladder: LadderNotice | None = None
    """The bot's state in a ladder, in an item of the kind `ladder`."""
    heartbeat: Heartbeat | None = None
    """The time and the clocks, in an item of the kind `heartbeat`."""
