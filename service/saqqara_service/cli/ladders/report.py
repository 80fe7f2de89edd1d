"""`saqqara-server ladder report`: what a season says against its bots."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from saqqara_contest.cheats import exported
from saqqara_contest.cheats.report import Report, lines, report, to_json
from saqqara_service.application.service import Service
from saqqara_service.cli.host import done
from saqqara_service.cli.ladders.export import export
from saqqara_service.cli.ladders.ladders import LadderId


def report_cheats(
    ladder_id: LadderId,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs")] = False,
) -> None:
    """Search a ladder for signs of cheating, with the matches as evidence

    The report depends only on the ladder's export, so the same export always gives the same
    findings.
    """
    found = done(lambda svc: _report(svc, ladder_id))
    if as_json:
        typer.echo(json.dumps(to_json(found), indent=2))
        return
    for line in lines(found, ladder_id):
        typer.echo(line)


async def _report(svc: Service, ladder_id: str) -> Report:
    with TemporaryDirectory() as folder:
        await export(svc, ladder_id, Path(folder))
        return report(exported.evidence(Path(folder)))
