"""What followers are told: news of one match, and a bot's feed over all its matches."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

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
    """There were too many events to send one by one, or some that were told were lost by the store;
    the match as it is now replaces them."""


class EventNews(Model):
    """One event, with what the follower sees after it and has to decide then."""

    kind: Literal[NewsKind.EVENT] = NewsKind.EVENT
    """Always `event`."""
    cursor: str
    """Resumes the stream after this item."""
    event: MatchEvent
    """What happened."""
    view: SeatView | None = None
    """The view of the follower's seat, or of the public, after it; null if none was requested."""
    turn: Turn | None = None
    """The turn of the follower's own seat, if it has to act after the event."""


class ResyncNews(Model):
    """The match as it is now, in place of all events up to the cursor.

    They were too many, or the store lost some that had been told."""

    kind: Literal[NewsKind.RESYNC] = NewsKind.RESYNC
    """Always `resync`."""
    cursor: str
    """Resumes the stream after this item."""
    lost_version: int | None = None
    """The version that the follower had been told of and that the match has no longer, since the
    store lost it (the version may stand for another event by now); null: nothing was lost."""
    snapshot: Snapshot
    """The match as it is now."""
    turn: Turn | None = None
    """The turn of the follower's own seat, if it has to act now."""


class HeartbeatNews(Model):
    """Nothing has happened for a while; the stream is alive."""

    kind: Literal[NewsKind.HEARTBEAT] = NewsKind.HEARTBEAT
    """Always `heartbeat`."""
    cursor: str
    """Resumes the stream after this item."""
    heartbeat: Heartbeat
    """The time and the clocks."""


MatchNews = TypeAliasType(
    "MatchNews",
    Annotated[
        EventNews | ResyncNews | HeartbeatNews,
        Field(
            discriminator="kind",
            description="One item of a match's stream; a stream that resumes after its `cursor`"
            " misses nothing.",
        ),
    ],
)


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


class TurnItem(Model):
    """A match waits for the bot's action."""

    kind: Literal[FeedKind.TURN] = FeedKind.TURN
    """Always `turn`."""
    match_id: Id
    """The match, by its id."""
    version: int
    """The match's version."""
    turn: Turn
    """The turn that waits."""


class EndedItem(Model):
    """A match of the bot is over."""

    kind: Literal[FeedKind.ENDED] = FeedKind.ENDED
    """Always `ended`."""
    match_id: Id
    """The match, by its id."""
    commitment: str | None
    """The match's `commitment`; null if it was over before it began."""
    version: int
    """The match's last version."""
    result: Result | None
    """How the match ended; null if it is void."""


class ChallengeItem(Model):
    """The bot is challenged, or a challenge that it made or received has changed."""

    kind: Literal[FeedKind.CHALLENGE] = FeedKind.CHALLENGE
    """Always `challenge`."""
    challenge: Challenge
    """The challenge and its status."""
    needs_answer: bool = False
    """Whether the bot itself has to answer the challenge."""


class LadderItem(Model):
    """The bot was benched in a ladder, or gets matches there again."""

    kind: Literal[FeedKind.LADDER] = FeedKind.LADDER
    """Always `ladder`."""
    ladder: LadderNotice
    """The bot's state in the ladder."""


class HeartbeatItem(Model):
    """Nothing has happened for a while; the feed is alive."""

    kind: Literal[FeedKind.HEARTBEAT] = FeedKind.HEARTBEAT
    """Always `heartbeat`."""
    heartbeat: Heartbeat
    """The time and the clocks."""


FeedItem = TypeAliasType(
    "FeedItem",
    Annotated[
        TurnItem | EndedItem | ChallengeItem | LadderItem | HeartbeatItem,
        Field(
            discriminator="kind",
            description="One item of a bot's feed. After a reconnection an item may come again."
            " Recognise a turn or an end by its match, `commitment` and version, and a challenge or"
            " a ladder's notice by its id and its own version.",
        ),
    ],
)


class LobbyKind(StrEnum):
    """The kind of an item that the lobby tells."""

    MATCH = "match"
    """A match that is there, is new, has another player, has begun or is over."""
    CHALLENGE = "challenge"
    """A challenge of whoever looks that is there, is new or has changed."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the stream is alive."""


class LobbyMatch(Model):
    """A match that is there, is new, has another player, has begun or is over."""

    kind: Literal[LobbyKind.MATCH] = LobbyKind.MATCH
    """Always `match`."""
    match: Match
    """The match as the public may see it."""


class LobbyChallenge(Model):
    """A challenge of whoever looks that is there, is new or has changed."""

    kind: Literal[LobbyKind.CHALLENGE] = LobbyKind.CHALLENGE
    """Always `challenge`."""
    challenge: Challenge
    """The challenge, with its status and answers so far."""


class LobbyHeartbeat(Model):
    """Nothing has happened for a while; the stream is alive."""

    kind: Literal[LobbyKind.HEARTBEAT] = LobbyKind.HEARTBEAT
    """Always `heartbeat`."""
    now_ms: Instant
    """The service's time."""


LobbyNews = TypeAliasType(
    "LobbyNews",
    Annotated[
        LobbyMatch | LobbyChallenge | LobbyHeartbeat,
        Field(
            discriminator="kind",
            description="One item of the lobby. It tells what there is, not what has happened: an"
            " item replaces what was told of the same match or challenge before, and after a"
            " reconnection all come again. A match that is over is told once.",
        ),
    ],
)
