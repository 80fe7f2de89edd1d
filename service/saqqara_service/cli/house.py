"""`saqqara-server house`: the host's own bots play here whoever challenges them.

They are connected bots like all others, run by the SDK's program: this side knows only its command,
and writes it a file of bots. Their tokens are new at each start and never on a disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from saqqara_service.application.accounts.house import LEVELS, HouseLevel, open_house
from saqqara_service.application.service import open_service
from saqqara_service.cli import processes
from saqqara_service.cli.up import stop_signal
from saqqara_service.errors import Busy
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import redis_url

ENDED: Final = 1
"""The exit code if the bots have ended though nobody told them to."""
GRACE_S: Final = 10.0
"""So long a bot may take to finish the decision that it thinks about."""

Server = Annotated[
    str, typer.Option(envvar="SAQQARA_SERVER", help="The API's address, as reached by the bots")
]
Levels = Annotated[
    list[str] | None,
    typer.Option(
        "--level",
        help=f"A level to run instead of all: {', '.join(level.name for level in LEVELS)}.",
    ),
]


def house(server: Server = "http://127.0.0.1:8000", level: Levels = None) -> None:
    """Run house bots of every level until stopped; one such process is enough"""
    processes.end_with_parent()
    chosen = _chosen(level)
    settings = Settings()
    with redis_url(settings.data, settings.redis_url, settings.redis_server) as url:
        tokens = asyncio.run(_opened(settings.model_copy(update={"redis_url": url}), chosen))
    code = asyncio.run(_play(server, tokens))
    if code:
        raise typer.Exit(code)


def _chosen(names: list[str] | None) -> list[HouseLevel]:
    known = {level.name: level for level in LEVELS}
    if strange := [name for name in names or () if name not in known]:
        raise typer.BadParameter(
            f"There is no level {strange[0]!r}. Use one of {', '.join(known)}."
        )
    return [level for level in LEVELS if not names or level.name in names]


async def _opened(settings: Settings, levels: Iterable[HouseLevel]) -> dict[HouseLevel, str]:
    try:
        async with open_service(settings) as svc:
            return {level: await open_house(svc, level) for level in levels}
    except Busy as error:
        typer.echo("Redis does not answer; check REDIS_URL", err=True)
        raise typer.Exit(1) from error


async def _play(server: str, tokens: Mapping[HouseLevel, str]) -> int:
    """Run the bots until we are told to stop; its exit code, 0 if stopped."""
    with tempfile.TemporaryDirectory(prefix="saqqara-house-") as folder:
        file = Path(folder) / "house.toml"
        file.write_text(bot_file(server, tokens), encoding="utf-8")
        async with stop_signal() as stopping:
            playing = await _started(file, {variable(one): text for one, text in tokens.items()})
            ended = asyncio.create_task(playing.wait())
            stop = asyncio.create_task(stopping.wait())
            await asyncio.wait({ended, stop}, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                stop.cancel()
                return ended.result() or ENDED
            return await _stopped(playing, ended)


async def _started(file: Path, tokens: Mapping[str, str]) -> asyncio.subprocess.Process:
    program = Path(sys.executable).with_name("saqqara")
    if not program.exists():
        typer.echo(f"{program} is missing. Install Saqqara in this environment.", err=True)
        raise typer.Exit(1)
    words = (str(program), "bot", "run", "--with-parent", "--config", str(file))
    return await asyncio.create_subprocess_exec(*words, env={**os.environ, **tokens})


async def _stopped(playing: asyncio.subprocess.Process, ended: asyncio.Task[int]) -> int:
    """End the program, which finishes its decisions first, unless that takes long."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            playing.send_signal(sign)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(ended), GRACE_S)
        if ended.done():
            break
    return 0


def bot_file(server: str, levels: Iterable[HouseLevel]) -> str:
    """The file of bots for `saqqara bot run --config`, which names where the tokens are."""
    lines = [f'server = "{server}"']
    for level in levels:
        lines += [
            "",
            f'[bots."{level.name}"]',
            f'bot = "{level.name}"',
            f'token_env = "{variable(level)}"',
            f"isolate = {str(level.is_slow).lower()}",
        ]
    return "\n".join(lines) + "\n"


def variable(level: HouseLevel) -> str:
    """The variable of the environment that has the level's token."""
    return f"HOUSE_{level.name.upper().replace('-', '_')}_TOKEN"
