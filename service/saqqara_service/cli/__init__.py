"""`saqqara-server`: what a host types. Each command is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click.core import Command, Context
    from typer._click.formatting import HelpFormatter

COMMANDS: Final = {
    "api": ("serve:api", "Serve the API on SAQQARA_HOST and SAQQARA_PORT"),
    "worker": ("serve:worker", "Run a ladder worker, which pairs, starts and settles matches"),
    "house": (
        "house:house",
        "Run house bots of every level until stopped; one such process is enough",
    ),
    "runner": (
        "runner:runner",
        "Play for submitted bots, each in a bubblewrap sandbox, until stopped",
    ),
    "up": (
        "up:up",
        "Run and supervise Redis, API, ladder workers, runners and house bots until Ctrl-C",
    ),
    "demo": (
        "demo:demo",
        "Play three small rated ladders from start to end, show the standings, and clean up",
    ),
    "doctor": (
        "doctor:doctor",
        "Check machine, Redis, processes, archives and stored data, with a remedy for each finding",
    ),
    "backup": (
        "backups:backup",
        "Back up the database to a new folder, while matches are played",
    ),
    "restore": (
        "backups:restore",
        "Restore a backup into an empty Redis; the service pauses meanwhile",
    ),
    "maintenance": (
        "maintenance:app",
        "Start and end maintenance, in which nothing new begins",
    ),
    "store": ("store:app", "Show and migrate the schema of the database"),
    "token": ("tokens:app", "Issue, list, rotate and revoke tokens"),
    "schema": ("schema:app", "Write the API's contract"),
}
"""Where each command is, and the first sentence of its help; a test compares both."""


class LazyGroup(TyperGroup):
    """Commands that are listed without being imported, which takes 1.5 s."""

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - all there are
        """Their names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:  # noqa: ARG002
        """The command itself."""
        return _at(COMMANDS[cmd_name][0], cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:  # noqa: ARG002
        """Write their names and sentences."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in COMMANDS.items()])


def _at(place: str, name: str) -> Command:
    """The command of a function, or the group of commands, that stands there."""
    module, _, attribute = place.partition(":")
    found = getattr(import_module(f"{__name__}.{module}"), attribute)
    if not isinstance(found, typer.Typer):
        function, found = found, typer.Typer()
        found.command(name)(function)
    found._add_completion = False  # noqa: SLF001 - of the whole program, not of each group
    found.rich_markup_mode = None  # rich keeps the line breaks of the source
    command = typer.main.get_command(found)
    command.name = name
    for listed in getattr(command, "commands", {}).values():
        listed.short_help = (listed.help or "").partition("\n\n")[0]  # whole, not cut at a line
    return command


app = typer.Typer(
    name="saqqara-server",
    cls=LazyGroup,
    help="Host a Saqqara server, on which programs play Imhotep",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    rich_markup_mode=None,
)


@app.callback()
def _host() -> None:
    """Host a Saqqara server, on which programs play Imhotep"""


def main() -> None:
    """Run a command; a setting that cannot be used is named."""
    command = typer.main.get_command(app)
    try:
        command()
    except Exception as error:
        import_module(f"{__name__}.bad_settings").explain(error)
        raise
