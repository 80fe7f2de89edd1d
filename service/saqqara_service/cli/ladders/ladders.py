"""`saqqara-server ladder`: the host's own hand on ladders, straight to the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, TypeVar

import typer
from pydantic import TypeAdapter
from rich.console import Console
from rich.table import Table

from saqqara_contest.time_controls import parse_time_control
from saqqara_contest.tournaments.words import STAGE, TEAM, parse_stage, parse_team
from saqqara_service.application.ladders import entries as ladder_entries
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.ladders import scores as ladder_scores
from saqqara_service.application.ladders.recurrence import FORMS
from saqqara_service.application.matches.clocks import control_of
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST, done
from saqqara_service.cli.pages import each
from saqqara_service.inputs import read
from saqqara_service.inputs.values import MOST_ON_PAGE
from saqqara_service.models import (
    Entrants,
    EntryRule,
    Ladder,
    LadderEntry,
    LadderFormat,
    LadderScore,
    LadderTerms,
    Owners,
    SameOwner,
    Standing,
)

app = typer.Typer(help="Make rated ladders, fill them, let them run, see who is ahead.")

T = TypeVar("T")
When = datetime | None
LadderId = Annotated[str, typer.Argument(help="The ladder's id, as `ladder list` shows it.")]
BotIds = Annotated[list[str], typer.Argument(help="The bots, by their ids.")]
Invited = Annotated[
    list[str] | None, typer.Option(help="A bot or account that alone may enter; say it again.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="What people will call it.")],
    *,
    players: Annotated[int, typer.Option(help="Seats of a match.")] = 2,
    format: Annotated[  # noqa: A002 - the word of the option
        LadderFormat, typer.Option(help="Who meets whom.")
    ] = LadderFormat.CONTINUOUS,
    blocks: Annotated[
        int, typer.Option(help="Blocks, of a continuous one: one seating for every seat each.")
    ] = 10,
    rounds: Annotated[int, typer.Option(help="Rounds, of a round robin, gauntlet or Swiss.")] = 1,
    groups: Annotated[
        int | None, typer.Option(help="Groups of a round robin whose bots meet only each other.")
    ] = None,
    stage: Annotated[
        list[str] | None,
        typer.Option(metavar=STAGE, help="Let the best bots play on after it; say it again."),
    ] = None,
    team: Annotated[
        list[str] | None,
        typer.Option(metavar=TEAM, help="Let teams play, whose bots never meet; say it again."),
    ] = None,
    team_bots: Annotated[int | None, typer.Option(help="Bots of a team that count.")] = None,
    challenger: Annotated[str | None, typer.Option(help="The bot of a gauntlet.")] = None,
    elo1: Annotated[
        float | None,
        typer.Option(help="End a gauntlet when it is known whether its bot is so much stronger."),
    ] = None,
    concurrency: Annotated[int, typer.Option(help="Matches under way at once.")] = 4,
    time_control: Annotated[
        str,
        typer.Option(
            metavar="KIND:SECONDS", help="Such as fischer:60+1 or 'per_move moveMs=5000'."
        ),
    ] = "fischer baseMs=60000 incrementMs=500",
    game: Annotated[str, typer.Option(help="What is played.")] = "imhotep",
    start_at: Annotated[When, typer.Option(help="Start by itself then.")] = None,
    end_at: Annotated[When, typer.Option(help="Let no match begin after that.")] = None,
    every: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN", help=f"Play a season each time, such as {FORMS}; UTC without a zone."
        ),
    ] = None,
    entrants: Annotated[
        Entrants, typer.Option(help="Which bots it is for: played by the host, by owners, both.")
    ] = Entrants.ANY,
    invite: Invited = None,
    owners: Annotated[
        Owners, typer.Option(help="Whose bots: anybody's, or only verified accounts'.")
    ] = Owners.ANYBODY,
    per_account: Annotated[
        int | None, typer.Option(help="Bots of one account that may take part at once.")
    ] = None,
    new_versions: Annotated[
        int, typer.Option(min=0, help="New versions of a bot that get matches in a season.")
    ] = 3,
    late_entry: Annotated[bool, typer.Option(help="Take bots while it runs.")] = False,
    same_owner: Annotated[
        SameOwner, typer.Option(help="May bots of one account meet, and does it count?")
    ] = SameOwner.FORBIDDEN,
) -> None:
    """Make a ladder and print its id."""
    control = _read("--time-control", lambda: control_of(parse_time_control(time_control)))
    said = {
        "name": name,
        "game": game,
        "options": {"players": players},
        "time_control": control,
        "format": format,
        "blocks": blocks if format is LadderFormat.CONTINUOUS else None,
        "rounds": rounds if format.has_rounds else None,
        "groups": groups,
        "stages": _read("--stage", lambda: [_stage(one) for one in stage or []]),
        "teams": _read("--team", lambda: [asdict(parse_team(one)) for one in team or []]),
        "team_bots": team_bots,
        "challenger": challenger,
        "sequential_test": None if elo1 is None else {"elo1": elo1},
        "concurrency": concurrency,
        "start_at_ms": _ms(start_at),
        "end_at_ms": _ms(end_at),
        "every": every,
        "entrants": entrants,
        "owners": owners,
        "entry": EntryRule.INVITED if invite else EntryRule.OPEN,
        "invited": invite or [],
        "bots_per_account": per_account,
        "new_versions": new_versions,
        "late_entry": late_entry,
        "same_owner": same_owner,
    }
    typer.echo(done(lambda svc: ladders.create(svc, HOST, read(LadderTerms, said))).id)


@app.command()
def enrol(ladder_id: LadderId, bot_ids: BotIds) -> None:
    """Enter bots in a ladder."""

    async def call(svc: Service) -> None:
        for bot_id in bot_ids:
            await ladder_entries.enrol(svc, HOST, ladder_id, bot_id)

    done(call)


@app.command()
def withdraw(ladder_id: LadderId, bot_ids: BotIds) -> None:
    """Take bots out; matches under way are played on, and results stay."""

    async def call(svc: Service) -> None:
        for bot_id in bot_ids:
            await ladder_entries.withdraw(svc, HOST, ladder_id, bot_id)

    done(call)


@app.command()
def readmit(ladder_id: LadderId, bot_ids: BotIds) -> None:
    """Let benched bots get matches again."""

    async def call(svc: Service) -> None:
        for bot_id in bot_ids:
            await ladder_entries.readmit(svc, HOST, ladder_id, bot_id)

    done(call)


@app.command()
def start(ladder_id: LadderId) -> None:
    """Let the matches begin."""
    done(lambda svc: seasons.start(svc, HOST, ladder_id))


@app.command()
def pause(ladder_id: LadderId) -> None:
    """Let no match begin until the ladder is resumed."""
    done(lambda svc: seasons.pause(svc, HOST, ladder_id))


@app.command()
def resume(ladder_id: LadderId) -> None:
    """Resume a paused ladder."""
    done(lambda svc: seasons.resume(svc, HOST, ladder_id))


@app.command()
def extend(
    ladder_id: LadderId,
    *,
    blocks: Annotated[int | None, typer.Option(help="Blocks in all, not fewer than now.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Rounds in all, not fewer than now.")] = None,
    end_at: Annotated[When, typer.Option(help="A later end.")] = None,
    invite: Invited = None,
    last: Annotated[bool, typer.Option("--last", help="Let no season follow this one.")] = False,
) -> None:
    """Give a ladder more blocks, a later end or more invited bots."""
    done(
        lambda svc: seasons.extend(
            svc,
            HOST,
            ladder_id,
            blocks=blocks,
            rounds=rounds,
            end_at_ms=_ms(end_at),
            invited=invite or [],
            is_last=last,
        )
    )


@app.command()
def cancel(ladder_id: LadderId) -> None:
    """Call a ladder off for good; what was played stays."""
    done(lambda svc: seasons.cancel(svc, HOST, ladder_id))


@app.command()
def entries(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the bots of a ladder and whether they get matches."""
    found = done(lambda svc: ladder_entries.listed(svc, ladder_id))
    if json:
        print_json(TypeAdapter(list[LadderEntry]), found)
        return
    table = Table("Bot", "Name", "Version", "Account", "Status", "Faults", "Waits for")
    for entry in found:
        version, faults = str(entry.version), str(entry.faults)
        words = (entry.bot_id, entry.bot_name, version, entry.account_id, entry.status.value)
        table.add_row(*words, faults, entry.waits_for.value if entry.waits_for else "")
    Console().print(table)


@app.command("list")
def show_all(*, json: AsJson = False) -> None:
    """List the ladders, newest first."""
    found = done(_every_ladder)
    if json:
        print_json(TypeAdapter(list[Ladder]), found)
        return
    table = Table("Ladder", "Name", "Season", "Game", "Players", "Status", "Settled")
    for ladder in found:
        settled = f"{ladder.matches_settled} of {ladder.matches_planned}"
        season = "" if ladder.season is None else str(ladder.season)
        numbers = (str(ladder.players), ladder.status.value, settled)
        table.add_row(ladder.id, ladder.name, season, ladder.game, *numbers)
    Console().print(table)


async def _every_ladder(svc: Service) -> list[Ladder]:
    return [one async for one in each(lambda after: ladders.page(svc, MOST_ON_PAGE, after))]


@app.command()
def standings(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the bots of a ladder from best to worst."""
    found = done(lambda svc: ladders.standings(svc, ladder_id))
    if json:
        print_json(TypeAdapter(list[Standing]), found)
    else:
        Console().print(standings_table(found))


@app.command()
def scores(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the bots of a ladder by points and tie-breaks, as tournaments count."""
    found = done(lambda svc: ladder_scores.listed(svc, ladder_id))
    if json:
        print_json(TypeAdapter(list[LadderScore]), found)
        return
    first = found[0].tie_breaks if found else []
    breaks = [one.name.value.replace("_", "-").title() for one in first]
    table = Table("Place", "Bot", "Points", "Met", "Byes in rounds", *breaks)
    for row in found:
        counts = (f"{row.points:g}", str(row.meetings), ", ".join(map(str, row.byes)))
        values = (f"{one.value:.2f}" for one in row.tie_breaks)
        table.add_row(str(row.place), row.bot_name, *counts, *values)
    Console().print(table)


def standings_table(found: list[Standing]) -> Table:
    """The standings for people, a provisional strength with a question mark.

    A later version of a bot is told by its number, one that is not paired any more in brackets.
    """
    table = Table("Place", "Bot", "Elo", "95 %", "Matches", "Wins", "Mean place", "Out of time")
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
    return table


def _version_of(row: Standing) -> str:
    name = row.bot_name if row.version == 1 else f"{row.bot_name} v{row.version}"
    return f"({name})" if row.retired else name


def _stage(text: str) -> dict[str, object]:
    """A stage in fields; of a continuous one the length is in blocks."""
    said = asdict(parse_stage(text))
    is_continuous = said["format"] == LadderFormat.CONTINUOUS.value
    said["start_at_ms"] = said.pop("start_ms")
    return said | ({"rounds": None, "blocks": said["rounds"]} if is_continuous else {})


def _read(option: str, reading: Callable[[], T]) -> T:
    try:
        return reading()
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from error


def _ms(when: datetime | None) -> int | None:
    """The instant in milliseconds; without an offset it is this machine's time."""
    return None if when is None else int(when.timestamp() * 1000)


def print_json(adapter: TypeAdapter[T], value: T) -> None:
    """Print a value for programs."""
    typer.echo(adapter.dump_json(value, by_alias=True, indent=2))
