"""`saqqara bot run` and `saqqara bot config`: bots that play on a server until they are stopped."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from saqqara_sdk.bots.loader import BotNotFound
from saqqara_sdk.cli.arena_words import BOT, Log
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.links import match_link
from saqqara_sdk.cli.logs import logging_to
from saqqara_sdk.cli.online import completions
from saqqara_sdk.cli.online.access import NOT_REACHED, REFUSED, access_of
from saqqara_sdk.cli.online.asked import Speaker
from saqqara_sdk.cli.run_plans import RunPlan, logged, plans_in, typed_plan
from saqqara_sdk.client.access import DEFAULT_SERVER
from saqqara_sdk.runner.bot_file import EXAMPLE, BotFile, BotFileFault, read_bot_file
from saqqara_sdk.runner.runs import BotRun, BotRuns
from saqqara_sdk.runner.signals import stop_with_parent, until_signalled
from saqqara_sdk.wire.errors import ConnectionFailed

FAULTY = 1


def run(
    bot: Annotated[
        str | None,
        typer.Argument(
            metavar="BOT",
            help=BOT,
            show_default=False,
            autocompletion=completions.installed_bots,
        ),
    ] = None,
    *,
    configuration: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="A file of bots instead of BOT; `saqqara bot config --example` prints an example",
            show_default=False,
        ),
    ] = None,
    server: Annotated[
        str, typer.Option(envvar="SAQQARA_SERVER", help="The server's address")
    ] = DEFAULT_SERVER,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="SAQQARA_TOKEN",
            help="The bot's token; pass it in the environment to hide it from other users",
            show_default=False,
        ),
    ] = None,
    speaker: Speaker = None,
    isolate: Annotated[
        bool,
        typer.Option("--isolate", help="Run each match of a Python bot in its own process, too"),
    ] = False,
    max_matches: Annotated[
        int | None,
        typer.Option(min=1, help="The maximum number of matches", show_default="play on"),
    ] = None,
    log: Log = None,
    with_parent: Annotated[
        bool,
        typer.Option("--with-parent", help="Also stop when the parent process ends"),
    ] = False,
) -> None:
    """Play every match of a bot, or of all bots in a file, until Ctrl-C or SIGTERM

    A command that speaks the line protocol gets a process for each running match; with
    --isolate, so does a Python bot. A process that exits, hangs or writes invalid lines is
    restarted. Pending decisions are finished (for at most 5 s) before the run ends. A lost
    connection is retried forever.

    Exit codes: 0 done; 1 a bot failed, and the first legal action was played instead; 2 the
    command line or the file is wrong, or a bot cannot be started; 3 the server could not be
    reached; 4 the server refused, such as the token.
    """
    if (bot is None) == (configuration is None):
        stop("Name one bot, or a file of bots with --config.")
    if with_parent:
        stop_with_parent()
    if configuration is not None:
        read = _read(configuration)
        _play(logged(plans_in(read, server), log), read)
        return
    if not (token or speaker):
        stop(
            "A bot needs its token. Name a bot with a stored token with --as (`saqqara bot"
            " create NAME` stores one), or pass the token with --token or SAQQARA_TOKEN."
        )
    access = access_of(server, token, speaker)
    name = speaker or str(bot)
    plan = typed_plan(str(bot), name, access, max_matches, isolate=isolate)
    _play(logged([plan], log), None)


def config(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A file of bots", show_default=False)
    ] = None,
    *,
    server: Annotated[
        str, typer.Option(envvar="SAQQARA_SERVER", help="The server's address")
    ] = DEFAULT_SERVER,
    example: Annotated[bool, typer.Option("--example", help="Print an example file")] = False,
    as_json: AsJson = False,
) -> None:
    """Check a file of bots: all settings, the location of each token, and that each bot starts

    Exit codes: 0 `saqqara bot run --config FILE` can start; 2 it cannot.
    """
    if example:
        typer.echo(EXAMPLE, nl=False)
        return
    if file is None:
        stop("Name a file of bots, or use --example.")
    plans = plans_in(_read(file), server)
    with _opened(plans):
        rows = [_row(plan) for plan in plans]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    table = Table(box=box.SIMPLE_HEAD)
    for name in rows[0]:
        table.add_column(name)
    for row in rows:
        table.add_row(*(escape(str(cell)) for cell in row.values()))
    output().print(table)


def _row(plan: RunPlan) -> dict[str, str]:
    policy = "as it is" if plan.policy is None else plan.policy.mode
    return {
        "bot": plan.name,
        "runs": plan.text,
        "server": plan.access.server,
        "policy": policy,
    }


def _read(file: Path) -> BotFile:
    try:
        return read_bot_file(file)
    except BotFileFault as error:
        stop(str(error))


@contextmanager
def _opened(plans: Sequence[RunPlan]) -> Iterator[list[BotRun]]:
    """The bots, ready to play; their programs end afterwards."""
    with ExitStack() as stack:
        try:
            yield [stack.enter_context(plan.opened()) for plan in plans]
        except BotNotFound as error:
            stop(str(error))


def _play(plans: Sequence[RunPlan], read: BotFile | None) -> None:
    secrets = [plan.access.token for plan in plans if plan.access.token]
    console = errors()
    with logging_to(read, secrets, console), _opened(plans) as each:
        runs = BotRuns(each)
        if console.is_terminal:
            with Live(get_renderable=lambda: _tables(runs), console=console, transient=True):
                asyncio.run(until_signalled(runs))
        else:
            asyncio.run(until_signalled(runs))
    _end(runs)


def _end(runs: BotRuns) -> None:
    for one in runs.each:
        report = one.runner.report
        if one.failure is None:
            line = (
                f"{one.name}: {report.matches} matches, {report.turns} decisions,"
                f" {report.errors} errors, {report.reconnects} reconnects"
            )
        else:
            line = f"{one.name} cannot play on {one.server}: {one.failure}"
        errors().print(line, markup=False, soft_wrap=True)
    failures = [one.failure for one in runs.each if one.failure]
    if failures:
        are_silent = all(isinstance(one, ConnectionFailed) for one in failures)
        raise typer.Exit(NOT_REACHED if are_silent else REFUSED)
    if any(one.runner.report.errors for one in runs.each):
        raise typer.Exit(FAULTY)


def _tables(runs: BotRuns) -> RenderableType:
    return Group(*map(_table, runs.each))


def _table(one: BotRun) -> RenderableType:
    title = escape(f"{one.name} on {one.server}")
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("match", "seat", "version", "left", "now"):
        table.add_column(name, justify="left" if name in {"match", "now"} else "right")
    for line in one.runner.lines:
        left = "" if line.left_ms is None else f"{line.left_ms / 1000:.1f} s"
        table.add_row(
            match_link(line.match_id, one.server),
            str(line.seat),
            str(line.version),
            left,
            escape(line.doing),
        )
    report = one.runner.report
    table.caption = f"{report.matches} matches, {report.turns} decisions, {report.errors} errors"
    return table
