"""`saqqara-server token`: what only the host can issue, and every token there is."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer
from pydantic import TypeAdapter
from rich.console import Console

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication, credentials
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST, done
from saqqara_service.cli.tables import folding
from saqqara_service.errors import Unauthenticated
from saqqara_service.models import Issued, TokenInfo

HOUR_MS: Final = 3_600_000
_INFOS: TypeAdapter[list[TokenInfo]] = TypeAdapter(list[TokenInfo])

app = typer.Typer(help="Issue, list, rotate and revoke tokens", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs")]
TokenId = Annotated[str, typer.Argument(help="The token's id, as shown by `list`")]
AccountId = Annotated[str, typer.Argument(help="The account's id")]
Name = Annotated[str, typer.Argument(help="The name, of 3 to 24 letters, digits, spaces, _ or -")]


@app.command()
def admin() -> None:
    """Create and print an administrator's token, which is shown once and stored as a hash"""
    typer.echo(done(accounts.issue_admin).token)


@app.command()
def runner(name: Name = "runner") -> None:
    """Create and print a token for runners, which several runners may share"""
    typer.echo(done(lambda svc: accounts.issue_runner(svc, name)).token)


@app.command()
def issue(name: Name) -> None:
    """Create an account, regardless of the registration rules, and print its token"""
    typer.echo(done(lambda svc: accounts.issue_user(svc, name)).token)


@app.command()
def invite(
    hours: Annotated[
        int,
        typer.Option(min=1, max=87_600, help="The time for which the code is valid, in hours"),
    ] = 168,
) -> None:
    """Create and print an invitation code for one account"""
    said = {"expires_in_ms": hours * HOUR_MS}
    found = done(lambda svc: credentials.invite(svc, HOST, questions.read(questions.Invite, said)))
    typer.echo(found.code)


@app.command(name="list")
def list_(account_id: AccountId, *, json: Json = False) -> None:
    """List the tokens of an account and of its bots"""
    caller = HOST.model_copy(update={"account_id": account_id})
    _show(done(lambda svc: credentials.listed(svc, caller, questions.NoQuestion())), json=json)


@app.command()
def show(
    token: Annotated[str, typer.Argument(help="The token in plain text")], *, json: Json = False
) -> None:
    """Show the owner and the scopes of a token"""

    async def find(svc: Service) -> TokenInfo:
        caller = await authentication.verify(svc, token)
        return await credentials.about(svc, caller, questions.NoQuestion())

    _show([done(find)], json=json)


@app.command()
def rotate(
    token_id: TokenId,
    hours: Annotated[
        int,
        typer.Option(min=0, max=720, help="The time for which the old token still works, in hours"),
    ] = 24,
) -> None:
    """Replace a token and print the new one; the old one keeps working for a while"""
    said = {"token_id": token_id, "overlap_ms": hours * HOUR_MS}
    made = done(
        lambda svc: credentials.rotate(svc, HOST, questions.read(questions.RotateToken, said))
    )
    typer.echo(made.token)


@app.command()
def revoke(token_id: TokenId) -> None:
    """Revoke a token; its open connections are closed within seconds"""
    info = done(lambda svc: credentials.revoke(svc, HOST, questions.RevokeToken(token_id=token_id)))
    typer.echo(f"Revoked {info.id} ({info.name})")


async def keep_token(
    svc: Service, path: Path, issue: Callable[[Service], Awaitable[Issued]]
) -> None:
    """Make sure that the file holds a token of that kind that this Redis knows."""
    token = _read(path)
    if token is not None:
        with contextlib.suppress(Unauthenticated):
            await authentication.verify(svc, token)
            return
    _write(path, (await issue(svc)).token)


def _show(infos: list[TokenInfo], *, json: bool) -> None:
    if json:
        typer.echo(_INFOS.dump_json(infos, by_alias=True, indent=2).decode())
        return
    table = folding("token", "scopes", "expires", "last used")
    table.columns[0].no_wrap = True
    for info in infos:
        token = f"{info.name}\n{info.id}\nfor {info.bot_id or info.account_id}"
        expires = "never" if info.expires_ms is None else _instant(info.expires_ms)
        table.add_row(token, "\n".join(info.scopes), expires, info.used_on or "never")
    Console().print(table)


def _instant(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(sep=" ", timespec="minutes")


def _read(path: Path) -> str | None:
    return path.read_text().strip() if path.exists() else None


def _write(path: Path, token: str) -> None:
    """Nobody else may read the file, not even before it has its content."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(f"{token}\n")
