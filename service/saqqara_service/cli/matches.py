"""`saqqara-server match`: the host's own hand on matches, straight to the store."""

from __future__ import annotations

from typing import Annotated

import typer

from saqqara_service import questions
from saqqara_service.application.play import endings
from saqqara_service.cli.host import done
from saqqara_service.models import VoidReason

app = typer.Typer(help="End matches that cannot continue", no_args_is_help=True)


@app.callback()
def matches() -> None:
    """End matches that cannot continue"""


@app.command()
def void(
    match_id: Annotated[str, typer.Argument(help="The match's id")],
    note: Annotated[str, typer.Option(help="The reason, which is public")],
    *,
    outage: Annotated[
        bool, typer.Option("--outage", help="Mark the service as the party at fault")
    ] = False,
) -> None:
    """Void a match; in a ladder it is replayed"""
    reason = VoidReason.OUTAGE if outage else VoidReason.VOIDED
    said = {"match_id": match_id, "note": note, "reason": reason}
    match = done(lambda svc: endings.void(svc, None, questions.read(questions.VoidMatch, said)))
    typer.echo(f"{match.id} is void")
