"""`saqqara-server ladder luck`: how much of the results was skill, seat and chance."""

from __future__ import annotations

import typer
from pydantic import TypeAdapter
from rich.table import Table

from saqqara_service.application.ladders import results
from saqqara_service.cli.host import done
from saqqara_service.cli.ladders.ladders import AsJson, LadderId, print_json, print_rows
from saqqara_service.models import LadderLuck, SeatLuck

UNKNOWN = "Luck is known from two whole rated blocks on, and there are fewer yet"


def luck(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show how much of the results was skill, seat and chance, and what each seat is worth."""
    found = done(lambda svc: results.luck_of(svc, ladder_id))
    if json:
        print_json(TypeAdapter(LadderLuck), found)
    elif found.skill is None:
        typer.echo(UNKNOWN)
    else:
        _print(found)


def _print(found: LadderLuck) -> None:
    typer.echo(
        f"Of {found.blocks} whole blocks: skill {found.skill:.0%}, seat {found.seat:.0%},"
        f" chance {found.chance:.0%} of how much places vary"
    )
    table = Table("Seat", "Advantage", "95 %")
    for column in table.columns:
        column.justify = "right"
    for seat in found.seats:
        table.add_row(str(seat.seat), f"{seat.advantage:+.3f}", _interval(seat))
    print_rows(table, UNKNOWN)
    typer.echo(
        "Advantage: how far a seat's result is above the mean, if first is worth 1 and last 0"
    )
    if found.block_error is not None:
        typer.echo(
            f"A bot's mean has a standard error of {found.block_error:.3f} after a block, and of"
            f" {found.games_error:.3f} after {len(found.seats)} single games with seats by lot"
        )


def _interval(seat: SeatLuck) -> str:
    return "" if seat.low is None else f"{seat.low:+.3f} to {seat.high:+.3f}"
