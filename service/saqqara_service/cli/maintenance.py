"""`saqqara-server maintenance`: let nothing new begin for a while, or play stand still."""

from __future__ import annotations

from typing import Annotated

import typer

from saqqara_service.application.operations import maintenance as use_case
from saqqara_service.cli.host import done

app = typer.Typer(help="Let nothing new begin for a while; no match ends by it.")


@app.callback()
def maintenance() -> None:
    """Let nothing new begin for a while; no match ends by it."""


@app.command()
def on(
    reason: Annotated[str, typer.Option(help="The reason, which is public.")],
    *,
    freeze: Annotated[
        bool, typer.Option("--freeze", help="Stop all clocks, and refuse actions as well.")
    ] = False,
) -> None:
    """Begin no match, challenge or round of a ladder; what is being played goes on."""
    notice = done(lambda svc: use_case.begin(svc, reason, is_frozen=freeze))
    what = "Play stands still" if notice.is_frozen else "Nothing new begins"
    typer.echo(f"{what}: {notice.reason}")


@app.command()
def off() -> None:
    """Let everything begin again; clocks go on where they stood."""
    typer.echo("Everything begins again." if done(use_case.end) else "There was no maintenance.")


@app.command()
def show() -> None:
    """Tell what holds now; ends with 1 during a maintenance."""
    notice = done(use_case.current)
    if notice is None:
        typer.echo("There is no maintenance.")
        return
    what = "Play stands still" if notice.is_frozen else "Nothing new begins"
    typer.echo(f"{what}: {notice.reason}")
    raise typer.Exit(1)
