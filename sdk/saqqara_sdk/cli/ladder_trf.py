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
    folder: Annotated[
        Path, typer.Argument(help="What `saqqara ladder export` wrote of the ladder.")
    ],
    file: Annotated[
        Path | None,
        typer.Argument(help="The file to write, such as cup.trf; without one it is printed."),
    ] = None,
    *,
    group: Annotated[
        int | None,
        typer.Option(min=1, help="Of a round robin in groups, which one.", show_default=False),
    ] = None,
) -> None:
    """Write an exported Swiss, round robin or elimination of two seats as FIDE's TRF16.

    Programs for pairings and tie-breaks of chess read it. A meeting is a game: seat 1 of its first
    match is white. Other formats and larger tables have no place in it: use the export's CSV files.
    Example: saqqara ladder trf season cup.trf
    """
    try:
        told = tournament(folder, group)
        text = trf(told)
    except ExportError as error:
        stop(str(error))
    if count := len(differing(told)):
        errors().print(
            f"Meetings that are shared in quarters are told by halves: {count} bots have other"
            " points in the ladder, as the lines with ### say; ranks are the ladder's",
            soft_wrap=True,
        )
    if file is None:
        typer.echo(text.encode(), nl=False)
        return
    try:
        file.write_bytes(text.encode())
    except OSError as error:
        stop(f"{file} cannot be written ({error.strerror}); choose another file")
    output().print(str(file), markup=False)
