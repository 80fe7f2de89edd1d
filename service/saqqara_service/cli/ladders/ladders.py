"""`saqqara-server ladder`: the host's own hand on ladders, straight to the store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, TypeVar

import typer
from pydantic import TypeAdapter
from rich.console import Console
from rich.table import Table

from saqqara_service import questions
from saqqara_service.application.ladders import entries as ladder_entries
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.ladders import scores as ladder_scores
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST, done
from saqqara_service.cli.ladders.create import Invited, When, create, in_ms
from saqqara_service.cli.ladders.names import called
from saqqara_service.cli.tables import folding
from saqqara_service.models import Caller, Ladder, LadderEntry, LadderScore, Model, Standing
from saqqara_service.models.pages import each
from saqqara_service.questions import LadderQuestion
from saqqara_service.questions.values import MOST_ON_PAGE

app = typer.Typer(help="Create, fill, run and inspect rated ladders")

Q = TypeVar("Q", bound=Model)
T = TypeVar("T")
LadderId = Annotated[str, typer.Argument(help="The ladder's id, as shown by `ladder list`")]
BotIds = Annotated[list[str], typer.Argument(help="The ids of the bots")]
After = Annotated[str | None, typer.Option(help="Only items after this cursor")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs")]


app.command()(create)


@app.command()
def enrol(ladder_id: LadderId, bot_ids: BotIds) -> None:
    """Enrol bots in a ladder"""
    _with_each(ladder_entries.enrol, questions.Enrol, ladder_id, bot_ids)


@app.command()
def withdraw(ladder_id: LadderId, bot_ids: BotIds) -> None:
    """Withdraw bots; running matches continue, and results stay"""
    _with_each(ladder_entries.withdraw, questions.Withdraw, ladder_id, bot_ids)


@app.command()
def readmit(ladder_id: LadderId, bot_ids: BotIds) -> None:
    """Readmit benched bots, so that they get matches again"""
    _with_each(ladder_entries.readmit, questions.Readmit, ladder_id, bot_ids)


def _with_each(
    call: Callable[[Service, Caller, Q], Awaitable[Ladder]],
    question: type[Q],
    ladder_id: str,
    bot_ids: list[str],
) -> None:
    """Call a use case for each of the bots."""

    async def calls(svc: Service) -> None:
        for bot_id in bot_ids:
            said = {"ladder_id": ladder_id, "bot_id": bot_id}
            await call(svc, HOST, questions.read(question, said))

    done(calls)


@app.command()
def start(ladder_id: LadderId) -> None:
    """Start a ladder"""
    done(lambda svc: seasons.start(svc, HOST, questions.StartLadder(ladder_id=ladder_id)))


@app.command()
def pause(ladder_id: LadderId) -> None:
    """Pause a ladder: no match begins until it is resumed"""
    done(lambda svc: seasons.pause(svc, HOST, questions.PauseLadder(ladder_id=ladder_id)))


@app.command()
def resume(ladder_id: LadderId) -> None:
    """Resume a paused ladder"""
    done(lambda svc: seasons.resume(svc, HOST, questions.ResumeLadder(ladder_id=ladder_id)))


@app.command()
def extend(
    ladder_id: LadderId,
    *,
    blocks: Annotated[
        int | None, typer.Option(help="The new total number of blocks, at least as many as before")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="The new total number of rounds, at least as many as before")
    ] = None,
    end_at: Annotated[When, typer.Option(help="The later end")] = None,
    invite: Invited = None,
    last: Annotated[bool, typer.Option("--last", help="Make this the last season")] = False,
) -> None:
    """Extend a ladder by blocks, time or invited bots"""
    said = {
        "ladder_id": ladder_id,
        "blocks": blocks,
        "rounds": rounds,
        "end_at_ms": in_ms(end_at),
        "invited": invite or [],
        "last_season": last,
    }
    done(lambda svc: seasons.extend(svc, HOST, questions.read(questions.ExtendLadder, said)))


@app.command()
def cancel(ladder_id: LadderId) -> None:
    """Cancel a ladder permanently; its results stay"""
    done(lambda svc: seasons.cancel(svc, HOST, questions.CancelLadder(ladder_id=ladder_id)))


@app.command()
def entries(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the bots of a ladder and their status"""
    found = done(lambda svc: ladder_entries.listed(svc, None, LadderQuestion(ladder_id=ladder_id)))
    if json:
        print_json(TypeAdapter(list[LadderEntry]), found)
        return
    table = folding("Bot", "Name", "Version", "Account", "Status", "Faults", "Waits for")
    for entry in found:
        version, faults = str(entry.version), str(entry.faults)
        words = (entry.bot_id, entry.bot_name, version, entry.account_id, entry.status.value)
        table.add_row(*words, faults, entry.waits_for.value if entry.waits_for else "")
    Console().print(table)


@app.command("list")
def show_all(*, json: AsJson = False) -> None:
    """List the ladders, newest first"""
    found = done(_every_ladder)
    if json:
        print_json(TypeAdapter(list[Ladder]), found)
        return
    table = folding("Ladder", "Name", "Season", "Game", "Players", "Status", "Settled")
    for column in (table.columns[0], table.columns[5]):
        column.no_wrap = True
    for ladder in found:
        settled = f"{ladder.matches_settled} of {ladder.matches_planned}"
        season = "" if ladder.season is None else str(ladder.season)
        numbers = (str(ladder.players), ladder.status.value, settled)
        table.add_row(ladder.id, ladder.name, season, ladder.game, *numbers)
    Console().print(table)


async def _every_ladder(svc: Service) -> list[Ladder]:
    query = questions.LadderFilter(first=MOST_ON_PAGE)
    return [one async for one in each(partial(ladders.page, svc, None), query)]


@app.command()
def standings(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the bots of a ladder from best to worst"""
    found = done(lambda svc: ladders.standings(svc, None, LadderQuestion(ladder_id=ladder_id)))
    if json:
        print_json(TypeAdapter(list[Standing]), found)
    else:
        Console().print(standings_table(found))


@app.command()
def scores(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the bots of a ladder by points and tie-breaks, as in tournaments"""
    found = done(lambda svc: ladder_scores.listed(svc, None, LadderQuestion(ladder_id=ladder_id)))
    if json:
        print_json(TypeAdapter(list[LadderScore]), found)
        return
    first = found[0].tie_breaks if found else []
    breaks = [one.name.value.replace("_", "-").title() for one in first]
    table = folding("Place", "Bot", "Points", "Met", "Byes in rounds", *breaks)
    for row in found:
        counts = (f"{row.points:g}", str(row.meetings), ", ".join(map(str, row.byes)))
        values = (f"{one.value:.2f}" for one in row.tie_breaks)
        table.add_row(str(row.place), row.bot_name, *counts, *values)
    Console().print(table)


def standings_table(found: list[Standing]) -> Table:
    """The standings for people, a provisional strength with a question mark.

    A later version of a bot is told by its number, one that is not paired any more in brackets.
    """
    table = folding("Place", "Bot", "Elo", "95 %", "Matches", "Wins", "Mean place", "Out of time")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in found:
        table.add_row(
            str(row.place),
            _version_of(row),
            f"{row.elo:.0f}{'?' if row.provisional else ''}",
            f"{row.low:.0f} to {row.high:.0f}",
            str(row.matches),
            f"{row.wins:g}",
            f"{row.mean_place:.2f}",
            str(row.flags),
        )
    if any(row.provisional for row in found):
        table.caption = "?: provisional, with too few matches"
    return table


def _version_of(row: Standing) -> str:
    name = called(row.bot_name, row.version)
    return f"({name})" if row.retired else name


def print_json(adapter: TypeAdapter[T], value: T) -> None:
    """Print a value for programs."""
    typer.echo(adapter.dump_json(value, by_alias=True, indent=2))


def print_rows(table: Table, nothing: str, cursor: str | None = None) -> None:
    """Print a page of a list for people, or that there is nothing; and how to read on."""
    if table.row_count:
        Console().print(table)
    else:
        typer.echo(nothing)
    if cursor is not None:
        typer.echo(f"Next page: --after {cursor}")
