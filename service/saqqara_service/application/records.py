"""A finished match as the engine's record: everything that happened, to be checked by anybody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from saqqara_engine.games import AnyGame
from saqqara_engine.record import Ply, PlyClock, record_of, to_json
from saqqara_service.models import JsonObject, Match, MatchEvent


def written(game: AnyGame, match: Match, seed: bytes, log: Iterable[MatchEvent]) -> JsonObject:
    """The record of a match in format 1; its plies are replayed on the way."""
    record = record_of(
        game,
        game.parse_options(match.options),
        seed=seed,
        match_id=match.id,
        seats=[seat.bot_name or "" for seat in match.seats],
        plies=_plies(log),
        flagged=[seat.seat for seat in match.seats if seat.flagged],
    )
    return cast("JsonObject", to_json(record))


def _plies(log: Iterable[MatchEvent]) -> list[Ply]:
    return [
        Ply(
            event.seat,
            event.action,
            _clock(event, event.left_ms[event.seat]),
            event.auto,
        )
        for event in log
        if event.seat is not None and event.action is not None
    ]


def _clock(event: MatchEvent, left_ms: int | None) -> PlyClock | None:
    """What a ply cost; nothing is told where there is no clock."""
    return None if left_ms is None else PlyClock(event.charged_ms, left_ms)
