"""`saqqara-server token`: the host's own tokens."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import typer

from saqqara_service.application import accounts
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import ApplicationError, Unauthenticated
from saqqara_service.settings import Settings
from saqqara_service.storage.embedded import redis_url

app = typer.Typer(help="Issue tokens that only the host can issue.", no_args_is_help=True)


@app.callback()
def tokens() -> None:
    """Issue tokens that only the host can issue."""


@app.command()
def admin() -> None:
    """Print a new administrator's token; it is shown once and stored as a hash."""
    settings = Settings()

    async def issue(url: str) -> str:
        async with open_service(settings.model_copy(update={"redis_url": url})) as svc:
            return (await accounts.issue_admin(svc)).token

    try:
        with redis_url(settings.data, settings.redis_url) as url:
            typer.echo(asyncio.run(issue(url)))
    except ApplicationError as error:
        typer.echo(error.message, err=True)
        raise typer.Exit(1) from error


async def keep_admin_token(svc: Service, path: Path) -> None:
    """Make sure that the file holds an administrator's token that this Redis knows."""
    token = _read(path)
    if token is not None:
        with contextlib.suppress(Unauthenticated):
            await accounts.authenticate(svc, token)
            return
    _write(path, (await accounts.issue_admin(svc)).token)


def _read(path: Path) -> str | None:
    return path.read_text().strip() if path.exists() else None


def _write(path: Path, token: str) -> None:
    """Nobody else may read the file, not even before it has its content."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(f"{token}\n")
