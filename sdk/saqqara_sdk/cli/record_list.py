"""A line for each record: what was played, by whom, with what result, and whether it holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from rich import box
from rich.markup import escape
from rich.table import Table

from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.records import record as records
from saqqara_sdk.records import files


@dataclass(frozen=True, slots=True)
class ListedRecord:
    """A record in a list; `contradiction` is empty where it holds."""

    file: str
    match: str
    game: str
    options: dict[str, Json]
    seats: tuple[str, ...]
    placements: tuple[int, ...]
    points: tuple[int, ...]
    plies: int
    contradiction: str


def listed(path: Path) -> ListedRecord:
    """Return the file's record after a replay; raises `EngineError` if it is not a valid record."""
    record = files.load(path)
    usual = find_game(record.game).parse_options({}).to_json()
    special = {name: value for name, value in record.options.items() if usual.get(name) != value}
    try:
        records.verify(record)
        contradiction = ""
    except EngineError as error:
        contradiction = str(error)
    points = tuple(score.total for score in record.scores)
    match, count = record.match_id, len(record.plies)
    seats, places = record.seats, record.placements
    return ListedRecord(
        str(path), match, record.game, special, seats, places, points, count, contradiction
    )


def as_json(one: ListedRecord) -> dict[str, Json]:
    """The line for programs; `options` are those that differ from the game's defaults."""
    return asdict(one)


def table(lines: list[ListedRecord]) -> Table:
    """The lines for people."""
    drawn = Table(box=box.SIMPLE_HEAD)
    for name in ("file", "match", "game", "options", "seats", "places", "points", "plies", "valid"):
        drawn.add_column(name, overflow="fold")
    for one in lines:
        options = " ".join(f"{name}={value}" for name, value in one.options.items())
        places, points = (" ".join(map(str, numbers)) for numbers in (one.placements, one.points))
        words = (one.file, one.match, one.game, options, ", ".join(one.seats), places, points)
        valid = "no" if one.contradiction else "yes"
        drawn.add_row(*map(escape, words), str(one.plies), valid)
    return drawn
