"""From final points and flags to a match's result."""

from __future__ import annotations

from saqqara_engine.game import placements
from saqqara_engine.games import AnyGame
from saqqara_service.models import EndReason, Points, Result, SeatResult

RULES_CHANGED = Result(reason=EndReason.RULES_CHANGED, seats=[])


def played(
    game: AnyGame, state: object, flagged: set[int], reason: EndReason = EndReason.PLAYED
) -> Result:
    """The result by the points of a state; flagged seats rank below all others."""
    scores = game.scores(state)
    places = placements(scores, flagged)
    return Result(
        reason=reason,
        seats=[
            SeatResult(
                seat=score.seat,
                place=place,
                total=score.total,
                tie_break=score.tie_break,
                kept_time=score.seat not in flagged,
                lines=[Points(source=line.source, points=line.points) for line in score.lines],
            )
            for score, place in zip(scores, places, strict=True)
        ],
    )
