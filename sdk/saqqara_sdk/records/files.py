"""Records as files: JSON, one game each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from saqqara_engine.errors import OtherVersion, RecordError
from saqqara_engine.record import Record, read, to_json

LARGEST: Final = 16 << 20
"""Bytes of a file that may be a record: a hundred times as many as the longest game takes."""


class NotKept(Exception):
    """A file cannot be written; the message says what to do."""


def save(record: Record, folder: Path) -> Path:
    """Writes the record under its match's id and tells where; raises `NotKept`."""
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
    """The record in the file, not verified; raises `RecordError` also where there is no file."""
    try:
        return read(bounded(path))
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error}") from error
    except OtherVersion as error:
        raise OtherVersion(f"{path} has another version. {error}") from error
    except RecordError as error:
        raise RecordError(f"{path} is not a record: {error}") from error


def bounded(path: Path) -> bytes:
    """What the file has, which may be a device without end; raises `RecordError` or `OSError`."""
    with path.open("rb") as file:
        found = file.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise RecordError(f"it exceeds {LARGEST >> 20} MiB")
    return found
