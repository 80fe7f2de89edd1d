"""The groups of commands over the typed client, with the few that are more than one call."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.online import completions, display, issued_tokens, live_match
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.account_export import export
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.commands import add_commands
from saqqara_sdk.cli.online.credentials import (
    CredentialsFault,
    StoredToken,
    credentials_path,
    kept_credentials,
)
from saqqara_sdk.cli.online.names import bot_id
from saqqara_sdk.cli.online.policies import PolicyFault, changed_policy
from saqqara_sdk.cli.online.sign_in import sign_in, stored
from saqqara_sdk.client.access import DEFAULT_SERVER, Access, find_access
from saqqara_sdk.wire.enums import TokenKind
from saqqara_sdk.wire.models import AcceptPolicy


def _group(name: str, sentence: str) -> typer.Typer:
    return add_commands(
        typer.Typer(help=sentence, no_args_is_help=True, add_completion=False), name
    )


account = _group("account", "Create and manage accounts, and the tokens stored here")
token = _group("token", "Manage the tokens of the account and of its bots")
policy = _group("policy", "Show and change which challenges a bot accepts")
submission = _group("submission", "Manage submitted programs; for operators")
challenge = _group("challenge", "Challenge other players, and answer challenges")
match = _group("match", "Create, find, follow and play matches on a server")
server = _group("server", "Show a server's version, games and workload")


account.command()(export)


@account.command()
def keep(*, server: Server = None, as_json: AsJson = False) -> None:
    """Store an existing token of an account, a bot or the host, read from standard input"""
    if sys.stdin.isatty():
        text = typer.prompt("token", hide_input=True, err=True)
    else:
        text = sys.stdin.readline()
    access = access_of(server, text.strip() or stop("No token was given."), None)
    with asking(access, as_json=as_json) as client:
        about = client.tokens.about()
        own = client.accounts.me()
        bots = {one.id: one.name for one in client.bots.page().items} if about.bot_id else {}
    name = bots.get(about.bot_id or "", about.name) if about.bot_id else own.name
    kept = StoredToken(id=about.bot_id or own.id, name=name, token=str(access.token))
    issued_tokens.keep_token(access, kept, about.kind)
    if as_json:
        typer.echo(json.dumps({"id": kept.id, "name": kept.name}))
    else:
        output().print(
            f"The token of {name} is stored in {credentials_path()}", markup=False, soft_wrap=True
        )


@account.command()
def login(*, server: Server = None, as_json: AsJson = False) -> None:
    """Sign in with a browser, here or on another device, without showing a token

    The sign-in is renewed by itself for 90 days, and ends earlier if it is revoked on the page
    /tokens of the server.
    """
    try:
        access = Access(find_access(server or DEFAULT_SERVER, None).server, None)
    except ValueError as error:
        stop(str(error))
    with asking(access):
        pair = sign_in(access.server)
    access = Access(access.server, pair.access_token)
    with asking(access) as client:
        own = client.accounts.me()
    issued_tokens.keep_token(access, stored(own.id, own.name, pair), TokenKind.USER)
    if as_json:
        typer.echo(json.dumps({"id": own.id, "name": own.name}))
    else:
        output().print(f"Signed in as {own.name}", markup=False, soft_wrap=True)


@account.command()
def forget(*, server: Server = None) -> None:
    """Remove a server's tokens from this machine; they stay valid on the server"""
    access = access_of(server, None, None)
    count = issued_tokens.forget(access)
    output().print(f"{count} tokens of {access.server} were removed", markup=False)


@account.command("list")
def list_kept(*, as_json: AsJson = False) -> None:
    """List the accounts and bots whose tokens are stored here, without contacting a server"""
    try:
        servers = kept_credentials().servers
    except CredentialsFault as fault:
        stop(str(fault))
    rows = [
        {
            "server": address,
            "account": one.account.name if one.account else "",
            "bots": [kept.name for kept in one.bots],
            "host": one.host is not None,
        }
        for address, one in servers.items()
    ]
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
    else:
        display.rows(rows)


@match.command()
def watch(
    match_id: Annotated[
        str, typer.Argument(metavar="MATCH", help="The match, by its id", show_default=False)
    ],
    *,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
) -> None:
    """Draw a running match live, as the token may see it, until it is over"""
    access = access_of(server, token, speaker)
    with asking(access) as client:
        live_match.watch(client, client.matches.get(match_id))


@policy.command("set")
def set_policy(
    bot_name: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="The bot, by its name or id",
            show_default=False,
            autocompletion=completions.own_bots,
        ),
    ],
    settings: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE…",
            help="The fields to change, such as mode=accept or max_matches=2; lists are JSON",
            show_default=False,
            autocompletion=completions.of(f"{name}=" for name in AcceptPolicy.model_fields),
        ),
    ] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            help="A TOML file with the complete policy, which replaces the one on the server",
            show_default=False,
        ),
    ] = None,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
    as_json: AsJson = False,
) -> None:
    """Change a bot's accept policy; unnamed fields keep their values"""
    access = access_of(server, token, speaker)
    with asking(access, as_json=as_json) as client:
        named = bot_id(bot_name, client, access)
        try:
            before = client.bots.policy(named) if file is None else AcceptPolicy()
            wanted = changed_policy(before, settings or (), file)
        except (PolicyFault, ValidationError) as fault:
            stop(str(fault))
        answer = client.bots.set_policy(named, wanted)
    if as_json:
        typer.echo(json.dumps(display.as_json(answer), indent=1))
    else:
        display.details(answer, access.server)
        errors().print("The policy applies from the next challenge on.")
