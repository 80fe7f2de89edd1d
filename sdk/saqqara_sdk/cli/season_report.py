"""`saqqara ladder season-report`: a season as one page, of its export or from a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from saqqara_contest.cheats.exported import ExportError
from saqqara_sdk.cli.console import errors, output, stop
from saqqara_sdk.cli.online.access import access_of
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.names import LADDER_ID
from saqqara_sdk.cli.online.seasons import fetched
from saqqara_sdk.seasons.page import page
from saqqara_sdk.seasons.season import read


def season_report(
    season: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER|LADDER_ID",
            help="The folder that `saqqara ladder export` wrote, or the ladder's id on a server",
        ),
    ],
    file: Annotated[Path, typer.Argument(help="The page to write, such as season.html")],
    *,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
) -> None:
    """Write a season report as one page: table, fit, history, pairs, luck, upsets, faults

    The page only needs a browser. The same results always give the same page. Example: saqqara
    ladder season-report season season.html
    """
    try:
        if Path(season).is_dir():
            found = read(Path(season))
        elif LADDER_ID.fullmatch(season):
            found = fetched(season, access_of(server, token, speaker))
        else:
            stop(f"{season} is neither a ladder export nor the id of a ladder.")
        with errors().status("Fitting the season's results"):
            text = page(found)
    except ExportError as error:
        stop(str(error))
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        stop(f"{file} cannot be written ({error.strerror}). Choose another file.")
    output().print(str(file), markup=False)
