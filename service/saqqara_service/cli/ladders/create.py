"""`saqqara-server ladder create`: a ladder in the words of a command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, TypeVar

import typer

from saqqara_contest.time_controls import parse_time_control
from saqqara_contest.tournaments.words import STAGE, TEAM, parse_stage, parse_team
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.recurrence import FORMS
from saqqara_service.application.matches.clocks import control_of
from saqqara_service.cli.host import HOST, done
from saqqara_service.cli.ladders.options import asked_options
from saqqara_service.models import (
    Entrants,
    EntryRule,
    LadderFormat,
    Owners,
    SameOwner,
)
from saqqara_service.questions import CreateLadder, read

T = TypeVar("T")
When = datetime | None
Invited = Annotated[
    list[str] | None,
    typer.Option(help="A bot or account to invite; only invited ones may enter; repeatable"),
]


def create(
    name: Annotated[str, typer.Argument(help="The name of the ladder")],
    *,
    players: Annotated[
        int | None,
        typer.Option(help="The number of seats of a match; by default as set by the options"),
    ] = None,
    preset: Annotated[
        str | None, typer.Option(help="Options by a name; `saqqara options` lists them")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; repeatable"),
    ] = None,
    format: Annotated[  # noqa: A002 - the word of the option
        LadderFormat, typer.Option(help="The format, which decides the pairings")
    ] = LadderFormat.CONTINUOUS,
    blocks: Annotated[
        int,
        typer.Option(
            help="The number of blocks of a continuous ladder; a block has one match for each seat"
        ),
    ] = 10,
    rounds: Annotated[
        int, typer.Option(help="The number of rounds of a round robin, gauntlet or Swiss")
    ] = 1,
    groups: Annotated[
        int | None,
        typer.Option(
            help="The number of groups of a round robin; bots only meet within their group"
        ),
    ] = None,
    stage: Annotated[
        list[str] | None,
        typer.Option(
            metavar=STAGE, help="A later stage in which the best bots play on; repeatable"
        ),
    ] = None,
    team: Annotated[
        list[str] | None,
        typer.Option(metavar=TEAM, help="A team, whose bots never meet; repeatable"),
    ] = None,
    team_bots: Annotated[
        int | None, typer.Option(help="The number of bots per team that count")
    ] = None,
    challenger: Annotated[str | None, typer.Option(help="The challenger of a gauntlet")] = None,
    elo1: Annotated[
        float | None,
        typer.Option(help="The advantage, in Elo, for a sequential test that ends a gauntlet"),
    ] = None,
    concurrency: Annotated[int, typer.Option(help="The number of matches played at once")] = 4,
    time_control: Annotated[
        str,
        typer.Option(
            metavar="KIND:SECONDS",
            help="The time control, such as fischer:60+1 or 'per_move moveMs=5000'",
        ),
    ] = "fischer baseMs=60000 incrementMs=500",
    game: Annotated[str, typer.Option(help="The name of the game")] = "imhotep",
    start_at: Annotated[
        When,
        typer.Option(
            help="The time of the automatic start; without an offset, this machine's time"
        ),
    ] = None,
    end_at: Annotated[When, typer.Option(help="The time after which no match begins")] = None,
    every: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN",
            help=f"The schedule of seasons, such as {FORMS}; the default zone is UTC.",
        ),
    ] = None,
    entrants: Annotated[
        Entrants, typer.Option(help="The kind of bots: hosted, run by their owners, or both")
    ] = Entrants.ANY,
    invite: Invited = None,
    owners: Annotated[
        Owners, typer.Option(help="The accounts whose bots may enter: any, or only verified ones")
    ] = Owners.ANYBODY,
    per_account: Annotated[
        int | None, typer.Option(help="The maximum number of bots per account at once")
    ] = None,
    new_versions: Annotated[
        int, typer.Option(min=0, help="The maximum number of new versions per bot in a season")
    ] = 3,
    late_entry: Annotated[
        bool, typer.Option(help="Allow bots to be enrolled while the ladder runs")
    ] = False,
    same_owner: Annotated[
        SameOwner, typer.Option(help="The rule for matches between two bots of one account")
    ] = SameOwner.FORBIDDEN,
    max_replays: Annotated[
        int,
        typer.Option(
            help="The number of times that a void match is replayed before it is given up"
        ),
    ] = 3,
) -> None:
    """Create a ladder and print its id"""
    control = _read("--time-control", lambda: control_of(parse_time_control(time_control)))
    said = {
        "name": name,
        "game": game,
        "options": _read("--option", lambda: asked_options(players, preset, option or [])),
        "time_control": control.model_dump(),
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
        "start_at_ms": in_ms(start_at),
        "end_at_ms": in_ms(end_at),
        "every": every,
        "entrants": entrants,
        "owners": owners,
        "entry": EntryRule.INVITED if invite else EntryRule.OPEN,
        "invited": invite or [],
        "bots_per_account": per_account,
        "new_versions": new_versions,
        "late_entry": late_entry,
        "same_owner": same_owner,
        "max_replays": max_replays,
    }
    typer.echo(done(lambda svc: ladders.create(svc, HOST, read(CreateLadder, said))).id)


def in_ms(when: datetime | None) -> int | None:
    """The instant in milliseconds; without an offset it is this machine's time."""
    return None if when is None else int(when.timestamp() * 1000)


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
