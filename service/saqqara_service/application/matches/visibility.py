"""Who may see how much of a match, and how late.

Who sits in a match, has made it or is an admin sees it as it is. Everybody else is told of it
`public_delay_ms` later, whatever the question: the match, its view, its events, its record. For a
seat that a runner plays only the runner sits there; until the end its owner is the public.
"""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_service.application.caches.tables import Table
from saqqara_service.application.folds.past import as_of
from saqqara_service.application.matches.turns import OVER
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Match, MatchEvent, Scope, TokenKind
from saqqara_service.storage.matches.rows import StoredMatch


@dataclass(frozen=True, slots=True)
class Visibility:
    """Through which seat somebody looks at a match (None: as the public), and how much later."""

    seat: int | None
    delay_ms: int


def visibility_of(stored: StoredMatch, caller: Caller | None) -> Visibility:
    """How the caller may look at the match; without the scope to read, as the public."""
    if caller is None or not caller.may(Scope.MATCH_READ):
        return Visibility(None, stored.match.public_delay_ms)
    is_over = stored.match.status in OVER
    seat = stored.seat_of(caller.player_id) if is_over else stored.played_by(caller)
    made_it = caller.account_id == stored.owner_id
    is_inside = seat is not None or made_it or caller.kind is TokenKind.ADMIN
    return Visibility(seat, 0 if is_inside else stored.match.public_delay_ms)


def event_seen(event: MatchEvent, match: Match, visibility: Visibility) -> MatchEvent:
    """The event of a match as it is seen, with its note for those who may read it.

    Until the end a note is for its seat. The public reads it where it sees the match later than
    the seats do; others without a seat, who see it at once, read it at the end.
    """
    is_public = visibility.seat is None and visibility.delay_ms > 0
    is_own = visibility.seat is not None and visibility.seat == event.seat
    return event.revealed() if is_own or is_public or match.status in OVER else event


async def match_seen(svc: Service, stored: StoredMatch, caller: Caller | None) -> Match:
    """The match as the caller may see it."""
    match, visibility = stored.match, visibility_of(stored, caller)
    if not visibility.delay_ms or not match.version:
        return match
    horizon_ms = await svc.connection.now_ms() - visibility.delay_ms
    if stored.last_ms <= horizon_ms:
        return match
    return as_of(match, await svc.matches.log(match.id, 0, match.version), horizon_ms)


async def table_seen(
    svc: Service, match_id: str, caller: Caller | None
) -> tuple[Table, int | None]:
    """The table as the caller may see it, and the caller's seat; raises if it has not started."""
    table, _now = await svc.tables.fresh(match_id)
    visibility = visibility_of(table.stored, caller)
    if visibility.delay_ms:
        table = await svc.tables.then(match_id, visibility.delay_ms)
    return table, visibility.seat
