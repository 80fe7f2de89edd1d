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
    """The clocks of a running match: all remaining times, the seat to act and its deadline."""

    match_id: Id
    """The match's id."""
    version: int
    """The match's version to which the clocks apply."""
    to_act: int | None
    """The seat that has to act and whose clock runs; null if none."""
    left_ms: list[int | None]
    """Each seat's remaining time at the start of its latest decision; null if untimed."""
    deadline_ms: Instant | None
    """When that seat runs out of time; null if untimed."""


class Heartbeat(Model):
    """A heartbeat with the service's time and the running clocks."""

    now_ms: Instant
    """The service's time when this was sent."""
    clocks: list[MatchClocks]
    """The running clocks of the matches in this stream."""


class Snapshot(Model):
    """The current state of a match, with the follower's view."""

    match: Match
    """The match in its current state."""
    view: SeatView | None = None
    """The follower's view; null before the match starts."""


class NewsKind(StrEnum):
    """The kind of an item in a match's stream."""

    EVENT = "event"
    """One event of the match's log."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the stream is still connected."""
    RESYNC = "resync"
    """Too many events to send one by one, or the database lost events that were sent.

    The current state of the match replaces them."""


class EventNews(Model):
    """One event with the follower's view and turn after it."""

    kind: Literal[NewsKind.EVENT] = NewsKind.EVENT
    """Always `event`."""
    cursor: str
    """The cursor that resumes the stream after this item."""
    event: MatchEvent
    """The kind of event."""
    view: SeatView | None = None
    """The view of the follower's seat or of the public after the event; null unless requested."""
    turn: Turn | None = None
    """The turn of the follower's own seat; null if it does not have to act after the event."""


class ResyncNews(Model):
    """The current state of the match, in place of all events up to the cursor.

    There were too many events, or the database lost events that had been sent."""

    kind: Literal[NewsKind.RESYNC] = NewsKind.RESYNC
    """Always `resync`."""
    cursor: str
    """The cursor that resumes the stream after this item."""
    lost_version: int | None = None
    """The last version sent to this follower that the database has lost; null if nothing was lost.

    The same version may now stand for another event."""
    snapshot: Snapshot
    """The current state of the match."""
    turn: Turn | None = None
    """The turn of the follower's own seat; null if it does not have to act now."""


class HeartbeatNews(Model):
    """Nothing has happened for a while; the stream is still connected."""

    kind: Literal[NewsKind.HEARTBEAT] = NewsKind.HEARTBEAT
    """Always `heartbeat`."""
    cursor: str
    """The cursor that resumes the stream after this item."""
    heartbeat: Heartbeat
    """The time and the clocks."""


MatchNews = TypeAliasType(
    "MatchNews",
    Annotated[
        EventNews | ResyncNews | HeartbeatNews,
        Field(
            discriminator="kind",
            description="One item of a match's stream. A stream that resumes after its `cursor`"
            " misses nothing.",
        ),
    ],
)


class FeedKind(StrEnum):
    """The kind of an item in a bot's feed."""

    TURN = "turn"
    """A match awaits the bot's action."""
    ENDED = "ended"
    """A match of the bot is over."""
    CHALLENGE = "challenge"
    """The bot is challenged, or a challenge that it sent or received has changed."""
    LADDER = "ladder"
    """The bot was benched or reactivated in a ladder."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the feed is still connected."""


class TurnItem(Model):
    """A match awaits the bot's action."""

    kind: Literal[FeedKind.TURN] = FeedKind.TURN
    """Always `turn`."""
    match_id: Id
    """The match's id."""
    version: int
    """The match's version."""
    turn: Turn
    """The turn that awaits the bot."""


class EndedItem(Model):
    """A match of the bot is over."""

    kind: Literal[FeedKind.ENDED] = FeedKind.ENDED
    """Always `ended`."""
    match_id: Id
    """The match's id."""
    commitment: str | None
    """The match's `commitment`; null if the match ended before it began."""
    version: int
    """The match's last version."""
    result: Result | None
    """The match's result; null if it is void."""


class ChallengeItem(Model):
    """The bot is challenged, or a challenge that it sent or received has changed."""

    kind: Literal[FeedKind.CHALLENGE] = FeedKind.CHALLENGE
    """Always `challenge`."""
    challenge: Challenge
    """The challenge and its status."""
    needs_answer: bool = False
    """Whether the bot has to answer the challenge itself."""


class LadderItem(Model):
    """The bot was benched or reactivated in a ladder."""

    kind: Literal[FeedKind.LADDER] = FeedKind.LADDER
    """Always `ladder`."""
    ladder: LadderNotice
    """The bot's state in the ladder."""


class HeartbeatItem(Model):
    """Nothing has happened for a while; the feed is still connected."""

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
            description="One item of a bot's feed. A reconnection may repeat an item. Identify a"
            " turn or an end by its match, `commitment` and version. Identify a challenge or a"
            " ladder notice by its id and its own version.",
        ),
    ],
)


class LobbyKind(StrEnum):
    """The kind of an item in the lobby."""

    MATCH = "match"
    """A current match, or one that is new, has a new player, has begun or is over."""
    CHALLENGE = "challenge"
    """A current, new or changed challenge of the caller."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the stream is still connected."""


class LobbyMatch(Model):
    """A current match, or one that is new, has a new player, has begun or is over."""

    kind: Literal[LobbyKind.MATCH] = LobbyKind.MATCH
    """Always `match`."""
    match: Match
    """The match as the public may see it."""


class LobbyChallenge(Model):
    """A current, new or changed challenge of the caller."""

    kind: Literal[LobbyKind.CHALLENGE] = LobbyKind.CHALLENGE
    """Always `challenge`."""
    challenge: Challenge
    """The challenge, with its status and answers so far."""


class LobbyHeartbeat(Model):
    """Nothing has happened for a while; the stream is still connected."""

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
            description="One item of the lobby: the current state of a match or challenge, which"
            " replaces all earlier items about it. A reconnection sends all items again. A match"
            " that is over is sent once.",
        ),
    ],
)
