"""Records as JSON files, one game each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from saqqara_engine.errors import OtherVersion, RecordError
from saqqara_engine.records.record import Record, read, to_json

LARGEST: Final = 16 << 20
"""The maximum size of a record's file in bytes, a hundred times that of the longest game."""


class NotKept(Exception):
    """A file cannot be written; the message says what to do."""


def save(record: Record, folder: Path) -> Path:
    """Write the record under its match's id; return the path. Raises `NotKept`."""
    path = folder / f"{record.match_id}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(to_json(record), indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise NotKept(
            f"{path} cannot be written ({error}). Choose another folder for records."
        ) from error
    return path


def load(path: Path) -> Record:
    """Read the record in a file without verifying it; raises `RecordError`, also without a file."""
    try:
        return read(bounded(path))
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error}") from error
    except OtherVersion as error:
        raise OtherVersion(f"{path} has another version. {error}") from error
    except RecordError as error:
        raise RecordError(f"{path} is not a record: {error}") from error


def bounded(path: Path) -> bytes:
    """Return the bytes of a file, up to `LARGEST`; raises `RecordError` or `OSError`."""
    with path.open("rb") as file:
        found = file.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise RecordError(f"it exceeds {LARGEST >> 20} MiB")
    return found
