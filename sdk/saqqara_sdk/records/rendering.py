"""A game as one page to step through, which needs nothing but a browser."""

from __future__ import annotations

import json
from pathlib import Path

from saqqara_engine import record as records
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.plies import Ply
from saqqara_engine.record import Record

PAGE = Path(__file__).with_name("replay.html")
DATA = "{{data}}"


def page(record: Record) -> str:
    """The page; raises `EngineError` if the record cannot be replayed.

    What people named is data in it, never markup.
    """
    data = json.dumps(_data_of(record), separators=(",", ":"))
    for sign in "<>&":  # so that nothing in a name ends the element that holds the data
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    return PAGE.read_text("utf-8").replace(DATA, data)


def _data_of(record: Record) -> dict[str, Json]:
    rules = find_game(record.game)
    boards: list[Json] = []
    plies: list[Json] = []
    for number, state in enumerate(records.replay(record)):
        view = rules.view(state, None)
        boards.append(rules.draw(view))
        if number < len(record.plies):
            ply = record.plies[number]
            plies.append(_ply(ply, rules.label(view, rules.parse_action(ply.action))))
    return {
        "title": f"{rules.title}, match {record.match_id}",
        "seats": list(record.seats),
        "boards": boards,
        "plies": plies,
        "sources": [line.source for line in record.scores[0].lines] if record.scores else [],
        "scores": [
            {
                "name": record.seats[score.seat],
                "place": record.placements[score.seat] if record.placements else None,
                "total": score.total,
                "lines": [line.points for line in score.lines],
            }
            for score in record.scores
        ],
    }


def _ply(ply: Ply, label: str) -> Json:
    took = f"{ply.clock.charged_ms / 1000:.1f} s" if ply.clock else ""
    return {
        "seat": ply.seat,
        "action": ply.action,
        "label": label,
        "took": "auto" if ply.auto else took,
    }
