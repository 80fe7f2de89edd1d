"""`saqqara ladder export`, and seasons read from a server with what is shown meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer

from saqqara_contest.cheats.exported import ExportError
from saqqara_sdk.cli.console import errors, output, stop
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.names import ladder_id
from saqqara_sdk.cli.record_export import csv_text
from saqqara_sdk.client.access import Access
from saqqara_sdk.seasons.download import (
    Progress,
    fetch_plan,
    fetch_records,
    fetch_season,
)
from saqqara_sdk.seasons.season import Season, read
from saqqara_sdk.wire.models import LadderResult, RatingChange, Standing

RESULT: Final = ("number", "match_id", "block", "rotation", "ended_ms", "rated", "annulled_by")
"""The first columns of `results.csv`, which has a row for each seat of a result."""


def export_ladder(
    ladder: Annotated[str, typer.Argument(help="The ladder, by its id or name")],
    folder: Annotated[
        Path, typer.Argument(help="The folder to write, which is created", show_default=False)
    ],
    *,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
) -> None:
    """Export a ladder as JSON lines and CSV: schedule, results, tables, rulings and records

    Existing files are overwritten, except records, which never change. Repeat an interrupted
    export to complete it. Example: saqqara ladder export cup season
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with asking(access_of(server, token, speaker)) as client, _shown() as progress:
            named = ladder_id(ladder, client)
            fetch_plan(client, named, folder, progress)
            table = client.ladders.standings(named).items
            _write_csv(folder / "standings.csv", Standing.model_fields, table)
            matches = fetch_season(client, named, folder, progress)
            _write_results(folder)
            fetch_records(client, matches, folder, progress)
    except ExportError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{folder} cannot be written ({error.strerror}). Choose another folder.")
    output().print(f"{folder}: {len(matches)} matches with a result", markup=False, soft_wrap=True)


def _write_results(folder: Path) -> None:
    """Write the results of the export as CSV."""
    lines = (folder / "results.jsonl").read_bytes().splitlines()
    results = map(LadderResult.model_validate_json, lines)
    rows = (
        [(name, getattr(result, name)) for name in RESULT] + list(seat)
        for result in results
        for seat in result.seats
    )
    _write_csv(folder / "results.csv", (*RESULT, *RatingChange.model_fields), rows)


def _write_csv(
    path: Path, header: Iterable[str], rows: Iterable[Iterable[tuple[str, object]]]
) -> None:
    values = [tuple(value for _, value in row) for row in rows]
    path.write_text(csv_text([tuple(header), *values]), encoding="utf-8")


def fetched(ladder: str, access: Access) -> Season:
    """A season as the server has it, read through the files of an export."""
    with TemporaryDirectory() as folder:
        with asking(access) as client, _shown() as progress:
            fetch_season(client, ladder, Path(folder), progress)
        return read(Path(folder))


@contextmanager
def _shown() -> Iterator[Progress]:
    """What hears of the progress, and shows it at a terminal."""
    with errors().status("Fetching the ladder") as status:
        yield lambda name, number: status.update(f"Reading {name}: {number:,}")
