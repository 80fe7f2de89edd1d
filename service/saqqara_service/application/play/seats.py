"""Which seat of a match a caller speaks for."""

from __future__ import annotations

from saqqara_service.application.accounts.accounts import demand_bot
from saqqara_service.application.matches.matches import demand_id, load
from saqqara_service.application.service import Service
from saqqara_service.errors import NotYourSeat, WrongState
from saqqara_service.models import Caller, MatchStatus


async def seat_of(svc: Service, caller: Caller, match_id: str) -> int:
    """The caller's seat in a match that has started; a seat never changes hands."""
    demand_id(match_id)
    known = svc.tables.known(match_id)
    stored = known.stored if known else await load(svc, match_id)
    seat = stored.seat_of(caller.player_id)
    if seat is None:
        demand_bot(caller)
        raise NotYourSeat("the bot has no seat in this match")
    if stored.match.status is MatchStatus.OPEN:
        raise WrongState("the match has not started")
    return seat
