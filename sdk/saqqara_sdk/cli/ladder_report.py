"""`saqqara ladder report`: what an exported season says against its bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from saqqara_contest.cheats import exported
from saqqara_contest.cheats.report import lines, report, to_json
from saqqara_sdk.cli.console import AsJson, errors, output, stop


def report_cheats(
    folder: Annotated[Path, typer.Argument(help="The folder that `saqqara ladder export` wrote")],
    *,
    as_json: AsJson = False,
) -> None:
    """Search an exported season for signs of cheating, with the matches as evidence

    The same export always gives the same findings. Example: saqqara ladder report season
    """
    try:
        with errors().status("Replaying the season's records"):
            found = report(exported.evidence(folder))
    except exported.ExportError as error:
        stop(str(error))
    if as_json:
        typer.echo(json.dumps(to_json(found), indent=2))
        return
    for line in lines(found, "LADDER"):
        output().print(line, markup=False, soft_wrap=True)
