"""Forks: analysis matches that begin in the middle of another, and are never rated."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import cast

from saqqara_engine.chance import SEED_BYTES
from saqqara_engine.errors import EngineError
from saqqara_engine.games import find_game
from saqqara_engine.plies import Beginning, Resampling, seed_of, state_after
from saqqara_engine.records.record import Record, from_json, verify
from saqqara_service import questions
from saqqara_service.application.matches import matches, records
from saqqara_service.application.matches.matches import Begun
from saqqara_service.application.matches.visibility import table_seen
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed, WrongState
from saqqara_service.models import (
    Caller,
    Chance,
    EventKind,
    JsonObject,
    Match,
    MatchStatus,
    MatchTerms,
    Origin,
)

_ID = re.compile(r"[A-Za-z0-9_.-]{1,80}")


@dataclass(frozen=True, slots=True)
class ForkPoint:
    """Where a fork begins: a record, a version of its match, and how many plies lie before that."""

    record: Record
    version: int
    ply: int


async def request(svc: Service, caller: Caller, question: questions.ForkMatch) -> Match:
    """Create an analysis match from any point of a finished match or record."""
    if question.match_id is not None:
        place = await of_match(svc, caller, question.match_id, question.version)
    else:
        place = of_record(question.record or {}, question.version)
    record, chance, seen_by = place.record, question.chance, question.seen_by
    if seen_by is not None and seen_by not in range(len(record.seats)):
        raise Malformed(f"`seenBy` is seat {seen_by}, which does not exist.", pointer="/seenBy")
    if seen_by is not None and chance is Chance.KEPT:
        raise Malformed(
            "`seenBy` only applies if `chance` is `resampled`. Omit it.", pointer="/seenBy"
        )
    origin = Origin(
        match_id=record.match_id,
        version=place.version,
        ply=place.ply,
        chance=chance,
        seen_by=seen_by,
    )
    begun = Begun(origin, _beginning(place, chance, seen_by))
    _demand_unfinished(record, begun.beginning)
    terms = MatchTerms(
        game=record.game,
        options=cast("JsonObject", record.options),
        time_control=question.control,
        on_flag=question.on_flag,
        autoplay=question.autoplay,
    )
    seats, start = question.seats, question.start
    return await matches.create(svc, caller, terms, seats=seats, start=start, begun=begun)


async def of_match(svc: Service, caller: Caller, match_id: str, version: int) -> ForkPoint:
    """A place in a match of this service that is over, as far as the caller may know."""
    matches.demand_id(match_id)
    table, _seat = await table_seen(svc, match_id, caller)
    match = table.match
    if match.status is MatchStatus.RUNNING:
        raise WrongState("The match is still running. Fork it when it is over.")
    if not 1 <= version <= match.version:
        raise Malformed(
            f"The match has versions 1 to {match.version}, not {version}.", pointer="/version"
        )
    log = await svc.matches.log(match_id, 0, match.version)
    acted = sum(event.kind is EventKind.ACTION for event in log[:version])
    begun = len(table.beginning.plies) if table.beginning else 0
    return ForkPoint(records.whole(table, log), version, begun + acted)


def of_record(data: JsonObject, version: int) -> ForkPoint:
    """A place in a record that somebody brings; its start counts as version 1, as of a match."""
    try:
        record = from_json(data)
        verify(record)
    except EngineError as error:
        raise Malformed(f"The record is invalid: {error}", pointer="/record") from error
    if _ID.fullmatch(record.match_id) is None:
        raise Malformed(
            "A match id must have 1 to 80 of the characters A-Z a-z 0-9 _ . and -.",
            pointer="/record/matchId",
        )
    if not 1 <= version <= len(record.plies) + 1:
        raise Malformed(
            f"The record has versions 1 to {len(record.plies) + 1}, not {version}.",
            pointer="/version",
        )
    return ForkPoint(record, version, version - 1)


def _beginning(place: ForkPoint, chance: Chance, seen_by: int | None) -> Beginning:
    record, ply = place.record, place.ply
    resamplings = [one for one in record.resamplings if one.ply <= ply]
    if chance is Chance.RESAMPLED:
        drawn = secrets.token_bytes(SEED_BYTES).hex()
        resamplings.append(Resampling(ply, seen_by, drawn))
    return Beginning(record.seed or "", record.plies[:ply], tuple(resamplings))


def _demand_unfinished(record: Record, beginning: Beginning) -> None:
    game, seed = find_game(record.game), seed_of(beginning.seed)
    options = game.parse_options(record.options)
    state = state_after(game, options, seed, beginning.plies, beginning.resamplings)
    if game.is_over(state):
        raise WrongState("The game is over at this version. Choose an earlier version.")
