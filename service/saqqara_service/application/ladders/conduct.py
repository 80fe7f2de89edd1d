"""How bots behaved in a ladder's match, and which of them it counts against."""

from __future__ import annotations

from typing import Final

from saqqara_contest.faults import COUNTS_AGAINST, Conduct
from saqqara_service.application.hosting.submissions import failed_in
from saqqara_service.application.service import Service
from saqqara_service.models import EndReason, EventKind, Instant, Match, Seat, TimeControl, Untimed
from saqqara_service.storage.matches.rows import StoredMatch

STARVED_SHARE: Final = 0.1
TELLING_MS: Final = 5_000
"""So long a match that a bot lost on time waits for the last word of its runner."""


async def blamed(svc: Service, match: Match) -> set[str]:
    """The bots that the match, which is over, counts against on the way to being benched.

    What an operator or the service did counts against nobody.
    """
    reason = match.result.reason if match.result else None
    has_quit = reason is not EndReason.ABORTED and any(seat.resigned for seat in match.seats)
    chose = await _chose(svc, match) if has_quit else {seat.seat for seat in match.seats}
    failed = await failed_in(svc, match) - _kept_waiting(match)
    return {
        seat.bot_id
        for seat in match.seats
        if seat.bot_id and COUNTS_AGAINST[_conduct(seat, reason, chose, failed)]
    }


def is_starved(match: Match) -> bool:
    """Whether a bot lost time while others kept it from a processor of the host's runner.

    Such a match is void for the ladder: it counts for and against nobody, and is played again.
    """
    share = bearable(match.time_control)
    return any(seat.runner is not None and seat.runner.is_starved(share) for seat in _late(match))


def _kept_waiting(match: Match) -> set[int]:
    """The seats whose programs others kept from a processor: they may have broken by that."""
    share = bearable(match.time_control)
    found = [(seat.seat, seat.runner) for seat in match.seats]
    return {seat for seat, runner in found if runner is not None and runner.is_starved(share)}


def bearable(control: TimeControl) -> float:
    """The share of its time that a bot has to bear to be kept waiting.

    Where processor time is counted it is so large that without it the wall would not have ended
    the bot's time: a bot that has used up its clock has not been starved.
    """
    factor = None if isinstance(control, Untimed) else control.wall_factor
    return STARVED_SHARE if factor is None else 1 - 1 / factor


def may_be_starved(stored: StoredMatch, now_ms: Instant) -> bool:
    """Whether the runner of a bot that lost time may still tell that others kept it waiting."""
    is_fresh = now_ms - stored.last_ms < TELLING_MS
    return is_fresh and not is_starved(stored.match) and bool(_late(stored.match))


def _late(match: Match) -> list[Seat]:
    """The seats that a runner played for and that lost time."""
    result = match.result
    if result is None or result.reason not in {EndReason.PLAYED, EndReason.FLAG}:
        return []
    late = {seat.seat for seat in result.seats if not seat.kept_time}
    return [seat for seat in match.seats if seat.runner is not None and seat.seat in late]


def _conduct(seat: Seat, reason: EndReason | None, chose: set[int], failed: set[int]) -> Conduct:
    match reason:
        case EndReason.ABORTED:
            return Conduct.CALLED_OFF if seat.wants_abort else Conduct.PLAYED
        case EndReason.PLAYED | EndReason.FLAG | EndReason.RESIGNED:
            if seat.flagged:
                return Conduct.LOST_TIME
            if seat.seat in failed:
                return Conduct.FAILED
            return Conduct.UNPLAYED if seat.resigned and seat.seat not in chose else Conduct.PLAYED
        case _:
            return Conduct.PLAYED


async def _chose(svc: Service, match: Match) -> set[int]:
    """The seats that made a decision themselves."""
    log = await svc.matches.log(match.id, 0, match.version)
    made = [event for event in log if event.kind is EventKind.ACTION and not event.auto]
    return {event.seat for event in made if event.seat is not None}
