"""API processes as a host runs them: started, waited for, stopped by their pids."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

START_S = 60.0
STOP_S = 30.0


@contextmanager
def api_processes(
    redis_url: str, log: Path, count: int, **environ: str
) -> Iterator[tuple[int, ...]]:
    """So many API processes on one Redis, each on a port of its own, all writing one log."""
    with ExitStack() as held:
        ports = [held.enter_context(_api_process(redis_url, log, environ)) for _ in range(count)]
        for port in ports:
            _wait_until_ready(port, log)
        yield tuple(ports)


@contextmanager
def _api_process(redis_url: str, log: Path, environ: dict[str, str]) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener, log.open("ab") as told:
        process = subprocess.Popen(
            [sys.executable, "-m", "saqqara_service.cli", "api", "--fd", str(listener.fileno())],
            env={**os.environ, "REDIS_URL": redis_url, **environ},
            pass_fds=(listener.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
        )
        try:
            yield listener.getsockname()[1]
        finally:
            process.terminate()
            process.wait(STOP_S)


def _wait_until_ready(port: int, log: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"the API did not become ready: {log.read_text(encoding='utf-8')}")
