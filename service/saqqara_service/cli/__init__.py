"""`saqqara-server`: what a host types. Each command stands in the file of its name."""

from __future__ import annotations

import typer

from saqqara_service.cli import (
    backups,
    bad_settings,
    demo,
    doctor,
    house,
    maintenance,
    runner,
    schema,
    serve,
    store,
    tokens,
    up,
)

app = typer.Typer(
    name="saqqara-server",
    help="Host a Saqqara server, on which programs play Imhotep",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    rich_markup_mode=None,  # rich keeps the line breaks of the source
)
app.command()(serve.api)
app.command()(serve.worker)
app.command()(house.house)
app.command()(runner.runner)
app.command()(up.up)
app.command()(demo.demo)
app.command()(doctor.doctor)
app.command()(backups.backup)
app.command()(backups.restore)
app.add_typer(maintenance.app, name="maintenance")
app.add_typer(store.app, name="store")
app.add_typer(tokens.app, name="token")
app.add_typer(schema.app, name="schema")


def _list_whole_sentences(group: object) -> None:
    """Show the whole first sentence of each command in lists, not a part that fits a line."""
    for listed in getattr(group, "commands", {}).values():
        listed.short_help = (listed.help or "").partition("\n\n")[0]
        _list_whole_sentences(listed)


def main() -> None:
    """Run a command; a setting that cannot be used is named."""
    with bad_settings.explained():
        command = typer.main.get_command(app)
        _list_whole_sentences(command)
        command()
