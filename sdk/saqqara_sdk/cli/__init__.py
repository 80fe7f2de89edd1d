"""`saqqara`: the commands for authors of bots; each is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click.core import Command, Context
    from typer._click.formatting import HelpFormatter

COMMANDS: Final = {
    "play": (
        "saqqara_sdk.cli.play:play",
        "Play bots against each other on this machine, without a server.",
    ),
    "sprt": (
        "saqqara_sdk.cli.sprt:sprt",
        "Play NEW against OLD until it is known whether NEW is stronger.",
    ),
    "round-robin": (
        "saqqara_sdk.cli.tournaments:round_robin",
        "Play every group of bots against each other, and rate them by who beat whom.",
    ),
    "gauntlet": (
        "saqqara_sdk.cli.tournaments:gauntlet",
        "Play NEW against every group of opponents, which do not meet without it.",
    ),
    "options": (
        "saqqara_sdk.cli.options:options",
        "List a game's options and presets, and mark those whose figures are house rules.",
    ),
    "ladder": ("saqqara_sdk.cli.ladder:app", "Rate bots by a ladder."),
    "bot": ("saqqara_sdk.cli.bot:app", "Begin a bot, check it, and let it play on a server."),
    "record": ("saqqara_sdk.cli.record:app", "Read and check the records of games."),
}
"""Where each command is, and the first sentence of its help; a test compares both."""


class Commands(TyperGroup):
    """Commands that are listed without being imported: `--help` has to come at once."""

    _is_listing = False

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - all there are
        """Their names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:  # noqa: ARG002
        """The command itself; while help is written, only its name and sentence."""
        if cmd_name not in COMMANDS:
            return None
        place, sentence = COMMANDS[cmd_name]
        return TyperCommand(cmd_name, help=sentence) if self._is_listing else _at(place, cmd_name)

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the help."""
        self._is_listing = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self._is_listing = False


def _at(place: str, name: str) -> Command:
    """The command of a function, or the group of commands, that stands there."""
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, typer.Typer):
        function, found = found, typer.Typer(pretty_exceptions_enable=False)
        found.command(name)(function)
    command = typer.main.get_command(found)
    command.name = name
    return command


app = typer.Typer(
    name="saqqara",
    cls=Commands,
    help="Write bots that play Imhotep, and let them play: here or on a server.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.callback()
def saqqara() -> None:
    """Write bots that play Imhotep, and let them play: here or on a server."""
