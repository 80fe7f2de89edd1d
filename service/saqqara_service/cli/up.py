"""`saqqara-server up`: the whole service on this machine until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from typing import Annotated

import typer
from rich.console import Console

from saqqara_service.cli import stack
from saqqara_service.cli.stack import Stack, StackFailed
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import NoRedisFound, RedisFailed

Count = Annotated[int, typer.Option(min=1, max=64)]


def up(apis: Count = 2, workers: Count = 2) -> None:
    """Run Redis, the API and ladder workers here until Ctrl-C, and keep them running."""
    try:
        asyncio.run(_serve(Settings(), apis, workers))
    except (StackFailed, RedisFailed, NoRedisFound) as error:
        typer.echo(f"Saqqara cannot run: {error}.", err=True)
        raise typer.Exit(1) from error


async def _serve(settings: Settings, apis: int, workers: int) -> None:
    async with told_to_stop() as stopping, stack.running(settings, apis, workers) as running:
        _introduce(running)
        await stopping.wait()
        typer.echo("Stopping.")
    typer.echo(f"Stopped; everything is kept in {settings.data}.")


@contextlib.asynccontextmanager
async def told_to_stop() -> AsyncIterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set; before, they would end us without cleaning up."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stopping.set)
    try:
        yield stopping
    finally:
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(sign)


def _introduce(running: Stack) -> None:
    redis = running.redis.log if running.redis is not None else "as REDIS_URL says"
    console = Console(highlight=False, soft_wrap=True)
    console.print("[bold]Saqqara is up.[/bold]")
    for label, text in (
        ("REST", f"{running.server}/api/v1"),
        (
            "GraphQL",
            f"{running.server}/graphql (in a browser an explorer, as GraphiQL is, without the net)",
        ),
        ("Health", f"{running.server}/livez and {running.server}/readyz"),
        ("Token", f"{running.admin_token} (the administrator's; for you alone)"),
        ("Data", f"{running.settings.data} (logs in {running.logs}, Redis: {redis})"),
    ):
        console.print(f"  {label:9} {text}")
    console.print("Stop it with Ctrl-C.")
