"""From final points, and from who gave up, to a match's result."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_contest.faults import fault_of
from saqqara_engine.game import placements
from saqqara_engine.games import AnyGame
from saqqara_service.models import EndReason, Points, Result, Seat, SeatResult


def decided(
    game: AnyGame, state: object, seats: Sequence[Seat], reason: EndReason = EndReason.PLAYED
) -> Result:
    """The result by the points of a state; seats that are gone rank below all others."""
    scores = game.scores(state)
    places = placements(scores, {seat.seat for seat in seats if seat.is_gone})
    return Result(
        reason=reason,
        fault=fault_of(reason, lost_time=any(seat.flagged for seat in seats)),
        seats=[
            SeatResult(
                seat=score.seat,
                place=place,
                total=score.total,
                tie_break=score.tie_break,
                kept_time=not seat.flagged,
                resigned=seat.resigned,
                lines=[Points(source=line.source, points=line.points) for line in score.lines],
            )
            for score, place, seat in zip(scores, places, seats, strict=True)
        ],
    )


def undecided(reason: EndReason, note: str | None = None) -> Result:
    """The result of a match that nobody won."""
    return Result(reason=reason, fault=fault_of(reason, lost_time=False), note=note, seats=[])


def marked(seats: Sequence[Seat], seat: int, **marks: bool) -> list[Seat]:
    """The seats, one of them with other marks."""
    return [other.model_copy(update=marks) if other.seat == seat else other for other in seats]
