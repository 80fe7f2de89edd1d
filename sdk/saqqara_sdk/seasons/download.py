"""Download of a ladder's export, from which all tables of its season follow."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeVar

from pydantic import BaseModel

from saqqara_contest.cheats.exported import ExportError
from saqqara_sdk.client.client import Client
from saqqara_sdk.client.pages import each
from saqqara_sdk.wire.errors import NotFound
from saqqara_sdk.wire.models import LadderResult

PAGE: Final = 100
_FILE_NAME: Final = re.compile(r"[0-9A-Za-z_-]{1,100}")
"""The pattern of ids that may become file names, since a server could send anything."""
T = TypeVar("T")
Progress = Callable[[str, int], None]
"""Called after each item with the kind of the items and the number read so far."""


def fetch_season(client: Client, ladder_id: str, folder: Path, progress: Progress) -> list[str]:
    """Write the ladder, its entries, rulings and results; return the matches with a result.

    Results come last, so that those of a running ladder include all that other files refer to.
    """
    (folder / "results.jsonl").unlink(missing_ok=True)  # they do not match other rulings
    _write(folder / "ladder.json", [client.ladders.get(ladder_id)])
    _write(folder / "entries.jsonl", client.ladders.entries(ladder_id).items)
    rulings = each(client.ladders.rulings, ladder_id, first=PAGE)
    _write(folder / "rulings.jsonl", counted("rulings", rulings, progress))
    found: list[str] = []

    def results() -> Iterator[LadderResult]:
        for result in each(client.ladders.results, ladder_id, first=PAGE):
            found.append(result.match_id)
            yield result

    _write(folder / "results.jsonl", counted("results", results(), progress))
    return found


def fetch_plan(client: Client, ladder_id: str, folder: Path, progress: Progress) -> None:
    """Write the plan and the table by points."""
    matches = each(client.ladders.matches, ladder_id, first=PAGE)
    _write(folder / "matches.jsonl", counted("matches", matches, progress))
    _write(folder / "scores.jsonl", client.ladders.scores(ladder_id).items)


def fetch_records(client: Client, matches: Iterable[str], folder: Path, progress: Progress) -> None:
    """Write the available records that are missing in the folder; records never change.

    Raises `ExportError` if the server sends an invalid match id.
    """
    (folder / "records").mkdir(exist_ok=True)
    for match_id in counted("records", matches, progress):
        if not _FILE_NAME.fullmatch(match_id):
            raise ExportError(f"{match_id!r} is not the id of a match. Do not trust this server.")
        path = folder / "records" / f"{match_id}.json"
        if path.exists():
            continue
        try:
            record = client.matches.record(match_id)
        except NotFound:  # its time is over; the result stays
            continue
        part = path.with_suffix(".part")  # a truncated file would pass for a record
        part.write_text(json.dumps(record) + "\n", encoding="utf-8")
        part.replace(path)


def counted(name: str, items: Iterable[T], progress: Progress) -> Iterator[T]:
    """Yield the items, and report each to `progress` after its use."""
    for number, item in enumerate(items, start=1):
        yield item
        progress(name, number)


def _write(path: Path, items: Iterable[BaseModel]) -> None:
    part = path.with_suffix(".part")  # a truncated file replaces nothing
    with part.open("wb") as file:
        file.writelines(item.model_dump_json(by_alias=True).encode() + b"\n" for item in items)
    part.replace(path)
