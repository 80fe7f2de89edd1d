"""The data of a record's page: every position as seen by the public and by each seat.

Its type is `RecordPage` of `service/pages/player/types.ts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from saqqara_engine.game import Json
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.plies import Ply
from saqqara_engine.records import record as records
from saqqara_engine.records.notes import Note
from saqqara_engine.records.record import Record
from saqqara_engine.wire import layout_json, view_json


def carried(record: Record, explained: Mapping[int, Json]) -> dict[str, Json]:
    """Return the data of a record's page; raises `EngineError` if it cannot be replayed."""
    rules = find_game(record.game)
    states = list(records.replay(record))
    return {
        "game": record.game,
        "matchId": record.match_id,
        "names": list(record.seats),
        "layout": layout_json(rules, rules.parse_options(record.options)),
        "frames": list(_frames(rules, record, states)),
        # By position: the views of one differ least, and gzip looks back only 32 KiB.
        "views": [
            [view_json(rules.view(state, seat)) for seat in (None, *range(len(record.seats)))]
            for state in states
        ],
        "result": _result(record),
        "worths": {str(ply): said for ply, said in explained.items()},
    }


def _frames(rules: AnyGame, record: Record, states: list[object]) -> Iterator[Json]:
    """Yield the frame of each version, starting with the first position."""
    left: list[Json] = [None] * len(record.seats)
    yield _frame(1, None, None, left, rules.to_act(states[0]))
    for number, (ply, note) in enumerate(zip(record.plies, record.notes, strict=True)):
        label = rules.label(rules.view(states[number], None), rules.parse_action(ply.action))
        if ply.clock is not None:
            left[ply.seat] = ply.clock.left_ms
        yield _frame(number + 2, ply, label, left, rules.to_act(states[number + 1]), note=note)


def _frame(
    version: int,
    ply: Ply | None,
    label: str | None,
    left: list[Json],
    to_act: int | None,
    *,
    note: Note | None = None,
) -> Json:
    return {
        "version": version,
        "label": label,
        "seat": ply.seat if ply else None,
        "auto": ply is not None and ply.auto,
        "leftMs": list(left),
        "tookMs": ply.clock.charged_ms if ply and ply.clock else None,
        "note": None if note is None else note.to_json(),
        "toAct": to_act,
        "deadlineMs": None,
    }


def _result(record: Record) -> Json:
    """Return the place and points of each seat; None for a game without places."""
    if not record.placements:
        return None
    return [
        {"place": place, "total": score.total}
        for place, score in zip(record.placements, record.scores, strict=True)
    ]
