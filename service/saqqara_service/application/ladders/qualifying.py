"""Playoffs: who is equal by points where it matters plays on, and the others wait for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from saqqara_service.application.ladders.events import sides
from saqqara_service.models import LadderEntry
from saqqara_service.storage.ladders.rows import StoredTerms


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a table is cut: who is surely above, and who has equal points on both sides of it."""

    qualified: list[str]
    tied: list[str]


def cut(order: Sequence[str], points: Mapping[str, float], take: int) -> Cut:
    """A table that is cut below so many bots; nobody is tied if points alone decide there.

    `order` are the bots, best first.
    """
    line = points[order[min(take, len(order)) - 1]] if order else 0.0
    tied = [bot for bot in order if round(points[bot] - line, 9) == 0]
    if tied == [bot for bot in order[:take] if bot in tied]:
        return Cut([*order[:take]], [])
    return Cut([bot for bot in order[:take] if bot not in tied], tied)


def is_playable(terms: StoredTerms, tied: Sequence[LadderEntry]) -> bool:
    """Whether they fill a table; else the tie-breaks stand, and the draw."""
    return len(tied) >= terms.players and sides(terms, tied) >= terms.players
