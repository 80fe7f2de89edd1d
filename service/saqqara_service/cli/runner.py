"""`saqqara-server runner`: becomes a process of a package of its own, which knows only the SDK."""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path
from typing import Annotated
from uuid import uuid4

import typer

TOKEN = "SAQQARA_RUNNER_TOKEN"  # noqa: S105 - a name


def runner(
    *,
    server: Annotated[
        str, typer.Option(envvar="SAQQARA_SERVER", help="Where the API is.")
    ] = "http://127.0.0.1:8000",
    token: Annotated[
        str,
        typer.Option(
            envvar=TOKEN,
            help="What `saqqara-server token runner` prints; best in the environment.",
            show_default=False,
        ),
    ] = "",
    name: Annotated[
        str, typer.Option(help="Its name, which no other has.", show_default="made up")
    ] = "",
    places: Annotated[
        int,
        typer.Option(
            min=1,
            max=1000,
            help="Bots it plays for, and processes of programs, at once.",
            show_default="two for each core",
        ),
    ] = 2 * (os.cpu_count() or 1),
    cache: Annotated[
        Path, typer.Option(help="Where archives are kept, each runner's in a folder of its own.")
    ] = Path("data/runners"),
    memory: Annotated[
        int, typer.Option(min=64, help="MiB of address space for each process of a bot.")
    ] = 4096,
    start_limit: Annotated[
        float, typer.Option(min=0.1, help="Seconds until a program has to say hello.")
    ] = 30.0,
    answer_limit: Annotated[
        float, typer.Option(min=0.1, help="Seconds for a decision where no clock is shorter.")
    ] = 60.0,
    processes: Annotated[
        int | None,
        typer.Option(
            min=1, help="Processes and threads of each program at a time.", show_default="64"
        ),
    ] = None,
    processor_limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="S",
            help="Seconds of processor time of each process, then it is ended.",
            show_default="four hours",
        ),
    ] = None,
    trust: Annotated[
        bool,
        typer.Option("--trust", help="Start programs without a sandbox: for your own bots alone."),
    ] = False,
) -> None:
    """Play for bots that were handed in, each in a sandbox of bubblewrap, until stopped.

    Start as many as you like, on any machine that reaches the API.

    Exit codes:
    0 it was stopped;
    2 the command line is wrong, or there is no sandbox here;
    4 the API refused its token.
    """
    if not token:
        raise typer.BadParameter(f"print a token by `saqqara-server token runner`, for {TOKEN}")
    told = {
        "server": server,
        "name": name or f"{socket.gethostname()[:40]}-{uuid4().hex[:8]}",
        "places": places,
        "cache": str(cache),
        "memory_mb": memory,
        "start_s": start_limit,
        "answer_s": answer_limit,
        "bounds": {
            name: value
            for name, value in (("processes", processes), ("cpu_s", processor_limit))
            if value is not None
        },
        "is_trusting": trust,
    }
    command = (sys.executable, "-m", "saqqara_runner", json.dumps(told))
    os.execve(sys.executable, command, os.environ | {TOKEN: token})  # noqa: S606
