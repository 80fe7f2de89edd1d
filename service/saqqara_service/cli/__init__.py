"""`saqqara-server`: what a host types. Each command stands in the file of its name."""

from __future__ import annotations

import typer

from saqqara_service.cli import bad_settings, demo, matches, schema, serve, tokens, up
from saqqara_service.cli.ladders import ladders, results

app = typer.Typer(
    name="saqqara-server",
    help="Host Saqqara, where programs play Imhotep.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)
app.command()(serve.api)
app.command()(serve.worker)
app.command()(up.up)
app.command()(demo.demo)
for command in (results.table, results.results, results.export):
    ladders.app.command()(command)
app.add_typer(ladders.app, name="ladder")
app.add_typer(matches.app, name="match")
app.add_typer(tokens.app, name="token")
app.add_typer(schema.app, name="schema")


def main() -> None:
    """Run a command; a setting that cannot be used is named."""
    with bad_settings.told():
        app()
