"""A turn: what a seat is asked."""

from __future__ import annotations

from pydantic import JsonValue

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
