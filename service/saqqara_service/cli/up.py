"""`saqqara-server up`: the whole service on this machine until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from ipaddress import ip_address
from typing import Annotated, Final

import typer
from rich.console import Console

from saqqara_service.application.accounts.house import LEVELS
from saqqara_service.cli import stack
from saqqara_service.cli.stack import Stack, StackFailed, console_script
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import NoRedisFound, RedisFailed

Apis = Annotated[int, typer.Option(min=1, max=64, help="The number of API processes")]
Workers = Annotated[int, typer.Option(min=1, max=64, help="The number of ladder workers")]


Runners = Annotated[
    int,
    typer.Option(min=0, max=64, help="The number of runners, which play for hosted bots"),
]
House = Annotated[bool, typer.Option(help="Run house bots, one at each level")]


def up(apis: Apis = 2, workers: Workers = 2, runners: Runners = 1, *, house: House = True) -> None:
    """Run and supervise Redis, API, ladder workers, runners and house bots until Ctrl-C

    Runners need bubblewrap; without it, everything else runs.
    """
    hosting = runners if shutil.which("bwrap") else 0
    kept = stack.running(Settings(), apis, workers, runners=hosting, house=house)
    try:
        asyncio.run(_serve(kept))
    except (StackFailed, RedisFailed, NoRedisFound) as error:
        typer.echo(f"Saqqara cannot run: {str(error).rstrip('.')}.", err=True)
        raise typer.Exit(1) from error


KEEP_S: Final = 10.0
"""How long the stack waits until the token of its host is stored; its own check takes a second."""
_NOT_KEPT: Final = "the token is not stored for `saqqara --as host`"


OPEN: Final = (
    "[bold]Others can reach this server.[/bold] On the internet, put a proxy in front of it:"
    " helm/compose.yaml brings one, and helm/Caddyfile has its limits."
)
"""What `up` says when it listens on more than this machine's own addresses."""


async def _serve(kept: AbstractAsyncContextManager[Stack]) -> None:
    async with stop_signal() as stopping, kept as running:
        _introduce(running, await _keep_token(running))
        await stopping.wait()
        typer.echo("Stopping.")
    store = "" if running.redis else "the Redis of REDIS_URL and "
    typer.echo(f"Stopped. All data is stored in {store}{running.settings.data}.")


@contextlib.asynccontextmanager
async def stop_signal() -> AsyncIterator[asyncio.Event]:
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


async def _keep_token(running: Stack) -> str:
    """Store the administrator's token for the user who runs this; how to use it, or the reason.

    What runs already waits for this no longer than `KEEP_S`.
    """
    environment = {**os.environ, "SAQQARA_SERVER": running.server}
    try:
        command = (str(console_script("saqqara")), "account", "keep")
        keeping = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=STDOUT, env=environment
        )
    except (StackFailed, OSError) as error:
        return f"{_NOT_KEPT}: {error}"
    try:
        async with asyncio.timeout(KEEP_S):
            output, _ = await keeping.communicate(running.admin_token.read_bytes())
    except TimeoutError:
        keeping.kill()
        await keeping.wait()
        return f"{_NOT_KEPT}: `saqqara account keep` took more than {KEEP_S:g} s"
    if keeping.returncode:
        return f"{_NOT_KEPT}: {output.decode(errors='replace').strip()}"
    return f"saqqara ladder list --as host --server {running.server} (for all commands)"


def _introduce(running: Stack, host: str) -> None:
    has_house = bool(running.of_role("house"))
    redis = running.redis
    logs = [running.logs, *([redis.log] if redis else [])]
    console = Console(highlight=False, soft_wrap=True)
    console.print("[bold]Saqqara is up.[/bold]")
    for label, text in (
        ("Pages", f"{running.server}/ (watch, replay, play, follow ladders)"),
        ("REST", f"{running.server}/api/v1"),
        (
            "GraphQL",
            f"{running.server}/graphql (GraphiQL in a browser, without external hosts)",
        ),
        ("Tokens", f"{running.server}/tokens (view, revoke and create an account's tokens)"),
        ("Runners", _hosting(running)),
        *([("House bots", ", ".join(level.name for level in LEVELS))] if has_house else []),
        ("Health", f"{running.server}/livez and {running.server}/readyz"),
        ("Token", f"{running.admin_token} (the administrator's token; keep it secret)"),
        ("Host", host),
        ("Redis", running.program),
        ("Data", f"{running.settings.data} (logs in {', '.join(map(str, logs))})"),
    ):
        console.print(f"  {label:10} {text}")
    if not is_own(running.settings.host):
        console.print(OPEN)
    console.print("Stop it with Ctrl-C.")


def is_own(host: str) -> bool:
    """Whether only this machine reaches what listens there."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _hosting(running: Stack) -> str:
    count = len(running.of_role("runner"))
    if count:
        return f"{count}, for submitted bots (`saqqara bot submit`), each in a sandbox"
    return "none: submitted bots wait (a runner needs bubblewrap: install bwrap)"
