"""A bot's feed: what its seats are asked, and what came of them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import JsonValue

from saqqara_service.models.matches import Result
from saqqara_service.models.values import Id, Instant, Model


class OfferedAction(Model):
    """One legal action: its notation, kind and a label for people."""

    notation: str
    kind: str
    label: str


class Turn(Model):
    """Everything a bot needs to choose: the view of its seat, what is legal, and its clock."""

    match_id: Id
    game: str
    version: int
    seat: int
    view: JsonValue
    legal_actions: list[OfferedAction]
    left_ms: list[int]
    deadline_ms: Instant
    now_ms: Instant


class FeedKind(StrEnum):
    """What an item of a bot's feed tells."""

    TURN = "turn"
    ENDED = "ended"


class FeedItem(Model):
    """One item of a bot's feed: a pending turn, or the end of one of its matches."""

    kind: FeedKind
    match_id: Id
    version: int
    turn: Turn | None = None
    result: Result | None = None
