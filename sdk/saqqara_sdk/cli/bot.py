"""`saqqara bot`: bots on a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich import box
from rich.console import RenderableType
from rich.live import Live
from rich.logging import RichHandler
from rich.markup import escape
from rich.table import Table

from saqqara_sdk.bots.bot import Bot
from saqqara_sdk.bots.loading import BotNotFound, load_bot
from saqqara_sdk.cli.console import errors, stop
from saqqara_sdk.cli.examining import check, doctor
from saqqara_sdk.cli.new import new
from saqqara_sdk.client.access import DEFAULT_SERVER, find_access
from saqqara_sdk.runner.player import RunReport
from saqqara_sdk.runner.runner import Runner, until_signalled
from saqqara_sdk.wire.errors import SaqqaraError

app = typer.Typer(help="Begin a bot, check it, and let it play on a server.", no_args_is_help=True)
app.command()(new)
app.command()(check)
app.command()(doctor)

FAULTY = 1
NOT_SERVED = 3
LOG_FORMAT = "%(asctime)s %(levelname)s %(message)s"


@app.command()
def run(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="An installed name, FILE.py:CLASS or MODULE:CLASS.",
            show_default=False,
        ),
    ],
    *,
    server: Annotated[
        str, typer.Option(envvar="SAQQARA_SERVER", help="The server's address.")
    ] = DEFAULT_SERVER,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="SAQQARA_TOKEN",
            help="The bot's token; in the environment nobody else sees it.",
            show_default=False,
        ),
    ] = None,
    max_matches: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after so many matches.", show_default="play on"),
    ] = None,
) -> None:
    """Play every match of a bot until Ctrl-C or SIGTERM.

    Decisions under way are finished (for at most 5 s) before the run ends.
    A lost connection is sought again for ever.

    Exit codes:
    0 all went well;
    1 the bot failed, and the first legal action was played in its place;
    2 the command line is wrong;
    3 the token was refused, or the server was never reached.
    """
    kind = _load(bot)
    if not token:
        stop("a bot plays by its token: give it by --token or SAQQARA_TOKEN")
    try:
        runner = Runner(kind, find_access(server, token), max_matches=max_matches)
    except ValueError as error:
        stop(str(error))
    try:
        with _watched(runner, f"{kind.name} on {server}"):
            report = asyncio.run(until_signalled(runner))
    except SaqqaraError as error:
        stop(f"{kind.name} cannot play on {server}: {error}", NOT_SERVED)
    _end(kind, report)


def _load(text: str) -> type[Bot]:
    try:
        return load_bot(text)
    except BotNotFound as error:
        stop(str(error))


def _end(kind: type[Bot], report: RunReport) -> None:
    errors().print(
        f"{kind.name}: {report.matches} matches, {report.turns} decisions, {report.errors} errors,"
        f" {report.reconnects} reconnects",
        markup=False,
        soft_wrap=True,
    )
    if report.errors:
        raise typer.Exit(FAULTY)


@contextmanager
def _watched(runner: Runner, title: str) -> Iterator[None]:
    """Log lines; on a terminal a table of the matches, and only what needs attention as lines."""
    console = errors()
    if not console.is_terminal:
        logging.basicConfig(level=logging.INFO, format=LOG_FORMAT)
        yield
        return
    handler = RichHandler(console=console, show_path=False)
    logging.basicConfig(level=logging.WARNING, format="%(message)s", handlers=[handler])
    with Live(get_renderable=lambda: _table(runner, title), console=console, transient=True):
        yield


def _table(runner: Runner, title: str) -> RenderableType:
    table = Table(title=escape(title), title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("match", "seat", "version", "left", "now"):
        table.add_column(name, justify="left" if name in {"match", "now"} else "right")
    for line in runner.lines:
        left = "" if line.left_ms is None else f"{line.left_ms / 1000:.1f} s"
        table.add_row(
            escape(line.match_id), str(line.seat), str(line.version), left, escape(line.doing)
        )
    report = runner.report
    table.caption = f"{report.matches} matches, {report.turns} decisions, {report.errors} errors"
    return table
