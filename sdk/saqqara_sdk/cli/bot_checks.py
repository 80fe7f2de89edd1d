"""`saqqara bot check` and `saqqara bot doctor`: what would go wrong, before it does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from textwrap import indent
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from saqqara_contest.time_controls import parse_time_control
from saqqara_engine.errors import EngineError
from saqqara_engine.games import GAMES, find_game
from saqqara_sdk.arena.strangers import sandbox_of
from saqqara_sdk.checks.course import CheckCourse
from saqqara_sdk.checks.course import check as checked
from saqqara_sdk.checks.doctor import examine
from saqqara_sdk.checks.findings import CheckFinding, CheckOutcome
from saqqara_sdk.cli.arena_words import BOT, Log, run_logs
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.online.access import access_of
from saqqara_sdk.cli.online.asked import Speaker
from saqqara_sdk.cli.online.completions import installed_bots
from saqqara_sdk.cli.protection import protection
from saqqara_sdk.client.access import DEFAULT_SERVER, Access, find_access
from saqqara_sdk.lines.logs import Logs

FOUND = 1
INDENT = " " * 5
MARKS = {
    CheckOutcome.OK: ("ok", "green"),
    CheckOutcome.NOTE: ("note", "yellow"),
    CheckOutcome.SKIPPED: ("skip", "dim"),
    CheckOutcome.FAILED: ("FAIL", "bold red"),
}


def check(
    bot: Annotated[
        str,
        typer.Argument(metavar="BOT", help=BOT, show_default=False, autocompletion=installed_bots),
    ],
    *,
    game: Annotated[
        str | None, typer.Option(help="The game: imhotep or duel", show_default="both")
    ] = None,
    time_control: Annotated[
        str, typer.Option(metavar="KIND:SECONDS", help="The time control for the check")
    ] = "fischer:60+1",
    sandbox: Annotated[
        bool,
        typer.Option(
            "--sandbox", help="Run the bot in a sandbox, as a server does with submitted bots"
        ),
    ] = False,
    log: Log = None,
    as_json: AsJson = False,
) -> None:
    """Check whether a bot follows the house rules before it plays rated matches

    The bot plays every game with every number of players and every preset, from every seat,
    under a clock, in its own process. Then a new instance must continue in the middle of a
    match, and repeat its decisions if the bot claims to be deterministic.

    Exit codes: 0 the bot passes; 1 the bot fails or cannot be started; 2 the command line is
    wrong.
    """
    try:
        games = tuple(GAMES.values()) if game is None else (find_game(game),)
        course = CheckCourse(games, parse_time_control(time_control))
    except (EngineError, ValueError) as error:
        stop(str(error))
    is_sandboxed = protection([bot], wanted=sandbox)
    folder = run_logs(log)
    logs = None if folder is None else Logs(folder)
    found: list[CheckFinding] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=errors(), transient=True) as progress:
        task = progress.add_task(f"checking {bot}", total=len(course))
        for finding in checked(bot, course, sandbox_of(bot) if is_sandboxed else None, logs):
            found.append(finding)
            progress.advance(task)
            if not as_json:
                _show(finding)
    if as_json:
        typer.echo(_json_of(found))
    _end(found)


def doctor(
    *,
    server: Annotated[
        str, typer.Option(envvar="SAQQARA_SERVER", help="The server's address")
    ] = DEFAULT_SERVER,
    token: Annotated[
        str | None,
        typer.Option(envvar="SAQQARA_TOKEN", help="The bot's token", show_default=False),
    ] = None,
    speaker: Speaker = None,
    as_json: AsJson = False,
) -> None:
    """Check whether a bot can play on a server from this machine

    The checks cover the server's version, the connection, the clocks, the token and its scopes,
    the websocket, and the local sandbox for bots of other users.

    Exit codes: 0 all checks passed; 1 a check failed; 2 the command line is wrong.
    """
    try:
        named = speaker is not None
        access = access_of(server, token, speaker) if named else find_access(server, token)
    except ValueError as error:
        stop(str(error))
    found = asyncio.run(_examined(access, is_quiet=as_json))
    if as_json:
        typer.echo(_json_of(found))
    _end(found)


async def _examined(access: Access, *, is_quiet: bool) -> list[CheckFinding]:
    found = []
    async for finding in examine(access):
        found.append(finding)
        if not is_quiet:
            _show(finding)
    return found


def _show(finding: CheckFinding) -> None:
    """One line: the outcome, what was looked at, what was seen or is to be done."""
    mark, style = MARKS[finding.outcome]
    line = Text.assemble((f"{mark:<5}", style), f"{finding.check:<34} ", finding.text)
    output().print(line, soft_wrap=True)
    if finding.detail:
        output().print(indent(finding.detail, INDENT), markup=False, soft_wrap=True, style="dim")


def _json_of(findings: Sequence[CheckFinding]) -> str:
    """All findings for programs."""
    rows = [
        {
            "check": one.check,
            "outcome": one.outcome.value,
            "text": one.text,
            "detail": one.detail,
        }
        for one in findings
    ]
    return json.dumps(rows, indent=2)


def _end(findings: Sequence[CheckFinding]) -> None:
    """Leave with a code that says whether something failed."""
    if any(finding.is_failure for finding in findings):
        raise typer.Exit(FOUND)
