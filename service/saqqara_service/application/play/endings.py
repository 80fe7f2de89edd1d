"""Ending a match before its game does: giving up, calling it off, and an operator's word."""

from __future__ import annotations

from contextlib import suppress

from saqqara_service.application.accounts.accounts import demand
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.folds.results import decided, marked, undecided
from saqqara_service.application.matches.matches import load
from saqqara_service.application.play.play import autoplay
from saqqara_service.application.play.seats import seat_of
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, MatchOver, WrongState
from saqqara_service.models import Caller, EndReason, Match, MatchStatus, Scope, VoidReason


async def resign(svc: Service, caller: Caller, match_id: str) -> Match:
    """Give up the caller's seat for good, once however often called.

    If at most one seat is left that is neither flagged nor resigned, the match is over; else
    autoplay decides for the seat, and it ranks below all that are left.
    """
    seat = await seat_of(svc, caller, match_id)
    async with svc.tables.lock(match_id):
        while not (table := await _looked_at(svc, match_id)).match.seats[seat].resigned:
            _demand_running(table.match)
            await _resign(svc, table, seat)
        with suppress(Busy):  # it is resigned; a sweep continues where this stops
            table = await autoplay(svc, table)
    return table.match


async def abort(svc: Service, caller: Caller, match_id: str) -> Match:
    """Agree to call the match off, which it is when all agree; only before anybody has acted."""
    seat = await seat_of(svc, caller, match_id)
    result = undecided(EndReason.ABORTED)
    async with svc.tables.lock(match_id):
        while not (table := await _looked_at(svc, match_id)).match.seats[seat].wants_abort:
            _demand_running(table.match)
            if any(table.receipts):
                raise WrongState("a seat has acted; from then on a seat can only resign")
            await svc.matches.abort(match_id, seat, table.match.version, result)
    return table.match


async def void(
    svc: Service,
    caller: Caller,
    match_id: str,
    note: str,
    reason: VoidReason = VoidReason.VOIDED,
) -> Match:
    """End a match that is not over without places, saying why; only operators may."""
    demand(caller, Scope.ADMIN)
    await load(svc, match_id)
    await svc.matches.void(match_id, undecided(EndReason(reason.value), note))
    match = (await load(svc, match_id)).match
    if match.status is MatchStatus.FINISHED:
        raise MatchOver("the match is decided, and its result stands", version=match.version)
    return match


async def _looked_at(svc: Service, match_id: str) -> Table:
    table, _now = await svc.tables.fresh(match_id)
    return table


async def _resign(svc: Service, table: Table, seat: int) -> None:
    match = table.match
    seats = marked(match.seats, seat, resigned=True)
    left = sum(not other.is_gone for other in seats)
    result = decided(table.game, table.state, seats, EndReason.RESIGNED) if left <= 1 else None
    await svc.matches.resign(match.id, seat, match.version, result)


def _demand_running(match: Match) -> None:
    if match.status is not MatchStatus.RUNNING:
        raise MatchOver("the match is over", version=match.version)
