"""A TCP proxy whose connections a test can cut; with several servers it takes them in turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

Ends = tuple[asyncio.StreamWriter, asyncio.StreamWriter]


@dataclass(slots=True)
class Proxy:
    """Stands between clients and servers, and counts what it saw."""

    ports: tuple[int, ...]
    address: str = ""
    accepted: int = 0
    lost: int = 0
    _live: set[Ends] = field(default_factory=set)
    _serving: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def is_live(self) -> bool:
        """Whether there is a connection to cut."""
        return bool(self._live)

    def cut(self) -> int:
        """Cut every connection without a goodbye; tells how many there were."""
        live = list(self._live)
        for ends in live:
            for end in ends:
                end.transport.abort()
        return len(live)

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a connection in."""
        task = asyncio.create_task(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def end(self) -> None:
        """Cut what is left and wait until nothing is."""
        while self._serving:
            self.cut()
            await asyncio.wait(self._serving, timeout=0.05)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes both ways until either side ends."""
        port = self.ports[self.accepted % len(self.ports)]
        self.accepted += 1
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.transport.abort()
            return
        ends = (writer, server_writer)
        self._live.add(ends)
        to_server = asyncio.create_task(_carry(reader, server_writer))
        to_client = asyncio.create_task(_carry(server_reader, writer))
        try:
            await asyncio.wait({to_server, to_client}, return_when=asyncio.FIRST_COMPLETED)
            self.lost += to_client.done()
        finally:
            self._live.discard(ends)
            for task in (to_server, to_client):
                task.cancel()
            await asyncio.gather(to_server, to_client, return_exceptions=True)
            for end in ends:
                end.transport.abort()
                with suppress(OSError):
                    await end.wait_closed()


@asynccontextmanager
async def proxied(*ports: int) -> AsyncIterator[Proxy]:
    """A proxy to the local ports while the block runs."""
    proxy = Proxy(ports)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.end()
        await server.wait_closed()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
