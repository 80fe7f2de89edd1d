"""Descriptions of a place in a game and its surroundings, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.imhotep.views.view import QUESTIONS
from saqqara_engine.records.record import Record
from saqqara_sdk.conformance.suite import Case
from saqqara_sdk.conformance.suite_check import Trouble

LAST: Final = 3
"""The number of shown actions before a difference."""

SHOWN: Final = 3
"""The maximum number of shown purposes of a game."""

FOLDER: Final = "conformance"


def heading(trouble: Trouble) -> str:
    """Return the game and the place in it, with a colon at the end."""
    case = trouble.case
    what = f"{trouble.suite}, game {case.name} ({players(case.record)}{_shows(case)})"
    if trouble.is_end:
        return f"{what}, at its end after {counted(trouble.ply, 'action')}:"
    where = f"after {counted(trouble.ply, 'action')}" if trouble.ply else "at its beginning"
    return f"{what}, {where}, {_question(case, trouble.ply)}:"


def surroundings(trouble: Trouble, folder: str = FOLDER) -> Iterator[str]:
    """Yield the last actions, the options, and the command that shows the position."""
    record, ply = trouble.case.record, trouble.ply
    last = [f"seat {one.seat} {one.action}" for one in record.plies[max(ply - LAST, 0) : ply]]
    if last:
        yield f"last actions: {'; '.join(last)}"
    if options := unusual(record):
        yield f"options: {' '.join(options)}"
    if record.house_values:
        yield f"house values: {' '.join(record.house_values)}"
    file = Path(folder, trouble.suite, f"{trouble.case.name}.record.json")
    yield f"show it: saqqara record show {file} --ply {ply}"


def unusual(record: Record) -> list[str]:
    """Return the options that differ from their defaults, as on the command line."""
    return [
        f"{choice.name}={_word(value)}"
        for choice in find_game(record.game).choices
        if choice.name not in ("players", "rulesVersion")
        and (value := _option(record.options, choice.name)) != choice.default
    ]


def players(record: Record) -> str:
    """Return the number of players, such as `2 players`."""
    return counted(len(record.seats), "player")


def _option(options: Mapping[str, Json], name: str) -> Json:
    group, _, within = name.rpartition(".")
    inside = options.get(group) if group else options
    return inside.get(within) if isinstance(inside, Mapping) else None


def _word(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shows(case: Case) -> str:
    more = f" and {len(case.shows) - SHOWN} more" if len(case.shows) > SHOWN else ""
    return "".join(f"; {one}" for one in case.shows[:SHOWN]) + more


def counted(number: int, what: str) -> str:
    """Return a text such as `1 game` or `2 games`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _question(case: Case, ply: int) -> str:
    position = case.positions[ply]
    if position["seat"] is None:
        return "no seat has to decide"
    meaning = QUESTIONS.words.get(str(position["question"]), QUESTIONS.words["turn"])
    return f"seat {position['seat']}{meaning.removeprefix('The seat').rstrip('.')}"
