"""`saqqara mcp`: matches on a server for a language model, by the Model Context Protocol."""

from __future__ import annotations

import re
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Final

import typer

from saqqara_sdk.cli.console import stop
from saqqara_sdk.cli.online.access import access_of
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.credentials import CredentialsFault, kept_credentials
from saqqara_sdk.cli.online.sign_in import fresh_account
from saqqara_sdk.wire.errors import ConnectionFailed

EVERYWHERE: Final = frozenset({"0.0.0.0", "::", "[::]"})  # noqa: S104 - what is not served alone
PORT: Final = re.compile(r"[1-9][0-9]{0,4}")


def mcp(
    *,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
    serve: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Serve many clients by streamable HTTP; each brings its own token",
            show_default=False,
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The address of server and --serve alike, behind one proxy, without /mcp",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Let a language model play on a server, by the Model Context Protocol (MCP)

    Started by a client of MCP it speaks on standard input and output, and plays with the token
    of --as, --token or SAQQARA_TOKEN, else with the account's. Matches stay on the server:
    whichever process is asked next goes on with them.

    Exit codes: 0 the client closed the connection; 2 the command line is wrong.
    """
    if find_spec("mcp") is None:
        stop("This needs the official package: pip install 'saqqara[mcp]'.")
    mcp_server = import_module("saqqara_sdk.mcp.server")
    access = access_of(server, token, speaker)
    if serve is not None:
        host, port, url = _place(serve, public_url)
        mcp_server.serve(access, host, port, url)
        return
    if access.token is None:
        stop(
            "A player needs a token. Sign in with `saqqara account login`, name a bot with a stored"
            " token with --as, or pass a token with --token or SAQQARA_TOKEN."
        )
    account = kept_credentials().at(access.server).account
    is_signed_in = account is not None and account.refresh and account.token == access.token
    renew = partial(_token, access.server) if is_signed_in else None
    mcp_server.on_stdio(access, renew).run("stdio")


def _token(server: str) -> str:
    """Return the account's token, renewed if it ends soon; raises `ConnectionFailed` if not."""
    try:
        found = fresh_account(server)
    except CredentialsFault as fault:
        raise ConnectionFailed(str(fault)) from fault
    if found is None:
        raise ConnectionFailed(f"The account of {server} is no longer stored here.")
    return found.token


def _place(place: str, public_url: str | None) -> tuple[str, int, str]:
    """Return the host and the port to serve at, and the address that clients know."""
    host, _, port = place.rpartition(":")
    if not host or not PORT.fullmatch(port):
        stop(f"--serve: write HOST:PORT, such as 127.0.0.1:8080, not {place!r}.")
    if public_url is None and host in EVERYWHERE:
        stop("--serve: name the address that clients know with --public-url.")
    url = (public_url or f"http://{place}").rstrip("/")
    if not url.startswith(("http://", "https://")):
        stop(f"--public-url: write an address such as https://play.example.org, not {url!r}.")
    return host, int(port), url
