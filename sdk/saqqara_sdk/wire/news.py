"""What followers are told: news of one match, and the clocks of what is running."""

from __future__ import annotations

from pydantic import JsonValue

from saqqara_sdk.wire.models import Match, MatchEvent, Receipt, SeatView
from saqqara_sdk.wire.values import Model


class MatchClocks(Model):
    """The clocks of a running match: the time left to each seat, who is asked, and until when."""

    match_id: str
    version: int
    to_act: int | None
    left_ms: tuple[int | None, ...]
    deadline_ms: int | None


class Heartbeat(Model):
    """A sign of life: the service's time, and the clocks of what is running."""

    now_ms: int
    clocks: tuple[MatchClocks, ...] = ()


class Snapshot(Model):
    """A match as it stands and its view, which is None while there is nothing to see."""

    match: Match
    view: SeatView | None = None


class WireTurn(Model):
    """A turn on the wire: `Turn.from_wire` turns its texts into the engine's types."""

    match_id: str
    game: str
    version: int
    seat: int
    view: JsonValue
    actions: tuple[str, ...]
    left_ms: tuple[int | None, ...]
    deadline_ms: int | None
    now_ms: int
    last: Receipt | None = None


class MatchNews(Model):
    """One item of a match's stream; who resumes after its `cursor` misses nothing.

    Its `kind` says what it tells: an `event`; a `heartbeat`; or a `resync`, whose `snapshot` stands
    for all events up to its cursor, because they were too many. An event comes with `view` if views
    were asked for, and with `turn` if it asks the follower's seat something now: make what a bot
    chooses by of it with `Turn.from_wire`.
    """

    kind: str
    cursor: str
    event: MatchEvent | None = None
    view: SeatView | None = None
    turn: WireTurn | None = None
    heartbeat: Heartbeat | None = None
    snapshot: Snapshot | None = None

    @property
    def is_last(self) -> bool:
        """Whether the match is over with this."""
        told = self.event or (self.snapshot.match if self.snapshot else None)
        return told is not None and told.status.is_over
