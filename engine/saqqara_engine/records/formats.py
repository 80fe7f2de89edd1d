"""The formats of records. Format 2 has the notes of plies and the programs of seats, format 1 not.

In JSON a note stands in its ply. `Record` has the notes apart, since plies are also stored without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, cast

from saqqara_engine.errors import MalformedNote, RecordError
from saqqara_engine.game import Json
from saqqara_engine.records.notes import Note, note_of

FORMAT: Final = 2
"""The version of the file format; it changes when old readers could misread new files."""
PLAIN: Final = 1
"""The format without notes and programs, which is read, verified and written back as it is."""
FORMATS: Final = (PLAIN, FORMAT)

Notes: TypeAlias = Sequence[Note | None]
"""The note of each ply, or None."""


def with_notes(data: dict[str, Json], notes: Notes) -> dict[str, Json]:
    """Return the JSON of a record's other fields in the form of its format."""
    if data["format"] == PLAIN:
        return {name: value for name, value in data.items() if name != "programs"}
    plies = cast("Sequence[dict[str, Json]]", data["plies"])
    for ply, note in zip(plies, notes, strict=True):
        ply["note"] = None if note is None else note.to_json()
    return data


def without_notes(data: Mapping[str, Json]) -> tuple[Json, Notes]:
    """Return a record's JSON in the form of its types, and the notes by ply.

    Raises `RecordError` for fields that the format has not, and for malformed notes.
    """
    plies, seats = data.get("plies"), data.get("seats")
    rows = plies if isinstance(plies, list | tuple) else []
    if data.get("format") == PLAIN:
        if "programs" in data:
            raise RecordError(f"programs: format {PLAIN} has no such field.")
        programs = (None,) * (len(seats) if isinstance(seats, list | tuple) else 0)
        return {**data, "programs": programs}, (None,) * len(rows)
    if not all(isinstance(ply, Mapping) for ply in rows):
        return data, ()
    notes = tuple(_note(number, ply) for number, ply in enumerate(rows))
    bare = [{name: ply[name] for name in ply if name != "note"} for ply in rows]
    return {**data, "plies": bare} if rows else data, notes


def _note(number: int, ply: Mapping[str, Json]) -> Note | None:
    """Return the note of a ply; raises `RecordError` if it is missing or malformed."""
    if "note" not in ply:
        raise RecordError(f"plies[{number}].note: it is missing. Write null if there is none.")
    try:
        return None if ply["note"] is None else note_of(ply["note"])
    except MalformedNote as error:
        raise RecordError(f"plies[{number}].note: {error}") from error
