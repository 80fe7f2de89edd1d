"""A match as it was: its log says enough of every version."""

from __future__ import annotations

from typing import Final

from saqqara_service.models import EventKind, Match, MatchEvent, MatchStatus, Seat

_MARKS: Final = {
    EventKind.FLAGGED: "flagged",
    EventKind.RESIGNED: "resigned",
    EventKind.ABORT_AGREED: "wants_abort",
}
"""The events that mark a seat, and the field of the seat that says so."""
_GOES_ON: Final = (EventKind.ACTION, MatchStatus.RUNNING)


def as_of(match: Match, log: list[MatchEvent], horizon_ms: int) -> Match:
    """The match as it was at an instant, by its whole log."""
    return after_events(match, log, len(visible_events(log, horizon_ms)))


def after_events(match: Match, log: list[MatchEvent], count: int) -> Match:
    """The match as it was after so many events of its whole log."""
    events = log[:count]
    if len(events) == len(log):
        return match
    hidden = {"seed": None, "result": None}
    if not events:
        return match.model_copy(
            update={
                **hidden,
                "status": MatchStatus.OPEN,
                "version": 0,
                "seats": _seats(match, [], log[0].left_ms),
                "to_act": None,
                "deadline_ms": None,
                "commitment": None,
            }
        )
    last = events[-1]
    return match.model_copy(
        update={
            **hidden,
            "status": last.status,
            "version": last.version,
            "seats": _seats(match, events, last.left_ms),
            "to_act": last.to_act,
            "deadline_ms": last.deadline_ms,
        }
    )


def after_actions(match: Match, events: list[MatchEvent]) -> Match | None:
    """A match after more events; None unless they are actions after which it goes on."""
    if any((one.kind, one.status) != _GOES_ON for one in events):
        return None
    last = events[-1]
    seats = [seat.model_copy(update={"left_ms": last.left_ms[seat.seat]}) for seat in match.seats]
    changes = {"version": last.version, "to_act": last.to_act, "deadline_ms": last.deadline_ms}
    return match.model_copy(update={**changes, "seats": seats})


def visible_events(log: list[MatchEvent], horizon_ms: int) -> list[MatchEvent]:
    """The events that had happened by an instant."""
    return [event for event in log if event.at_ms <= horizon_ms]


def _seats(match: Match, events: list[MatchEvent], left_ms: list[int | None]) -> list[Seat]:
    marked = {(_MARKS[event.kind], event.seat) for event in events if event.kind in _MARKS}
    return [
        seat.model_copy(
            update={
                "left_ms": left_ms[seat.seat],
                **{mark: (mark, seat.seat) in marked for mark in _MARKS.values()},
            }
        )
        for seat in match.seats
    ]
