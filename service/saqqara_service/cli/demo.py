"""`saqqara-server demo`: a stack of its own, and beside it a client that plays on it.

The client is the program of the sample bots: this side knows only its command.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys

import typer

from saqqara_service.cli import stack
from saqqara_service.cli.stack import StackFailed
from saqqara_service.cli.up import stop_signal
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import NoRedisFound, RedisFailed

CLIENT = "saqqara_bots.demo"


def demo() -> None:
    """Play three small rated ladders from start to end, show the standings, and clean up"""
    settings = Settings()
    own = settings.model_copy(update={"data": settings.data / "demo", "port": 0})
    try:
        code = asyncio.run(_demo(own))
    except (StackFailed, RedisFailed, NoRedisFound) as error:
        typer.echo(f"The demo failed: {str(error).rstrip('.')}.", err=True)
        code = 1
    if code:
        raise typer.Exit(code)


async def _demo(settings: Settings) -> int:
    is_trusting = shutil.which("bwrap") is None  # the programs are our own
    where = "no sandbox for the runner (install bubblewrap)" if is_trusting else "sandboxes"
    typer.echo(
        "Starting Redis, 2 API processes, 2 ladder workers, a runner and house bots;"
        f" {where}, data in {settings.data}"
    )
    kept = stack.running(settings, runners=1, house=True, trust=is_trusting)
    async with stop_signal() as stopping, kept as running:
        typer.echo(f"Watch live at {running.server}/")
        client = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", CLIENT, str(settings.data)),
            env={**os.environ, "SAQQARA_SERVER": running.server},
        )
        ended, stop = asyncio.create_task(client.wait()), asyncio.create_task(stopping.wait())
        await asyncio.wait({ended, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if ended.done():
            return ended.result()
        client.kill()  # its bots end with it
        await ended
    typer.echo(f"The demo failed: it was interrupted; see {settings.data / 'logs'}.", err=True)
    return 1
