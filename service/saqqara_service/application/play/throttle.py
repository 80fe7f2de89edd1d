"""Acting under a rate limit: what a match waits for is never held up, all else may be."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from saqqara_service.application.caches.tables import Table
from saqqara_service.application.limits.rate_limits import bill
from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.application.matches.matches import demand_id
from saqqara_service.application.play import play
from saqqara_service.application.play.decisions import Asked, demand_turn
from saqqara_service.application.play.timing import Timing
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy, Internal, RateLimited
from saqqara_service.models import Acted, Caller

UNCHARGED: Final = (Busy, Internal, RateLimited)
"""What was not the caller's doing, and what costs nothing because nothing was done."""


async def act(  # noqa: PLR0917 - one line of a request
    svc: Service,
    asker: Asker,
    caller: Caller,
    match_id: str,
    action: str | int,
    expected_version: int,
    action_id: str,
    timing: Timing | None = None,
) -> Acted:
    """Act; what changes nothing is charged, and refused at once where the budget is spent."""
    one = bill()
    before_s = one.spent_s - one.forgiven_s if one else 0.0
    with svc.concurrency.action, svc.rate_limits.acting(asker, caller) as spent:
        try:
            if spent and not await _is_awaited(svc, caller, match_id, action, expected_version):
                raise svc.rate_limits.refuse(asker, spent)
            acted = await play.act(
                svc, caller, match_id, action, expected_version, action_id, timing
            )
        except ApplicationError as error:
            svc.metrics.actions.labels(error.code).inc()
            if not isinstance(error, UNCHARGED):
                await svc.rate_limits.charge_action(asker, caller)
            raise
        if acted.repeated:
            svc.metrics.actions.labels("repeated").inc()
            await svc.rate_limits.charge_action(asker, caller)
        elif one is not None:
            one.has_acted = True
            one.forgiven_s = one.spent_s - before_s
        return acted


async def _is_awaited(
    svc: Service, caller: Caller, match_id: str, action: str | int, version: int
) -> bool:
    """Whether the match waits for this action; Redis is asked only if it may have moved on."""
    with suppress(ApplicationError):
        demand_id(match_id)
        table = svc.tables.known(match_id)
        if table is None or table.match.version < version:
            table = await svc.single_flight.at(match_id)
        seat = table.stored.played_by(caller)
        if seat is not None:
            demand_turn(table, Asked(match_id, seat, "", version, ""))
            return action in _legal(table, action)
    return False


def _legal(table: Table, named: str | int) -> set[str | int]:
    """The legal actions as this one is named: by notation or by code."""
    legal = table.game.legal_actions(table.state)
    if isinstance(named, str):
        return {str(action) for action in legal}
    return {table.codes.code(action) for action in legal}
