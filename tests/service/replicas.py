"""API processes as a host runs them: started, waited for, stopped by their pids."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

THIS_RELEASE = "saqqara_service.cli"
START_S = 300.0
STOP_S = 30.0


@dataclass(frozen=True, slots=True)
class Api:
    """An API process that listens on this machine."""

    port: int
    pid: int

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def resident_mib(self) -> float:
        """The memory it holds now."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def api_processes(
    redis_url: str, log: Path, count: int, **environ: str
) -> Iterator[tuple[int, ...]]:
    """So many API processes on one Redis, each on a port of its own, all writing one log."""
    with apis(redis_url, log, count, **environ) as started:
        yield tuple(api.port for api in started)


@contextmanager
def apis(
    redis_url: str, log: Path, count: int, *, release: str = THIS_RELEASE, **environ: str
) -> Iterator[tuple[Api, ...]]:
    """The same, each with its pid; `release` is the module that is run."""
    with ExitStack() as held:
        started = [held.enter_context(_api(redis_url, log, environ, release)) for _ in range(count)]
        for api in started:
            _wait_until_ready(api, log)
        yield tuple(started)


@contextmanager
def _api(redis_url: str, log: Path, environ: dict[str, str], release: str) -> Iterator[Api]:
    with socket.create_server(("127.0.0.1", 0)) as listener, log.open("ab") as log_file:
        process = subprocess.Popen(
            [sys.executable, "-m", release, "api", "--fd", str(listener.fileno())],
            env={**os.environ, "REDIS_URL": redis_url, **environ},
            pass_fds=(listener.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=log_file,
            stderr=log_file,
        )
        try:
            yield Api(listener.getsockname()[1], process.pid)
        finally:
            process.terminate()
            process.wait(STOP_S)


def _wait_until_ready(api: Api, log: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        try:
            if httpx.get(f"{api.address}/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"the API did not become ready: {log.read_text(encoding='utf-8')}")
