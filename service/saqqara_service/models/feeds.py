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
    """The clocks of a running match: the time left to each seat, who is asked, and until when."""

    match_id: Id
    """The match, by its id."""
    version: int
    """The version after which the clocks stand so."""
    to_act: int | None
    """The seat that is asked and whose clock runs; null between questions."""
    left_ms: list[int | None]
    """The time left to each seat when it was last asked; null where untimed."""
    deadline_ms: Instant | None
    """When the time of the asked seat is gone; null where untimed."""


class Heartbeat(Model):
    """A sign of life: the service's time, and the clocks of what is running."""

    now_ms: Instant
    """The service's time when this was sent."""
    clocks: list[MatchClocks]
    """The clocks of the matches that the stream is about, as far as they run."""


class Snapshot(Model):
    """A match as it stands and its view, which is null while there is nothing to see."""

    match: Match
    """The match as it stands."""
    view: SeatView | None = None
    """What the follower may know of it; null while there is nothing to see."""


class NewsKind(StrEnum):
    """What an item of a match's stream tells."""

    EVENT = "event"
    """One event of the match's log."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the stream is alive."""
    RESYNC = "resync"
    """Too many events to tell one by one: the match as it stands, in place of them."""


class MatchNews(Model):
    """One item of a match's stream; who resumes after its `cursor` misses nothing.

    An `event` comes with `view`, what the follower's seat (or the public) knows after it, if views
    were asked for, and with `turn` if it asks the follower's seat something now. A `resync` stands
    for all events up to its cursor, which were too many to be told one by one.
    """

    kind: NewsKind
    """Which of the members below is told."""
    cursor: str
    """Resumes the stream after this item."""
    event: MatchEvent | None = None
    """What happened, in an item of the kind `event`."""
    view: SeatView | None = None
    """What the follower knows after the event, if views were asked for."""
    turn: Turn | None = None
    """What the event asks the follower's own seat, if it does."""
    heartbeat: Heartbeat | None = None
    """The time and the clocks, in an item of the kind `heartbeat`."""
    snapshot: Snapshot | None = None
    """The match as it stands, in an item of the kind `resync`."""


class FeedKind(StrEnum):
    """What an item of a bot's feed tells."""

    TURN = "turn"
    """A match asks the bot to choose."""
    ENDED = "ended"
    """A match of the bot is over."""
    CHALLENGE = "challenge"
    """The bot is challenged, or a challenge that it made or was asked has changed."""
    LADDER = "ladder"
    """The bot was benched in a ladder, or gets matches there again."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the feed is alive."""


class FeedItem(Model):
    """One item of a bot's feed: a pending turn, a match's end, a challenge, a notice, a heartbeat.

    The same may be told again after a reconnection: know a turn or end by its match and version, a
    challenge or a ladder's notice by its id and its own version.
    """

    kind: FeedKind
    """Which of the members below is told."""
    match_id: Id | None = None
    """The match that this is about; null where it is about none."""
    version: int | None = None
    """The match's version; null where it is about none."""
    turn: Turn | None = None
    """What the bot is asked, in an item of the kind `turn`."""
    result: Result | None = None
    """How the match ended, in an item of the kind `ended`; null if it is void."""
    challenge: Challenge | None = None
    """What is offered and how it stands, in an item of the kind `challenge`."""
    asked: bool = False
    """Whether the bot itself is to answer the challenge."""
    ladder: LadderNotice | None = None
    """How the bot stands in a ladder, in an item of the kind `ladder`."""
    heartbeat: Heartbeat | None = None
    """The time and the clocks, in an item of the kind `heartbeat`."""
