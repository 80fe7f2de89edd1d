"""The options that commands on a server share: the server, the token and the output."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from saqqara_sdk.cli.online import completions

LISTED: Final = 100

Server = Annotated[
    str | None,
    typer.Option(envvar="SAQQARA_SERVER", help="The server's address", show_default=False),
]
Token = Annotated[
    str | None,
    typer.Option(
        envvar="SAQQARA_TOKEN",
        help="The token to use; by default the stored token of the account",
        show_default=False,
    ),
]
Speaker = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="BOT",
        help="The bot to act for, whose token is stored here; `host`: the server's administrator",
        show_default=False,
        autocompletion=completions.own_bots,
    ),
]
Limit = Annotated[int, typer.Option(min=0, help="The maximum number of items to list; 0 lists all")]
