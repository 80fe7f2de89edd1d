"""Which seat of a match a caller speaks for."""

from __future__ import annotations

from saqqara_service.application.matches.matches import demand_id, load
from saqqara_service.application.service import Service
from saqqara_service.errors import NotYourSeat, WrongState
from saqqara_service.models import Caller, MatchStatus


async def seat_of(svc: Service, caller: Caller, match_id: str) -> int:
    """The caller's seat in a match that has started; a seat never changes hands.

    A match that is over may have been deleted since this process knew it.
    """
    demand_id(match_id)
    known = svc.tables.known(match_id)
    is_played = known is not None and known.match.status is MatchStatus.RUNNING
    stored = known.stored if known and is_played else await load(svc, match_id)
    seat = stored.seat_of(caller.player_id)
    if seat is None:
        raise NotYourSeat(
            "whom this token speaks for has no seat here; a bot plays by its own token"
        )
    if stored.match.status is MatchStatus.OPEN:
        raise WrongState("the match has not started")
    return seat
