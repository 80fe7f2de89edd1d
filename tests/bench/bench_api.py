"""The API beside boardgame.io's server: actions per second, latency, and what a match takes.

One API process and one Redis that writes every acknowledged byte to disk, full rules, clocks and
tokens; beside it boardgame.io, which keeps everything in memory, with a state of the same size.
The same program loads both, in a process of its own, in alternating rounds.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import httpx
import redis

from saqqara_service.storage.embedded import EmbeddedRedis
from tests.bench.measured import Row

HERE: Final = Path(__file__).parent / "api"
COMMAND: Final = "python -m tests.bench.run bench.json api"
PEER: Final = "boardgame.io 0.50.2"
API: Final = (sys.executable, "-m", "saqqara_service.cli", "api")
BOARDGAME_IO: Final = ("node", "peer.cjs")
MATCHES: Final = 50
ROUNDS: Final = 3
SECONDS: Final = 6
PACE: Final = 200
GENEROUS: Final = {
    "SAQQARA_LOG_LEVEL": "error",
    "SAQQARA_SOCKET_MESSAGES_PER_S": "100000",
    "SAQQARA_ADDRESS_BURST": "1000000",
    "SAQQARA_ADDRESS_TOTAL_BURST": "1000000",
    "SAQQARA_TOKEN_BURST": "1000000",
    "SAQQARA_REGISTRATION_BURST": "1000000",
}
"""Budgets and logs out of the way: the load is one program at one address."""


@dataclass(frozen=True, slots=True)
class Load:
    """What one round of load came to; `cpu_ms` is the server's time for one action."""

    per_second: float
    p50: float
    p99: float
    cpu_ms: float


def rows() -> Iterator[Row]:
    """All figures of the API, its peer's beside them where npm could install it."""
    has_peer = _install()
    with ExitStack() as held:
        store = held.enter_context(EmbeddedRedis(Path(held.enter_context(_directory()))))
        ours = held.enter_context(_server(API, "/livez", {"REDIS_URL": store.url, **GENEROUS}))
        servers = {"socket": ours, "rest": ours}
        if has_peer:
            servers["peer"] = held.enter_context(
                _server(BOARDGAME_IO, "/games", {"NODE_ENV": "production"})
            )
        found: dict[str, list[Load]] = {name: [] for name in servers}
        for _ in range(ROUNDS):
            for name, server in servers.items():
                found[name].append(_load(name, server, 0))
        yield from _speed({name: _median(loads) for name, loads in found.items()})
        paced = {name: _load(name, servers[name], PACE) for name in servers if name != "rest"}
        yield from _paced(paced)
        yield from _memory(ours, store.url)


def _speed(loads: dict[str, Load]) -> Iterator[Row]:
    peer = loads.get("peer")
    for name, title in (("socket", "GraphQL socket"), ("rest", "REST action, feed by socket")):
        load = loads[name]
        beside = (PEER, load.per_second / peer.per_second) if peer else (None, None)
        yield Row(f"{title}: actions", load.per_second, "1/s", COMMAND, *beside)
        beside = (PEER, load.p99 / peer.p99) if peer else (None, None)
        yield Row(f"{title}: action to the next one's turn, p99", load.p99, "ms", COMMAND, *beside)
        yield Row(f"{title}: the server's time for an action", load.cpu_ms, "ms", COMMAND)
    ratio = loads["socket"].cpu_ms / loads["rest"].cpu_ms
    yield Row("GraphQL beside REST, time", loads["socket"].cpu_ms, "ms", COMMAND, "REST", ratio)
    if peer:
        yield Row(f"{PEER}: actions", peer.per_second, "1/s", COMMAND)
        yield Row(f"{PEER}: p99", peer.p99, "ms", COMMAND)


def _paced(loads: dict[str, Load]) -> Iterator[Row]:
    for name, load in loads.items():
        who = PEER if name == "peer" else "GraphQL socket"
        yield Row(f"{who} at {PACE}/s: p50", load.p50, "ms", COMMAND)
        yield Row(f"{who} at {PACE}/s: p99", load.p99, "ms", COMMAND)


def _memory(server: Server, redis_url: str) -> Iterator[Row]:
    """What live matches with two sockets each take, beyond those that ran before."""
    more = 4 * MATCHES
    with redis.Redis.from_url(redis_url) as store:
        before = server.resident_kib, int(store.info("memory")["used_memory_dataset"])
        playing = _start("socket", server, more, 60, PACE)
        try:
            assert playing.stdout is not None
            playing.stdout.readline()
            time.sleep(20)
            after = server.resident_kib, int(store.info("memory")["used_memory_dataset"])
        finally:
            playing.terminate()
            playing.wait()
    yield Row("a live match in the process", (after[0] - before[0]) / more, "KiB", COMMAND)
    yield Row("a live match in Redis", (after[1] - before[1]) / 1024 / more, "KiB", COMMAND)


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


def _load(which: str, server: Server, rate: int) -> Load:
    running = _start(which, server, MATCHES, SECONDS, rate)
    assert running.stdout is not None
    running.stdout.readline()
    began = server.cpu_s
    told, _ = running.communicate(timeout=SECONDS + 60)
    worked = server.cpu_s - began
    assert running.returncode == 0
    found = json.loads(told)
    cpu_ms = 1000 * worked / found["actions"]
    return Load(found["perSecond"], found["p50"], found["p99"], cpu_ms)


def _start(
    which: str, server: Server, matches: int, seconds: int, rate: int
) -> subprocess.Popen[str]:
    words = ("node", "load.mjs", which, server.url, str(matches), str(seconds), str(rate))
    return subprocess.Popen(words, cwd=HERE, stdout=subprocess.PIPE, text=True)


def _median(loads: list[Load]) -> Load:
    return Load(
        median(load.per_second for load in loads),
        median(load.p50 for load in loads),
        median(load.p99 for load in loads),
        median(load.cpu_ms for load in loads),
    )


def _install() -> bool:
    """Whether the load generator and the peer are there; npm installs them once."""
    if shutil.which("npm") is None:
        raise SystemExit("the API part of the benchmark needs node and npm on PATH")
    if not (HERE / "node_modules" / ".installed").exists():
        subprocess.run(["npm", "ci", "--no-progress", "--loglevel=error"], cwd=HERE, check=True)
        (HERE / "node_modules" / ".installed").touch()
    return (HERE / "node_modules" / "boardgame.io").exists()


@contextmanager
def _directory() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="saqqara-bench-") as directory:
        yield directory


@contextmanager
def _server(command: tuple[str, ...], path: str, environ: dict[str, str]) -> Iterator[Server]:
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
