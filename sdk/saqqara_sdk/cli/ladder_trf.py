"""`saqqara ladder trf`: an exported tournament as FIDE's report file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from saqqara_contest.cheats.exported import ExportError
from saqqara_sdk.cli.console import errors, output, stop
from saqqara_sdk.seasons.tournament import tournament
from saqqara_sdk.seasons.trf import differing, trf


def write_trf(
    folder: Annotated[Path, typer.Argument(help="The folder that `saqqara ladder export` wrote")],
    file: Annotated[
        Path | None,
        typer.Argument(help="The file to write, such as cup.trf; by default the report is printed"),
    ] = None,
    *,
    group: Annotated[
        int | None,
        typer.Option(
            min=1, help="The number of the group in a round robin with groups", show_default=False
        ),
    ] = None,
) -> None:
    """Write an exported Swiss, round robin or elimination of two seats as FIDE's TRF16

    Chess programs for pairings and tie-breaks read this format. Each meeting is a game, in
    which seat 1 of its first match is White. For other formats and more seats, use the export's
    CSV files. Example: saqqara ladder trf season cup.trf
    """
    try:
        season = tournament(folder, group)
        text = trf(season)
    except ExportError as error:
        stop(str(error))
    if count := len(differing(season)):
        errors().print(
            f"Results in quarter points are rounded to halves: {count} bots have different"
            " points in the ladder, listed in the lines with ###. Ranks are those of the"
            " ladder.",
            soft_wrap=True,
        )
    if file is None:
        typer.echo(text.encode(), nl=False)
        return
    try:
        file.write_bytes(text.encode())
    except OSError as error:
        stop(f"{file} cannot be written ({error.strerror}). Choose another file.")
    output().print(str(file), markup=False)
