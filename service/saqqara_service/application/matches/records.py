"""A match as the engine's record: everything that happened, to be checked by anybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from saqqara_engine.plies import Ply, PlyClock
from saqqara_engine.records.notes import Note, note_of
from saqqara_engine.records.public_record import public_record_of
from saqqara_engine.records.record import Origin, Record, record_of, to_json
from saqqara_service.application.caches.tables import Table
from saqqara_service.models import JsonObject, Match, MatchEvent, MatchStatus


def written(table: Table, log: Sequence[MatchEvent]) -> JsonObject:
    """The record of a match in format 2; while it is being played, the public part."""
    is_played = table.match.status is MatchStatus.RUNNING
    record = _public_part(table, log) if is_played else whole(table, log)
    return cast("JsonObject", to_json(record))


def whole(table: Table, log: Sequence[MatchEvent]) -> Record:
    """Everything that happened in a match that is over; the plies are replayed on the way."""
    match, beginning = table.match, table.beginning
    return record_of(
        table.game,
        table.game.parse_options(match.options),
        seed=table.seed,
        match_id=match.id,
        seats=_names(match),
        plies=_plies(table, log),
        flagged=_flagged(match),
        resigned=_resigned(match),
        ending=match.result.reason if match.result else None,
        origin=_origin(match),
        resamplings=beginning.resamplings if beginning else (),
        programs=table.stored.programs,
        notes=_notes(table, log),
    )


def _public_part(table: Table, log: Iterable[MatchEvent]) -> Record:
    match = table.match
    return public_record_of(
        table.game,
        table.game.parse_options(match.options),
        commitment=match.commitment or "",
        match_id=match.id,
        seats=_names(match),
        plies=_plies(table, log),
        flagged=_flagged(match),
        resigned=_resigned(match),
        origin=_origin(match),
    )


def _origin(match: Match) -> Origin | None:
    return Origin(match.origin.match_id, match.origin.ply) if match.origin else None


def _names(match: Match) -> list[str]:
    return [seat.player_name or "" for seat in match.seats]


def _flagged(match: Match) -> list[int]:
    return [seat.seat for seat in match.seats if seat.flagged]


def _resigned(match: Match) -> list[int]:
    return [seat.seat for seat in match.seats if seat.resigned]


def _plies(table: Table, log: Iterable[MatchEvent]) -> list[Ply]:
    """Those that a fork took over, then those of the log."""
    taken_over = table.beginning.plies if table.beginning else ()
    acted = [
        Ply(
            event.seat,
            event.action,
            _clock(event, event.left_ms[event.seat]),
            event.auto,
        )
        for event in log
        if event.seat is not None and event.action is not None
    ]
    return [*taken_over, *acted]


def _notes(table: Table, log: Iterable[MatchEvent]) -> list[Note | None]:
    """By ply; the first plies of a fork have none, since other seats may have taken them."""
    taken_over = table.beginning.plies if table.beginning else ()
    acted = [
        None if (note := event.hidden_note) is None else note_of(note)
        for event in log
        if event.action is not None
    ]
    return [*[None] * len(taken_over), *acted]


def _clock(event: MatchEvent, left_ms: int | None) -> PlyClock | None:
    """What a ply cost; nothing is told where there is no clock."""
    return None if left_ms is None else PlyClock(event.charged_ms, left_ms)
