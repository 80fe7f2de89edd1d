"""`saqqara-server ladder`: the host's own hand on ladders, straight to the store."""

from __future__ import annotations

from typing import Annotated, TypeVar

import typer
from pydantic import TypeAdapter
from rich.console import Console
from rich.table import Table

from saqqara_contest.clock_words import parse_clock
from saqqara_service.application import ladders
from saqqara_service.application.clocks import control_of
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST, done
from saqqara_service.models import Ladder, Standing

app = typer.Typer(help="Make rated ladders, fill them, let them run, see who is ahead.")

T = TypeVar("T")
LadderId = Annotated[str, typer.Argument(help="The ladder's id, as `ladder list` shows it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="What people will call it.")],
    *,
    players: Annotated[int, typer.Option(help="Seats of a match.")] = 2,
    blocks: Annotated[int, typer.Option(help="Blocks: one seating for every seat each.")] = 10,
    concurrency: Annotated[int, typer.Option(help="Matches under way at once.")] = 4,
    clock: Annotated[
        str, typer.Option(help="A kind of clock and its times, such as 'per_move moveMs=5000'.")
    ] = "fischer baseMs=60000 incrementMs=500",
    game: Annotated[str, typer.Option(help="What is played.")] = "imhotep",
) -> None:
    """Make a ladder and print its id."""

    try:
        time_control = control_of(parse_clock(clock))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--clock") from error

    async def call(svc: Service) -> Ladder:
        return await ladders.create(
            svc,
            HOST,
            name,
            game,
            {"players": players},
            time_control=time_control,
            blocks=blocks,
            concurrency=concurrency,
        )

    typer.echo(done(call).id)


@app.command()
def enrol(
    ladder_id: LadderId,
    bot_ids: Annotated[list[str], typer.Argument(help="The bots to enter.")],
) -> None:
    """Enter bots in an open ladder."""

    async def call(svc: Service) -> None:
        for bot_id in bot_ids:
            await ladders.enrol(svc, HOST, ladder_id, bot_id)

    done(call)


@app.command()
def start(ladder_id: LadderId) -> None:
    """Close enrolment and let the matches begin."""
    done(lambda svc: ladders.start(svc, HOST, ladder_id))


@app.command("list")
def show_all(*, json: AsJson = False) -> None:
    """List the ladders, newest first."""
    found, _more = done(lambda svc: ladders.page(svc, ladders.PAGE_LIMIT, None))
    if json:
        _print_json(TypeAdapter(list[Ladder]), found)
        return
    table = Table("Ladder", "Name", "Game", "Players", "Status", "Settled")
    for ladder in found:
        settled = f"{ladder.matches_settled} of {ladder.matches_planned}"
        table.add_row(
            ladder.id, ladder.name, ladder.game, str(ladder.players), ladder.status.value, settled
        )
    Console().print(table)


@app.command()
def standings(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the bots of a ladder from best to worst."""
    found = done(lambda svc: ladders.standings(svc, ladder_id))
    if json:
        _print_json(TypeAdapter(list[Standing]), found)
    else:
        Console().print(standings_table(found))


def standings_table(found: list[Standing]) -> Table:
    """The standings for people; the rating is what the bot very probably has at least."""
    table = Table("Place", "Bot", "Rating", "±", "Matches", "Wins", "Mean place", "Out of time")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in found:
        table.add_row(
            str(row.place),
            row.bot_name,
            f"{row.ordinal:.2f}",
            f"{row.sigma:.2f}",
            str(row.matches),
            f"{row.wins:g}",
            f"{row.mean_place:.2f}",
            str(row.flags),
        )
    return table


def _print_json(adapter: TypeAdapter[T], value: T) -> None:
    typer.echo(adapter.dump_json(value, by_alias=True, indent=2))
