"""`saqqara-server backup` and `restore`: the whole store as one folder, and back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from saqqara_service.settings import Settings
from saqqara_service.storage.operations.backups import BackupFailed, back_up
from saqqara_service.storage.operations.restores import Restored, RestoreFailed
from saqqara_service.storage.operations.restores import restore as restored
from saqqara_service.storage.redis.dumps import DumpFailed
from saqqara_service.storage.redis.embedded import NoRedisFound, redis_url

T = TypeVar("T")
Folder = Annotated[Path, typer.Argument(help="The folder of the backup")]


def backup(folder: Folder) -> None:
    """Back up the database to a new folder, while matches are played

    The backup contains everything acknowledged before it began, with the blobs.
    """
    manifest = _run(lambda url, place, prefix: back_up(url, place, folder, prefix))
    typer.echo(
        f"{folder} contains everything acknowledged before {_instant(manifest.at_ms)}, and"
        f" {manifest.blobs} blobs. Test it: restore it into another Redis."
    )


def restore(
    folder: Folder,
    *,
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete Saqqara's data in this Redis first")
    ] = False,
) -> None:
    """Restore a backup into an empty Redis; the service pauses meanwhile"""

    def brought(url: str, place: str, prefix: str) -> Awaitable[Restored]:
        server = Settings().redis_server
        return restored(url, place, folder, prefix, is_replacing=replace, server=server)

    done = _run(brought)
    typer.echo(
        f"Restored {done.keys} keys and {done.manifest.blobs} blobs as of"
        f" {_instant(done.manifest.at_ms)}. Later changes are lost; {done.running} running matches"
        " received an event `rolled_back`."
    )


def _run(call: Callable[[str, str, str], Awaitable[T]]) -> T:
    """What the call answers for this host's Redis, blobs and prefix."""
    settings = Settings()

    async def run(url: str) -> T:
        return await call(url, settings.blob_store, settings.key_prefix)

    try:
        with redis_url(settings.data, settings.redis_url, settings.redis_server) as url:
            return asyncio.run(run(url))
    except (BackupFailed, DumpFailed, RestoreFailed, NoRedisFound) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


def _instant(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(sep=" ", timespec="seconds")
