"""`saqqara`: the commands for authors of bots."""

from __future__ import annotations

import typer

from saqqara_sdk.cli import bot, ladder, record
from saqqara_sdk.cli.options import options
from saqqara_sdk.cli.play import play
from saqqara_sdk.cli.sprt import sprt
from saqqara_sdk.cli.tournaments import gauntlet, round_robin

app = typer.Typer(
    name="saqqara",
    help="Write bots that play Imhotep, and let them play: here or on a server.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(play)
app.command()(sprt)
app.command()(round_robin)
app.command()(gauntlet)
app.command()(options)
app.add_typer(ladder.app, name="ladder")
app.add_typer(bot.app, name="bot")
app.add_typer(record.app, name="record")
