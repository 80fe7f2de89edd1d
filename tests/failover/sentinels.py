"""A primary, two replicas and three Sentinels of this machine, whose links a test can harm.

Everybody reaches a server through a proxy of its own, so a test can make replicas lag, or cut a
server off from the others as a partition does.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import redis

from saqqara_service.storage.redis.binary import choose

NAME = "saqqara"
DOWN_AFTER_MS = 1_000
WAIT_S = 60.0
NEVER_OUTGOING = range(10_000, 32_768)
REPLICA = b"PSYNC"
"""What a replica says on the connection on which it then gets all that is written."""
SENTINEL = b"sentinel-"
"""How Sentinels name their connections."""


@dataclass(slots=True)
class Link:
    """The way to one server: everything is carried, unless it lags or is cut."""

    target: int
    port: int = 0
    lag_s: float = 0.0
    """By how much what a replica gets is late."""
    is_parted: bool = False
    """Whether replicas and Sentinels hear nothing of it, while clients still do."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a connection in."""
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        """Cut all that is left."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        kind: set[bytes] = set()
        carried = [
            asyncio.create_task(self._up(reader, server_writer, kind)),
            asyncio.create_task(self._down(server_reader, writer, kind)),
        ]
        try:
            await asyncio.wait(carried, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in carried:
                task.cancel()
            for end in (writer, server_writer):
                end.transport.abort()
            await asyncio.gather(*carried, return_exceptions=True)

    async def _up(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kind: set[bytes]
    ) -> None:
        while data := await reader.read(65_536):
            kind |= {word for word in (REPLICA, SENTINEL) if word in data}
            await self._while_parted(kind)
            writer.write(data)
            await writer.drain()

    async def _down(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kind: set[bytes]
    ) -> None:
        loop = asyncio.get_running_loop()
        while data := await reader.read(65_536):
            await self._while_parted(kind)
            if self.lag_s and REPLICA in kind:  # each piece as late as the one before
                loop.call_later(self.lag_s, writer.write, data)
            else:
                writer.write(data)
                await writer.drain()

    async def _while_parted(self, kind: set[bytes]) -> None:
        while self.is_parted and kind:
            await asyncio.sleep(0.02)


@dataclass(slots=True)
class Server:
    """One Redis and the way to it."""

    program: subprocess.Popen[bytes]
    link: Link

    def client(self) -> redis.Redis:
        """A client past the link."""
        return redis.Redis(port=self.link.target, socket_timeout=2, decode_responses=True)


@dataclass(slots=True)
class Sentinels:
    """The whole of it; `servers` begin with the first primary."""

    servers: list[Server]
    ports: list[int]

    @property
    def url(self) -> str:
        """The address for the service."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"redis+sentinel://{hosts}/{NAME}"

    def primary(self) -> Server:
        """The server that most of the Sentinels name."""
        named: list[int] = []
        for port in self.ports:
            with suppress(redis.RedisError), redis.Redis(port=port, socket_timeout=1) as sentinel:
                _host, at = sentinel.sentinel_get_master_addr_by_name(NAME)
                named.append(int(at))
        at = max(set(named), key=named.count)
        return next(server for server in self.servers if server.link.port == at)

    def replicas(self) -> int:
        """How many replicas of the primary are there and have caught up."""
        with self.primary().client() as client:
            info = client.info("replication")
        return sum(
            info[f"slave{number}"]["state"] == "online"
            for number in range(info["connected_slaves"])
        )

    async def failed_over(self, before: Server) -> None:
        """Waits until another server is the primary and takes writes."""
        async with asyncio.timeout(WAIT_S):
            while True:
                primary = await asyncio.to_thread(self.primary)
                if primary is not before:
                    with suppress(redis.RedisError), primary.client() as client:
                        if client.info("replication")["role"] == "master":
                            return
                await asyncio.sleep(0.05)

    async def joined(self, former: Server) -> None:
        """Waits until a former primary follows the new one."""

        def follows() -> bool:
            with former.client() as client:
                return bool(client.info("replication")["role"] == "slave")

        await _until(follows)


@asynccontextmanager
async def sentinels() -> AsyncIterator[Sentinels]:
    """All of them for the time of the block."""
    async with AsyncExitStack() as cleanup:
        folder = Path(cleanup.enter_context(_folder()))
        links = [Link(port) for port in free_ports(3)]
        for link in links:
            server = await asyncio.start_server(link.serve, "127.0.0.1", 0)
            link.port = server.sockets[0].getsockname()[1]
            cleanup.push_async_callback(link.end)
            cleanup.callback(server.close)
        servers = [
            Server(cleanup.enter_context(_redis(folder, link, links[0])), link) for link in links
        ]
        await _until(lambda: all(_answers(link.target) for link in links))
        ports = free_ports(3)
        for port in ports:
            cleanup.enter_context(_sentinel(folder, port, links[0].port))
        await _until(lambda: all(_answers(port) for port in ports))
        whole = Sentinels(servers, ports)
        await _until(lambda: whole.replicas() == 2 and all(_knows_all(port) for port in ports))
        yield whole


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens to now, and that no outgoing connection is given."""
    with ExitStack() as held:
        ports: list[int] = []
        while len(ports) < count:
            port = random.choice(NEVER_OUTGOING)
            with suppress(OSError):
                held.enter_context(socket.create_server(("127.0.0.1", port)))
                ports.append(port)
        return ports


@contextmanager
def _folder() -> Iterator[str]:
    folder = tempfile.mkdtemp()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _redis(folder: Path, link: Link, first: Link) -> Iterator[subprocess.Popen[bytes]]:
    home = folder / str(link.target)
    home.mkdir()
    follows = () if link is first else ("--replicaof", f"127.0.0.1 {first.port}")
    settings = (
        *("--port", str(link.target), "--dir", str(home), "--save", "", "--loglevel", "warning"),
        *("--appendonly", "yes", "--appendfsync", "always", "--repl-diskless-sync-delay", "0"),
        *("--replica-announce-ip", "127.0.0.1", "--replica-announce-port", str(link.port)),
        *("--maxmemory-policy", "noeviction", *follows),
    )
    with _running([choose(None).path, *settings], home) as program:
        yield program


@contextmanager
def _sentinel(folder: Path, port: int, primary: int) -> Iterator[subprocess.Popen[bytes]]:
    home = folder / str(port)
    home.mkdir()
    file = home / "sentinel.conf"
    file.write_text(
        f"port {port}\ndir {home}\nloglevel warning\n"
        f"sentinel monitor {NAME} 127.0.0.1 {primary} 2\n"
        f"sentinel down-after-milliseconds {NAME} {DOWN_AFTER_MS}\n"
        f"sentinel failover-timeout {NAME} 5000\n"
    )
    with _running([choose(None).path, str(file), "--sentinel"], home) as program:
        yield program


@contextmanager
def _running(words: list[str], home: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (home / "log").open("wb") as log, ExitStack() as cleanup:
        program = subprocess.Popen(words, stdout=log, stderr=log)
        cleanup.callback(program.wait)
        cleanup.callback(program.kill)
        cleanup.callback(program.send_signal, signal.SIGCONT)
        yield program


async def _until(is_so: object) -> None:
    assert callable(is_so)
    async with asyncio.timeout(WAIT_S):
        while True:
            with suppress(redis.RedisError, ValueError, StopIteration):
                if await asyncio.to_thread(is_so):
                    return
            await asyncio.sleep(0.05)


def _answers(port: int) -> bool:
    with redis.Redis(port=port, socket_timeout=1) as client:
        return bool(client.ping())


def _knows_all(port: int) -> bool:
    with redis.Redis(port=port, socket_timeout=1, decode_responses=True) as client:
        info = client.sentinel_master(NAME)
    return (info["num-slaves"], info["num-other-sentinels"]) == (2, 2)
