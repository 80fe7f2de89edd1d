"""What may be seen of a match: now or at an earlier version, through one's own seat or another.

Another seat is looked through only when the match is over, and that has been told to the caller.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import cast

from pydantic import JsonValue

from saqqara_engine.duel.view import View as DuelView
from saqqara_engine.games import find_game
from saqqara_engine.imhotep.views.view import View as ImhotepView
from saqqara_engine.plies import positions, seed_of
from saqqara_engine.wire import view_json
from saqqara_service import questions
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.matches import forks
from saqqara_service.application.matches.matches import demand_id
from saqqara_service.application.matches.turns import OVER
from saqqara_service.application.matches.visibility import table_seen
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Malformed
from saqqara_service.models import Caller, Match, RecordViews, SeatView


@dataclass(frozen=True, slots=True)
class PublicView:
    """A match as the public sees it now, and its table as the public saw it at a version."""

    match: Match
    view: ImhotepView | DuelView


async def public(svc: Service, match_id: str, version: int | None) -> PublicView:
    """What the public sees at a version (None: the newest); raises if it has not started."""
    demand_id(match_id)
    table, _seat = await table_seen(svc, match_id, None)
    match = table.match
    if version is not None and version != match.version:
        demand_version(table, version)
        table = await svc.tables.past(table, version)
    return PublicView(match, table.game.view(table.state, None))


async def view(svc: Service, caller: Caller | None, question: questions.ViewAt) -> SeatView:
    """The view of the caller's seat, or the public view for clients without a seat.

    With `version`, the view at that version. When the match is over, `seat` may be any seat.
    """
    demand_id(question.match_id)
    table, own = await table_seen(svc, question.match_id, caller)
    through = own if question.seat is None else _demand_seat(table, own, question.seat)
    if question.version is not None and question.version != table.match.version:
        demand_version(table, question.version)
        table = await svc.tables.past(table, question.version)
    return table.seen_by(through)


def _demand_seat(table: Table, own: int | None, seat: int) -> int:
    match = table.match
    if seat >= len(match.seats):
        raise Malformed(
            f"The match has seats 0 to {len(match.seats) - 1}, not {seat}.", pointer="/seat"
        )
    if seat != own and match.status not in OVER:
        raise Forbidden(
            f"The view of seat {seat} is secret until the match is over. Omit `seat` to get"
            " your own view or the public one."
        )
    return seat


def demand_version(table: Table, version: int) -> None:
    """Refuse a version that there is not, or that the one who asks is not told of yet."""
    latest = table.match.version
    if not 1 <= version <= latest:
        raise Malformed(f"The match has versions 1 to {latest}, not {version}.", pointer="/version")


async def of_record(svc: Service, _caller: None, question: questions.ViewRecord) -> RecordViews:
    """Compute the views of a record that the caller sends; the service does not store it."""
    record = forks.of_record(question.record, question.version).record
    version, seat = question.version, question.seat
    if seat is not None and seat >= len(record.seats):
        raise Malformed(
            f"The record has seats 0 to {len(record.seats) - 1}, not {seat}.", pointer="/seat"
        )
    game = find_game(record.game)
    seed, options = seed_of(record.seed), game.parse_options(record.options)
    states = positions(game, options, seed, record.plies, record.resamplings)
    items = []
    for number, (state, _) in enumerate(islice(states, version + question.first - 1), start=1):
        if number >= version:
            await svc.cost_queue.yield_turn()
            view = cast("JsonValue", view_json(game.view(state, seat)))
            items.append(
                SeatView(
                    match_id=record.match_id,
                    game=record.game,
                    version=number,
                    seat=seat,
                    view=view,
                )
            )
    return RecordViews(
        match_id=record.match_id,
        game=record.game,
        version=len(record.plies) + 1,
        seats=list(record.seats),
        items=items,
    )
