"""Which seat of a match a caller speaks for."""

from __future__ import annotations

from saqqara_service.application.caches.tables import Table
from saqqara_service.application.matches.matches import demand_id, load
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, NotYourSeat, WrongState
from saqqara_service.models import Caller, MatchStatus
from saqqara_service.storage.matches.rows import StoredMatch


async def seat_of(svc: Service, caller: Caller, match_id: str, known: Table | None) -> int:
    """Return the seat that the caller plays in a match that has started.

    `known` is the table as this process last saw it: a seat never changes hands. Raises
    `Forbidden` if only a runner plays it.
    """
    stored, seat = await _sat(svc, caller, match_id, known)
    _demand_played(stored, caller, seat)
    return seat


async def ending_seat(svc: Service, caller: Caller, match_id: str) -> int:
    """Return the seat that the caller may give up.

    Outside ladders an owner may give up for its program: nothing else ends an untimed match whose
    program plays no more.
    """
    stored, seat = await _sat(svc, caller, match_id, svc.tables.known(match_id))
    if stored.match.ladder_id is not None:
        _demand_played(stored, caller, seat)
    return seat


async def _sat(
    svc: Service, caller: Caller, match_id: str, known: Table | None
) -> tuple[StoredMatch, int]:
    """The match and the caller's seat; one that is over may have been deleted in the meantime."""
    demand_id(match_id)
    is_played = known is not None and known.match.status is MatchStatus.RUNNING
    stored = known.stored if known and is_played else await load(svc, match_id)
    seat = stored.seat_of(caller.player_id)
    if seat is None:
        raise NotYourSeat(
            "The token's bot or account has no seat in this match. Play with the seat's own token."
        )
    if stored.match.status is MatchStatus.OPEN:
        raise WrongState("The match has not started.")
    return stored, seat


def _demand_played(stored: StoredMatch, caller: Caller, seat: int) -> None:
    if not stored.is_played(seat, caller):
        raise Forbidden(
            f"A runner of the host plays seat {seat}, from the submitted archive of its bot."
            " To play with this token, register a version without an archive before the"
            " match."
        )
