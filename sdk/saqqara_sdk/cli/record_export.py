"""Records as rows for other programs: JSON lines of games, CSV of plies."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from saqqara_engine.records.record import Record, to_json

COLUMNS = (
    "match", "ply", "seat", "bot", "action", "auto", "charged_ms", "left_ms", "place", "total",
    "evaluation", "note",
)  # fmt: skip
"""The header of the CSV; `place` and `total` are the acting seat's at the game's end, `note` is
JSON.
"""
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def files_in(paths: list[Path]) -> Iterator[Path]:
    """The files that were named and the JSON files of the folders, sorted in each."""
    for path in paths:
        yield from sorted(path.glob("*.json")) if path.is_dir() else (path,)


def json_line(record: Record) -> str:
    """The record on one line."""
    return json.dumps(to_json(record)) + "\n"


def csv_lines(record: Record) -> str:
    """A row for each ply, without the header; times in milliseconds, empty where untimed."""
    totals = {score.seat: score.total for score in record.scores}
    rows: list[tuple[object, ...]] = []
    for number, (ply, note) in enumerate(zip(record.plies, record.notes, strict=True), 1):
        clock = (ply.clock.charged_ms, ply.clock.left_ms) if ply.clock else ("", "")
        place = record.placements[ply.seat] if record.placements else ""
        known = (record.match_id, number, ply.seat, record.seats[ply.seat], ply.action)
        value = "" if note is None or note.evaluation is None else note.evaluation
        text = "" if note is None else json.dumps(note.to_json(), ensure_ascii=False)
        rest = (place, totals.get(ply.seat, ""), value, text)
        rows.append((*known, int(ply.auto), *clock, *rest))
    return csv_text(rows)


def csv_text(rows: list[tuple[object, ...]]) -> str:
    """The rows as CSV with plain line ends."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(_cell, row) for row in rows])
    return text.getvalue()


def _cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula: names are chosen by strangers."""
    is_formula = isinstance(value, str) and value.startswith(FORMULA)
    return f"'{value}" if is_formula else value
