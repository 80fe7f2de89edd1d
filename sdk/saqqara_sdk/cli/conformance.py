"""`saqqara conformance`: whether rules in another language are ours, game by game."""

from __future__ import annotations

import json
import shlex
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Annotated, Final

import typer
from rich import box
from rich.markup import escape
from rich.table import Table

from saqqara_engine.errors import UnknownOption
from saqqara_engine.games import find_game
from saqqara_sdk.cli.conformance_report import SuiteReport, print_report, report_json
from saqqara_sdk.cli.conformance_run import SuiteArchive, SuiteRun, archives, checked
from saqqara_sdk.cli.console import AsJson, output, stop
from saqqara_sdk.conformance.descriptions import FOLDER, counted, unusual
from saqqara_sdk.conformance.extraction import Unpacked, unpack
from saqqara_sdk.conformance.suite import Case, NoSuite, outlines
from saqqara_sdk.lines.process import HERE, is_there, no_program

DIFFERENT: Final = 1
FAILED: Final = 3
LONGEST_S: Final = 3600.0

app = typer.Typer(
    help="Check an implementation of the rules in another language against published games",
    no_args_is_help=True,
    add_completion=False,
)

OneGame = Annotated[str | None, typer.Option(help="The game: imhotep or duel", show_default="both")]
SuiteFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The archive of a suite", show_default="the published ones"),
]


@app.command()
def check(
    command: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND",
            help="Your program's start command, in quotes, such as 'node referee.mjs'",
            show_default=False,
        ),
    ],
    *,
    game: OneGame = None,
    suite: SuiteFile = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="The name of the only game to check in each suite, such as 017",
            show_default="all",
        ),
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Continue with the next game after a difference")
    ] = False,
    answer_s: Annotated[
        float, typer.Option(help="The time limit for an answer, in seconds")
    ] = 10.0,
    as_json: AsJson = False,
) -> None:
    """Send the games of the suites to a program, and compare its answers with the rules

    The program reads lines of JSON and answers each with one line; see engine/CONFORMANCE.md.
    It is started once for each suite, and the first difference ends the command.

    Example: saqqara conformance check 'node referee.mjs' --game duel --keep-going

    Exit codes: 0 all answers agree; 1 there is a difference; 2 the command line is wrong; 3 the
    program cannot be started, exited, timed out or wrote an invalid answer.
    """
    words = _words(command)
    if not 0 < answer_s <= LONGEST_S:
        stop(f"--answer-s must be more than 0 and at most {LONGEST_S:g}, not {answer_s:g}.")
    began = monotonic()
    found = _archives(game, suite)
    try:
        run = SuiteRun(words, answer_s, tuple(only or ()), keep_going)
        tally, troubles = checked(found, run)
    except NoSuite as error:
        stop(str(error))
    names = tuple(archive.name for archive in found)
    report = SuiteReport(names, tally, troubles, monotonic() - began, suite)
    if as_json:
        typer.echo(json.dumps(report_json(report), indent=2))
    else:
        print_report(report)
    if any(trouble.differences for trouble in troubles):
        raise typer.Exit(DIFFERENT)
    if troubles:
        raise typer.Exit(FAILED)


@app.command()
def export(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="The folder to write to, which must be new or empty"),
    ] = Path(FOLDER),
    *,
    game: OneGame = None,
    suite: SuiteFile = None,
) -> None:
    """Unpack the suites: each game's record, and the expected answers at each position

    Exit codes: 0 done; 2 the command line is wrong, or the folder is not empty or cannot be
    written.
    """
    found = _archives(game, suite)
    try:
        with ExitStack() as opened:
            files = {one.name: opened.enter_context(one.file.open("rb")) for one in found}
            done = unpack(files, folder)
    except NoSuite as error:
        stop(str(error))
    except OSError as error:
        stop(f"{folder} cannot be written: {error.strerror or error}.")
    for one in done:
        output().print(_summary(one, folder), markup=False, soft_wrap=True)


@app.command("list")
def list_games(
    *,
    game: OneGame = None,
    suite: SuiteFile = None,
    as_json: AsJson = False,
) -> None:
    """List the games of the suites, with their seats, length and purpose"""
    try:
        games = [(one.name, case) for one in _archives(game, suite) for case in _cases(one)]
    except (NoSuite, OSError) as error:
        stop(str(error))
    if as_json:
        typer.echo(json.dumps([_row(name, case) for name, case in games], indent=2))
    else:
        output().print(_table(games))


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        stop(f"The command {command!r} cannot be parsed: {error}.")
    if not words:
        stop("Name the command that starts your program, such as 'node referee.mjs'.")
    if not is_there(words[0], HERE):
        stop(no_program(words[0]).why, FAILED)
    return words


def _archives(game: str | None, suite: Path | None) -> list[SuiteArchive]:
    try:
        return archives(None if game is None else find_game(game), suite)
    except (UnknownOption, NoSuite) as error:
        stop(str(error))
    except OSError as error:
        stop(f"{suite} cannot be read: {error.strerror or error}.")


def _cases(archive: SuiteArchive) -> list[Case]:
    with archive.file.open("rb") as file:
        return list(outlines(file))


def _row(suite: str, case: Case) -> dict[str, object]:
    return {
        "suite": suite,
        "game": case.name,
        "players": len(case.record.seats),
        "plies": len(case.record.plies),
        "options": unusual(case.record),
        "shows": case.shows,
    }


def _table(games: list[tuple[str, Case]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("suite", "game"):
        table.add_column(name, no_wrap=True)
    for name in ("players", "plies"):
        table.add_column(name, justify="right")
    table.add_column("shows")
    for suite, case in games:
        figures = (str(len(case.record.seats)), str(len(case.record.plies)))
        table.add_row(escape(suite), case.name, *figures, escape("; ".join(case.shows)))
    return table


def _summary(one: Unpacked, folder: Path) -> str:
    parts = ((one.games, "game"), (one.positions, "position"), (one.bytes, "byte"))
    return f"{folder / one.name}: {', '.join(counted(*part) for part in parts)}"
