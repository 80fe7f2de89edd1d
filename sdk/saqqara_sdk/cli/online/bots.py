"""`saqqara bot`: what a bot is on this machine, and on a server."""

from __future__ import annotations

from saqqara_sdk.cli.bot import app
from saqqara_sdk.cli.online.commands import add_commands
from saqqara_sdk.cli.online.improvements import improve
from saqqara_sdk.cli.online.submission import submit

for command in (submit, improve):
    app.command()(command)
add_commands(app, "bot")
