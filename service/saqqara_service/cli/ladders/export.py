"""`saqqara-server ladder export`: all of a season as files, from which its tables follow."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator, Iterable
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter
from rich.console import Console
from rich.progress import Progress

from saqqara_service import questions
from saqqara_service.application.ladders import entries, fits, ladders, results, rulings, scores
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST
from saqqara_service.errors import NotFound
from saqqara_service.models import (
    Ladder,
    LadderMatch,
    LadderResult,
    LadderRuling,
    Model,
    RatingChange,
    TableRow,
)
from saqqara_service.models.pages import each
from saqqara_service.questions.values import MOST_ON_PAGE

PLACE: Final = ("number", "match_id", "block", "rotation", "ended_ms", "rated", "annulled_by")
"""What a row of `results.csv` begins with: where the seat's change stands."""


async def export(svc: Service, ladder_id: str, folder: Path) -> Ladder:
    """Write the ladder, its entries, plan, rulings, results, tables and records into a folder

    Files that are there already are written anew, so that an export can be repeated; records,
    which never change, are fetched once.
    """
    question = questions.LadderQuestion(ladder_id=ladder_id)
    ladder = await ladders.get(svc, None, question)
    (folder / "records").mkdir(parents=True, exist_ok=True)
    (folder / "results.jsonl").unlink(missing_ok=True)  # they do not go with other rulings
    (folder / "ladder.json").write_bytes(_json(ladder) + b"\n")
    ruled = [_json(ruling) + b"\n" async for ruling in _rulings(svc, ladder_id)]
    (folder / "rulings.jsonl").write_bytes(b"".join(ruled))
    planned = [_json(match) + b"\n" async for match in _matches(svc, ladder_id)]
    (folder / "matches.jsonl").write_bytes(b"".join(planned))
    entered = [_json(entry) + b"\n" for entry in await entries.listed(svc, None, question)]
    (folder / "entries.jsonl").write_bytes(b"".join(entered))
    counted = [_json(score) + b"\n" for score in await scores.listed(svc, None, question)]
    (folder / "scores.jsonl").write_bytes(b"".join(counted))
    await fits.fit(svc, ladder_id)
    _csv(folder / "table.csv", TableRow, await results.table(svc, None, question))
    written = folder / "results.jsonl", folder / "results.csv"
    parts = [path.with_suffix(f"{path.suffix}.part") for path in written]
    with (
        parts[0].open("wb") as lines,
        parts[1].open("w", encoding="utf-8", newline="") as rows,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task(ladder.name, total=ladder.matches_settled)
        table = csv.writer(rows, lineterminator="\n")
        table.writerow([*PLACE, *RatingChange.model_fields])
        async for result in _results(svc, ladder_id):
            lines.write(_json(result) + b"\n")
            place = [getattr(result, name) for name in PLACE]
            table.writerows([*place, *dict(seat).values()] for seat in result.seats)
            await _record(svc, folder / "records", result.match_id)
            progress.advance(task)
    for part, path in zip(parts, written, strict=True):  # what is cut takes nothing's place
        part.replace(path)
    return ladder


def _results(svc: Service, ladder_id: str) -> AsyncIterator[LadderResult]:
    query = questions.LadderResultFilter(ladder_id=ladder_id, first=MOST_ON_PAGE)
    return each(partial(results.page, svc, None), query)


def _matches(svc: Service, ladder_id: str) -> AsyncIterator[LadderMatch]:
    query = questions.LadderMatchFilter(ladder_id=ladder_id, first=MOST_ON_PAGE)
    return each(partial(ladders.schedule, svc, None), query)


def _rulings(svc: Service, ladder_id: str) -> AsyncIterator[LadderRuling]:
    query = questions.LadderRulingFilter(ladder_id=ladder_id, first=MOST_ON_PAGE)
    return each(partial(rulings.page, svc, None), query)


async def _record(svc: Service, folder: Path, match_id: str) -> None:
    path = folder / f"{match_id}.json"
    if path.exists():
        return
    try:
        record = await matches.record(svc, HOST, questions.MatchQuestion(match_id=match_id))
    except NotFound:  # its time is over; the result stays
        return
    part = path.with_suffix(".part")  # what was cut is no record, and would stay one
    part.write_text(json.dumps(record) + "\n", encoding="utf-8")
    part.replace(path)


def _csv(path: Path, kind: type[Model], rows: Iterable[Model]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(kind.model_fields)
        table.writerows([_cell(value) for value in dict(row).values()] for row in rows)


def _cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula: names are chosen by their owners."""
    is_formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if is_formula else value


def _json(value: Model) -> bytes:
    return TypeAdapter(type(value)).dump_json(value, by_alias=True)
