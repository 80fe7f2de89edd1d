"""How the points of a match went up to a version, as far as the public may see them."""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_service.application.caches.tables import Table, first_state
from saqqara_service.application.matches.matches import demand_id
from saqqara_service.application.matches.views import demand_version
from saqqara_service.application.matches.visibility import table_seen
from saqqara_service.application.service import Service
from saqqara_service.models import EventKind, Match, MatchEvent


@dataclass(frozen=True, slots=True)
class PointsCourse:
    """A match and each seat's points, version after version."""

    match: Match
    """The match as the public sees it now."""
    points: tuple[tuple[int, ...], ...]
    """For each version from 1, what each seat would have if the match ended then."""


async def course(svc: Service, match_id: str, version: int | None) -> PointsCourse:
    """The course up to a version (None: as far as it is told); raises if it has not started."""
    demand_id(match_id)
    table, _seat = await table_seen(svc, match_id, None)
    if version is not None:
        demand_version(table, version)
    latest = table.match.version if version is None else version
    log = await svc.matches.log(match_id, 0, latest)
    return PointsCourse(table.match, await _points(svc, table, log))


async def _points(svc: Service, table: Table, log: list[MatchEvent]) -> tuple[tuple[int, ...], ...]:
    """The points after each event; others are let go first between two of them."""
    game = table.game
    options = game.parse_options(table.match.options)
    state = game.copy(first_state(game, options, table.seed, table.beginning))
    points: list[tuple[int, ...]] = []
    for event in log:
        await svc.cost_queue.yield_turn()
        if event.kind is EventKind.ACTION and event.action is not None:
            game.advance(state, game.parse_action(event.action))
        public = game.view(state, None)
        points.append(tuple(projected.total for _scored, projected in game.seat_points(public)))
    return tuple(points)
