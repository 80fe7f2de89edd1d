"""How bots behaved in a ladder's match, and which of them it counts against."""

from __future__ import annotations

from saqqara_contest.faults import COUNTS_AGAINST, Conduct
from saqqara_service.application.service import Service
from saqqara_service.models import EndReason, EventKind, Match, Seat


async def blamed(svc: Service, match: Match) -> set[str]:
    """The bots that the match, which is over, counts against on the way to being benched.

    What an operator or the service did counts against nobody.
    """
    reason = match.result.reason if match.result else None
    has_quit = reason is not EndReason.ABORTED and any(seat.resigned for seat in match.seats)
    chose = await _chose(svc, match) if has_quit else {seat.seat for seat in match.seats}
    return {
        seat.bot_id
        for seat in match.seats
        if seat.bot_id and COUNTS_AGAINST[_conduct(seat, reason, chose)]
    }


def _conduct(seat: Seat, reason: EndReason | None, chose: set[int]) -> Conduct:
    match reason:
        case EndReason.ABORTED:
            return Conduct.CALLED_OFF if seat.wants_abort else Conduct.PLAYED
        case EndReason.PLAYED | EndReason.FLAG | EndReason.RESIGNED:
            if seat.flagged:
                return Conduct.LOST_TIME
            return Conduct.UNPLAYED if seat.resigned and seat.seat not in chose else Conduct.PLAYED
        case _:
            return Conduct.PLAYED


async def _chose(svc: Service, match: Match) -> set[int]:
    """The seats that made a decision themselves."""
    log = await svc.matches.log(match.id, 0, match.version)
    made = [event for event in log if event.kind is EventKind.ACTION and not event.auto]
    return {event.seat for event in made if event.seat is not None}
