"""Tokens in responses: the server returns them once, so they are stored at once."""

from __future__ import annotations

import json

import typer

from saqqara_sdk.cli.console import errors, output, stop
from saqqara_sdk.cli.online import display
from saqqara_sdk.cli.online.credentials import (
    CredentialsFault,
    KeptServer,
    StoredToken,
    changing_credentials,
    credentials_path,
)
from saqqara_sdk.cli.online.rows import Keeps
from saqqara_sdk.client.access import Access
from saqqara_sdk.wire.enums import TokenKind
from saqqara_sdk.wire.models import Issued


def look_before(keeps: Keeps, access: Access) -> None:
    """Ends the command before a token is made that could not be kept."""
    if keeps is Keeps.NOTHING:
        return
    try:
        with changing_credentials() as kept:
            account = kept.at(access.server).account
    except CredentialsFault as fault:
        stop(str(fault))
    if keeps is Keeps.ACCOUNT and account is not None:
        stop(_is_kept(account, access))


def _is_kept(account: StoredToken, access: Access) -> str:
    return (
        f"The tokens of account {account.name!r} on {access.server} are stored here. Move"
        f" {credentials_path()}, which holds all stored tokens, away to use another account."
        " `saqqara account forget` deletes them, and no command restores them."
    )


def keep(
    keeps: Keeps, answer: object, access: Access, following: str | None, *, as_json: bool
) -> None:
    """Store the token of a response and print its location, or show it."""
    if not isinstance(answer, Issued):
        raise TypeError(f"{type(answer).__name__} has no token to store")
    is_kept = _store(keeps, answer, access)
    if as_json:
        typer.echo(json.dumps(display.with_next(answer, following), indent=1))
        return
    display.details(answer.bot or answer.account, access.server)
    if is_kept:
        errors().print(
            f"Its token is stored in {credentials_path()}.", markup=False, soft_wrap=True
        )
    else:
        output().print(f"token {answer.token}", markup=False, soft_wrap=True)
        errors().print("It is not shown again. Store it where nobody else can read it.")


def _store(keeps: Keeps, answer: Issued, access: Access) -> bool:
    """Whether the token is in the file now; where it cannot be written, it is shown instead."""
    try:
        with changing_credentials() as kept:
            return _put(keeps, answer, kept.at(access.server))
    except CredentialsFault as fault:
        errors().print(str(fault), markup=False, soft_wrap=True)
        return False


def _put(keeps: Keeps, answer: Issued, kept: KeptServer) -> bool:
    bot = answer.bot
    if keeps is Keeps.ACCOUNT:
        kept.account = StoredToken(
            id=answer.account.id, name=answer.account.name, token=answer.token
        )
        return True
    if keeps is Keeps.BOT and bot is not None:
        kept.bots.append(StoredToken(id=bot.id, name=bot.name, token=answer.token))
        return True
    return False


def replace(answer: object, access: Access) -> None:
    """Keeps a token in place of the one that it was made from, which soon ceases to work."""
    if not isinstance(answer, Issued):
        raise TypeError(f"{type(answer).__name__} has no token to store")
    try:
        with changing_credentials() as kept:
            for one in kept.at(access.server).each:
                if one.token == access.token:
                    one.token = answer.token
    except CredentialsFault as fault:
        errors().print(str(fault), markup=False, soft_wrap=True)


def keep_token(access: Access, issued: StoredToken, kind: TokenKind | str) -> None:
    """Keeps a token that its owner had already; ends the command if that is not possible."""
    try:
        with changing_credentials() as kept:
            place = kept.at(access.server)
            if kind == TokenKind.ADMIN:
                place.host = issued
            elif kind == TokenKind.BOT:
                place.bots = [one for one in place.bots if one.id != issued.id]
                place.bots.append(issued)
            elif place.account is None or place.account.id == issued.id:
                place.account = issued
            else:
                stop(_is_kept(place.account, access))
    except CredentialsFault as fault:
        stop(str(fault))


def forget(access: Access) -> int:
    """How many tokens for a server were given up."""
    try:
        with changing_credentials() as kept:
            count = len(kept.at(access.server).each)
            del kept.servers[access.server]
            return count
    except CredentialsFault as fault:
        stop(str(fault))
