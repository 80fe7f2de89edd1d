"""`saqqara-server maintenance`: let nothing new begin for a while, or play stand still."""

from __future__ import annotations

from typing import Annotated

import typer

from saqqara_service.application.operations import maintenance as use_case
from saqqara_service.cli.host import done

app = typer.Typer(help="Start and end maintenance, in which nothing new begins")


@app.callback()
def maintenance() -> None:
    """Start and end maintenance, in which nothing new begins"""


@app.command()
def on(
    reason: Annotated[str, typer.Option(help="The reason, which is public")],
    *,
    freeze: Annotated[
        bool, typer.Option("--freeze", help="Also stop all clocks and refuse actions")
    ] = False,
) -> None:
    """Start maintenance: no match, challenge or ladder round begins; running matches continue"""
    notice = done(lambda svc: use_case.begin(svc, reason, is_frozen=freeze))
    what = "Play is frozen" if notice.is_frozen else "Nothing new begins"
    typer.echo(f"{what}: {notice.reason}")


@app.command()
def off() -> None:
    """End maintenance; stopped clocks continue where they stood"""
    typer.echo("Everything begins again." if done(use_case.end) else "There was no maintenance.")


@app.command()
def show() -> None:
    """Show the maintenance state; ends with 1 during maintenance"""
    notice = done(use_case.current)
    if notice is None:
        typer.echo("There is no maintenance.")
        return
    what = "Play is frozen" if notice.is_frozen else "Nothing new begins"
    typer.echo(f"{what}: {notice.reason}")
    raise typer.Exit(1)
