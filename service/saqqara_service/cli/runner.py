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
        str, typer.Option(envvar="SAQQARA_SERVER", help="The API's address")
    ] = "http://127.0.0.1:8000",
    token: Annotated[
        str,
        typer.Option(
            envvar=TOKEN,
            help="The token from `saqqara-server token runner`; pass it in the environment",
            show_default=False,
        ),
    ] = "",
    name: Annotated[
        str, typer.Option(help="The runner's name, which must be unique", show_default="made up")
    ] = "",
    places: Annotated[
        int,
        typer.Option(
            min=1,
            max=1000,
            help="The maximum number of bots, and of program processes, at once",
            show_default="two for each core",
        ),
    ] = 2 * (os.cpu_count() or 1),
    cache: Annotated[
        Path, typer.Option(help="The folder for archives, with a subfolder for each runner")
    ] = Path("data/runners"),
    memory: Annotated[
        int, typer.Option(min=64, help="The address space of each program process, in MiB")
    ] = 4096,
    start_limit: Annotated[
        float, typer.Option(min=0.1, help="The time limit for a program's greeting, in seconds")
    ] = 30.0,
    answer_limit: Annotated[
        float,
        typer.Option(
            min=0.1, help="The time limit for a decision, in seconds, unless the clock is shorter"
        ),
    ] = 60.0,
    processes: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="The maximum number of processes and threads per program",
            show_default="64",
        ),
    ] = None,
    processor_limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="S",
            help="The processor time of each process, in seconds, after which it is ended",
            show_default="four hours",
        ),
    ] = None,
    trust: Annotated[
        bool,
        typer.Option("--trust", help="Start programs without a sandbox; only for your own bots"),
    ] = False,
) -> None:
    """Play for submitted bots, each in a bubblewrap sandbox, until stopped

    Start any number of runners, on any machine that reaches the API.

    Exit codes: 0 stopped; 2 the command line is wrong, or there is no sandbox; 4 the API
    refused the token.
    """
    if not token:
        raise typer.BadParameter(f"Set {TOKEN} to a token from `saqqara-server token runner`.")
    configuration = {
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
    command = (sys.executable, "-m", "saqqara_runner", json.dumps(configuration))
    os.execve(sys.executable, command, os.environ | {TOKEN: token})  # noqa: S606
