"""Servers that are loaded, each a process of its own, and the program that loads them."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

HERE: Final = Path(__file__).parent / "api"
API: Final = (sys.executable, "-m", "saqqara_service.cli", "api")
GENEROUS: Final = {
    "SAQQARA_LOG_LEVEL": "error",
    "SAQQARA_SOCKET_MESSAGES_PER_S": "100000",
    "SAQQARA_ADDRESS_BURST": "1000000",
    "SAQQARA_TOKEN_BURST": "1000000",
    "SAQQARA_ADDRESS_ACCOUNTS_PER_DAY": "1000000",
    "SAQQARA_ADDRESS_CONNECTIONS": "100000",
    "SAQQARA_MAX_STREAMS": "100000",
}
"""Budgets and logs out of the way: the load is one program at one address."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server process and where it answers."""

    url: str
    pid: int

    @property
    def cpu_s(self) -> float:
        """How long it has worked."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def resident_kib(self) -> int:
        """The memory that it holds."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024


@dataclass(frozen=True, slots=True)
class Load:
    """One stretch of load; `cpu_ms` and `store_ms` are processor time for an action.

    The former is that of the server process, the latter that of its Redis.
    """

    per_second: float
    p50: float
    p99: float
    cpu_ms: float
    store_ms: float


def load(
    which: str,
    server: Server,
    store: Server | None = None,
    *,
    matches: int,
    seconds: int,
    rate: int = 0,
) -> Load:
    """Load a server for some seconds, at full speed or with `rate` actions a second."""
    with start_load(which, server, matches, seconds, rate) as running:
        before = _worked(server, store)
        output, _ = running.communicate(timeout=seconds + 60)
        after = _worked(server, store)
    assert running.returncode == 0
    found = json.loads(output)
    spent_s = [end - start for start, end in zip(before, after, strict=True)]
    cpu_ms, store_ms = (1000 * one / found["actions"] for one in spent_s)
    return Load(found["perSecond"], found["p50"], found["p99"], cpu_ms, store_ms)


def _worked(server: Server, store: Server | None) -> tuple[float, float]:
    return server.cpu_s, 0.0 if store is None else store.cpu_s


@contextmanager
def start_load(
    which: str, server: Server, matches: int, seconds: int, rate: int
) -> Iterator[subprocess.Popen[str]]:
    """The program that plays, from when all matches are on until the block ends."""
    words = ("node", "load.mjs", which, server.url, str(matches), str(seconds), str(rate))
    with subprocess.Popen(words, cwd=HERE, stdout=subprocess.PIPE, text=True) as playing:
        try:
            assert playing.stdout is not None
            if playing.stdout.readline() != "playing\n":
                raise SystemExit("the load did not begin; its own error stands above")
            yield playing
        finally:
            playing.terminate()


def install() -> bool:
    """Whether the load generator and the peer are there; npm installs them once."""
    if shutil.which("npm") is None:
        raise SystemExit("the API part of the benchmark needs node and npm on PATH")
    if not (HERE / "node_modules" / ".installed").exists():
        subprocess.run(["npm", "ci", "--no-progress", "--loglevel=error"], cwd=HERE, check=True)
        (HERE / "node_modules" / ".installed").touch()
    return (HERE / "node_modules" / "boardgame.io").exists()


@contextmanager
def served(command: tuple[str, ...], path: str, environ: dict[str, str]) -> Iterator[Server]:
    """The program on a free port, which it reads as SAQQARA_PORT, until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        command,
        cwd=HERE,
        env={**os.environ, **environ, "SAQQARA_PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(f"http://127.0.0.1:{port}{path}")
        yield Server(f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.terminate()
        process.wait(30)


def _wait(address: str) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if httpx.get(address).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise SystemExit(f"nothing answers at {address}")
