"""Ending a match before its game does: giving up, calling it off, and an operator's word."""

from __future__ import annotations

from contextlib import suppress

from saqqara_service import questions
from saqqara_service.application.folds.results import decided, marked, undecided
from saqqara_service.application.matches.matches import load
from saqqara_service.application.play.autoplay import autoplay
from saqqara_service.application.play.seats import ending_seat
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, MatchOver, WrongState
from saqqara_service.models import Caller, EndReason, Match
from saqqara_service.storage.matches.scripts import (
    Aborted,
    AbortKind,
    AtVersion,
    UnlessStale,
    VoidKind,
)


async def resign(svc: Service, caller: Caller, question: questions.ResignMatch) -> Match:
    """Resign; the match ends if only one seat remains, else autoplay plays for the seat.

    A seat that resigned ranks below all remaining seats. Repeating the call has no further
    effect.
    """
    match_id = question.match_id
    await svc.admission.demand_play()
    seat = await ending_seat(svc, caller, match_id)
    async with svc.tables.lock(match_id):
        while (reply := await _resign(svc, match_id, seat)).kind is UnlessStale.STALE:
            pass
        if reply.kind is UnlessStale.OVER:
            raise MatchOver("The match is over.", current_version=reply.version)
        table, _now = await svc.tables.fresh(match_id)
        with suppress(Busy):  # it is resigned; a sweep continues where this stops
            table = await autoplay(svc, table)
    return table.match


async def abort(svc: Service, caller: Caller, question: questions.AbortMatch) -> Match:
    """Agree to abort a match before its first action; the match is aborted once all seats agree."""
    match_id = question.match_id
    await svc.admission.demand_play()
    seat = await ending_seat(svc, caller, match_id)
    async with svc.tables.lock(match_id):
        while (reply := await _abort(svc, match_id, seat)).kind is AbortKind.STALE:
            pass
        match reply.kind:
            case AbortKind.OVER:
                raise MatchOver("The match is over.", current_version=reply.version)
            case AbortKind.BEGUN:
                raise WrongState(
                    "The match cannot be aborted after its first action. Resign instead."
                )
        table, _now = await svc.tables.fresh(match_id)
    return table.match


async def void(svc: Service, _caller: None, question: questions.VoidMatch) -> Match:
    """Void an open or running match; operators only."""
    await load(svc, question.match_id)
    ending = undecided(EndReason(question.reason.value), question.note)
    reply = await svc.matches.void(question.match_id, ending)
    if reply.kind is VoidKind.OVER:
        raise MatchOver(
            "The match is decided, and its result is final.", current_version=reply.version
        )
    return (await load(svc, question.match_id)).match


async def _resign(svc: Service, match_id: str, seat: int) -> AtVersion:
    """Let the seat resign after the last event that the match has now."""
    table, _now = await svc.tables.fresh(match_id)
    match = table.match
    seats = marked(match.seats, seat, resigned=True)
    left = sum(not other.is_gone for other in seats)
    result = decided(table.game, table.state, seats, EndReason.RESIGNED) if left <= 1 else None
    return await svc.matches.resign(match_id, seat, table.stored.head, result)


async def _abort(svc: Service, match_id: str, seat: int) -> Aborted:
    """Let the seat agree after the last event that the match has now."""
    table, _now = await svc.tables.fresh(match_id)
    return await svc.matches.abort(
        match_id,
        seat,
        table.stored.head,
        undecided(EndReason.ABORTED),
        has_begun=any(table.receipts),
    )
