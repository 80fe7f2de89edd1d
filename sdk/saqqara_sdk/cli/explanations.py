"""`saqqara bot explain`: what each action of a decision was worth to a bot."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json
from saqqara_engine.records.record import Record
from saqqara_sdk.bots.bot import AnyBot
from saqqara_sdk.bots.loader import BotNotFound, load_bot
from saqqara_sdk.bots.texts import is_installed
from saqqara_sdk.bots.worths import Unexplained
from saqqara_sdk.checks.explanations import Explained, explain
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.records import files

FAILED = 1


def explain_ply(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="RECORD",
            help="A record in JSON",
            show_default=False,
            exists=True,
            dir_okay=False,
        ),
    ],
    *,
    ply: Annotated[
        int, typer.Option(min=1, help="The number of the decision in the game", show_default=False)
    ],
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="An installed name, FILE.py[:CLASS] or MODULE:CLASS",
            show_default="who played",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed for the bot's random choices")] = 0,
    as_json: AsJson = False,
) -> None:
    """Show a bot's value for each legal action at a ply of a record

    The bot is the one that played the ply, or another. It needs a method `explain(turn)`, as
    greedy, planner and mcts have.

    Exit codes: 0 done; 1 the bot has no such method or failed, or the record is invalid; 2 the
    command line is wrong.
    """
    try:
        record = files.load(file)
        if ply > len(record.plies):
            stop(f"The game has {len(record.plies)} plies. There is no ply {ply}.")
        with redirect_stdout(sys.stderr):  # where a file may print while it is imported
            kind = bot_of(record, ply, bot)
        with errors().status(f"asking {kind.name}"):
            (explained,) = explain(kind, record, [ply], seed)
    except BotNotFound as error:
        stop(str(error))
    except (EngineError, Unexplained) as error:
        stop(str(error), FAILED)
    if as_json:
        seats = f"--game {record.game} --players {len(record.seats)}"
        following = f"saqqara sprt NEW OLD {seats} --json"
        typer.echo(json.dumps(explained.to_json() | {"next": following}))
    else:
        _print(record, explained)


def explained_by(text: str, record: Record) -> dict[int, Json]:
    """Return a bot's values for each ply of a game; raises `BotNotFound` and `Unexplained`."""
    with redirect_stdout(sys.stderr):
        kind, plies = load_bot(text), range(1, len(record.plies) + 1)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    by_ply: dict[int, Json] = {}
    with Progress(*columns, TimeRemainingColumn(), console=errors(), transient=True) as progress:
        task = progress.add_task(f"asking {kind.name}", total=len(plies))
        for one in explain(kind, record, plies, seed=0):
            by_ply[one.ply] = one.to_json()
            progress.advance(task)
    return by_ply


def bot_of(record: Record, ply: int, text: str | None) -> type[AnyBot]:
    """Return the explaining bot; raises `BotNotFound`."""
    if text is not None:
        return load_bot(text)
    played = record.seats[record.plies[ply - 1].seat]
    name = played.partition("#")[0]
    if is_installed(name):  # a record of somebody else must not import a file here
        with suppress(BotNotFound):
            return load_bot(name)
    raise BotNotFound(
        f"Ply {ply} was played by {played!r:.60}, which is not installed. Name a bot with --bot."
    )


def _print(record: Record, explained: Explained) -> None:
    name = escape(record.seats[explained.seat])
    table = Table(
        title=f"Ply {explained.ply}, seat {explained.seat} ({name}): the values of the actions"
        f" according to {escape(explained.bot)}",
        box=box.SIMPLE,
    )
    for heading in ("", "action", "in words"):
        table.add_column(heading)
    table.add_column("worth", justify="right")
    table.add_column("note")
    for one, label in zip(explained.worths, explained.labels, strict=True):
        is_played = str(one.action) == explained.played
        cells = ("played" if is_played else "", str(one.action), escape(label))
        style = "bold" if is_played else None
        table.add_row(*cells, f"{one.worth:+.3f}", escape(one.note), style=style)
    output().print(table)
    if explained.played not in {str(one.action) for one in explained.worths}:
        output().print(
            f"played: {explained.played}, which {explained.bot} does not rate", markup=False
        )
