"""`saqqara bot`: bots on a server."""

from __future__ import annotations

import typer

from saqqara_sdk.cli.bot_checks import check, doctor
from saqqara_sdk.cli.bot_runs import config, run
from saqqara_sdk.cli.explanations import explain_ply
from saqqara_sdk.cli.new import new

app = typer.Typer(
    help="Create a bot, check it, and let it play on a server",
    no_args_is_help=True,
    add_completion=False,
)
for command in (new, check, run, config, doctor):
    app.command()(command)
app.command("explain")(explain_ply)
