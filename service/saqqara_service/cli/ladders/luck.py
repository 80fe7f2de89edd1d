"""`saqqara-server ladder luck`: how much of the results was skill, seat and chance."""

from __future__ import annotations

import typer
from pydantic import TypeAdapter
from rich.table import Table

from saqqara_service.application.ladders import results
from saqqara_service.cli.host import done
from saqqara_service.cli.ladders.ladders import AsJson, LadderId, print_json, print_rows
from saqqara_service.models import LadderLuck, SeatLuck
from saqqara_service.questions import LadderQuestion

UNKNOWN = "This needs at least two full rated blocks"


def luck(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the shares of skill, seat and chance in the results, and the value of each seat"""
    found = done(lambda svc: results.luck_of(svc, None, LadderQuestion(ladder_id=ladder_id)))
    if json:
        print_json(TypeAdapter(LadderLuck), found)
    elif found.skill is None:
        typer.echo(UNKNOWN)
    else:
        _print(found)


def _print(found: LadderLuck) -> None:
    typer.echo(
        f"Variance of places in {found.blocks} full blocks: skill {found.skill:.0%},"
        f" seat {found.seat:.0%}, chance {found.chance:.0%}"
    )
    table = Table("Seat", "Advantage", "95 %")
    for column in table.columns:
        column.justify = "right"
    for seat in found.seats:
        table.add_row(str(seat.seat), f"{seat.advantage:+.3f}", _interval(seat))
    print_rows(table, UNKNOWN)
    typer.echo("Advantage: a seat's mean result above the average, if first is 1 and last is 0")
    if found.block_error is not None:
        typer.echo(
            f"The standard error of a bot's mean is {found.block_error:.3f} after a block,"
            f" and {found.games_error:.3f} after {len(found.seats)} single games with random"
            " seats"
        )


def _interval(seat: SeatLuck) -> str:
    return "" if seat.low is None else f"{seat.low:+.3f} to {seat.high:+.3f}"
