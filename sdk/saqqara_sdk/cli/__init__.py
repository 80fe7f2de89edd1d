"""`saqqara`: the commands for authors of bots; each is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer.core import TyperCommand, TyperGroup

from saqqara_sdk.lines.termination import ending_in_order

if TYPE_CHECKING:
    from typer._click.core import Command, Context
    from typer._click.formatting import HelpFormatter
    from typer._click.shell_completion import CompletionItem

COMMANDS: Final = {
    "play": (
        "saqqara_sdk.cli.play:play",
        "Play bots against each other on this machine, without a server",
    ),
    "sprt": (
        "saqqara_sdk.cli.sprt:sprt",
        "Play NEW against OLD until a test decides whether NEW is stronger",
    ),
    "round-robin": (
        "saqqara_sdk.cli.tournaments:round_robin",
        "Play every group of bots against each other, and rate them by their results",
    ),
    "gauntlet": (
        "saqqara_sdk.cli.tournaments:gauntlet",
        "Play NEW against every group of opponents, which do not play among themselves",
    ),
    "tune": (
        "saqqara_sdk.cli.tune:tune",
        "Tune a bot's parameters by playing it against itself",
    ),
    "bench-model": (
        "saqqara_sdk.cli.bench_model:bench_model",
        "Measure language models: matches against anchors, in tracks, with a twin of each model",
    ),
    "options": (
        "saqqara_sdk.cli.options:options",
        "List a game's options and presets, and mark house rules",
    ),
    "bot": (
        "saqqara_sdk.cli.online.bots:app",
        "Create a bot, check it, and let it play on a server",
    ),
    "account": (
        "saqqara_sdk.cli.online.groups:account",
        "Create and manage accounts, and the tokens stored here",
    ),
    "token": (
        "saqqara_sdk.cli.online.groups:token",
        "Manage the tokens of the account and of its bots",
    ),
    "policy": (
        "saqqara_sdk.cli.online.groups:policy",
        "Show and change which challenges a bot accepts",
    ),
    "submission": (
        "saqqara_sdk.cli.online.groups:submission",
        "Manage submitted programs; for operators",
    ),
    "challenge": (
        "saqqara_sdk.cli.online.groups:challenge",
        "Challenge other players, and answer challenges",
    ),
    "match": (
        "saqqara_sdk.cli.online.groups:match",
        "Create, find, follow and play matches on a server",
    ),
    "ladder": ("saqqara_sdk.cli.online.ladders:app", "Rate bots in a ladder"),
    "server": (
        "saqqara_sdk.cli.online.groups:server",
        "Show a server's version, games and workload",
    ),
    "mcp": (
        "saqqara_sdk.cli.mcp:mcp",
        "Let a language model play on a server, by the Model Context Protocol (MCP)",
    ),
    "record": ("saqqara_sdk.cli.record:app", "Read and check records of games"),
    "trees": (
        "saqqara_sdk.cli.trees:trees",
        "Count and hash sequences of actions, to check another implementation of the rules",
    ),
    "conformance": (
        "saqqara_sdk.cli.conformance:app",
        "Check an implementation of the rules in another language against published games",
    ),
    "completion": (
        "saqqara_sdk.cli.online.completion:completion",
        "Print a shell script that completes commands, options, bots and games",
    ),
}
"""Where each command is, and the first line of its help; a test compares both."""


class LazyGroup(TyperGroup):
    """Commands that are listed without being imported: `--help` has to come at once."""

    _is_listing = False

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - all there are
        """Their names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:  # noqa: ARG002
        """The command itself; while a shell completes it, only its name and sentence."""
        if cmd_name not in COMMANDS:
            return None
        place, sentence = COMMANDS[cmd_name]
        is_listed = self._is_listing
        return TyperCommand(cmd_name, short_help=sentence) if is_listed else _at(place, cmd_name)

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        """Return the shell's completions for the beginning of a command."""
        self._is_listing = True
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self._is_listing = False

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:  # noqa: ARG002
        """Write their names and sentences."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in COMMANDS.items()])


def _at(place: str, name: str) -> Command:
    """The command of a function, or the group of commands, that stands there."""
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, typer.Typer):
        function, found = found, typer.Typer(pretty_exceptions_enable=False, add_completion=False)
        found.command(name)(function)
    found.rich_markup_mode = None  # rich keeps the line breaks of the source and is slow to load
    command = typer.main.get_command(found)
    command.name = name
    for listed in getattr(command, "commands", {}).values():
        listed.short_help = (listed.help or "").partition("\n\n")[0]  # whole, not cut at a line
    return command


app = typer.Typer(
    name="saqqara",
    cls=LazyGroup,
    help="Write bots that play Imhotep, and play them locally or on a server",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(asked: bool) -> None:  # noqa: FBT001 - typer calls it so
    if asked:
        import_module("saqqara_sdk.cli.version").show()


@app.callback()
def saqqara(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001, FBT002 - its callback shows it
        bool,
        typer.Option(
            "--version",
            help="Show the release, and whether it is compiled",
            is_eager=True,
            callback=_show_version,
        ),
    ] = False,
) -> None:
    """Write bots that play Imhotep, and play them locally or on a server"""
    context.with_resource(ending_in_order())
