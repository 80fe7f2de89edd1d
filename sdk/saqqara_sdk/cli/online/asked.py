"""The options that commands on a server share: where, who speaks, and how it is told."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from saqqara_sdk.cli.online import completing

LISTED: Final = 100

Server = Annotated[
    str | None,
    typer.Option(envvar="SAQQARA_SERVER", help="The server's address.", show_default=False),
]
Token = Annotated[
    str | None,
    typer.Option(
        envvar="SAQQARA_TOKEN",
        help="Whose token speaks; without one, that of the account that is kept here.",
        show_default=False,
    ),
]
Speaker = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="BOT",
        help="Speak for a bot whose token is kept here.",
        show_default=False,
        autocompletion=completing.own_bots,
    ),
]
Limit = Annotated[int, typer.Option(min=0, help="How many to list at most; 0 lists all there are.")]
