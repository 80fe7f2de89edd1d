"""A TCP proxy whose connections a test can harm; with several servers it takes them in turn.

TCP delivers bytes once and in order, so this is all that can go wrong with them: they are late,
they come bit by bit, the connection ends before the answer, or nothing comes and nothing ends.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

Ends: TypeAlias = tuple[asyncio.StreamWriter, asyncio.StreamWriter]
Target: TypeAlias = int | Path
"""A port of this machine, or a Unix socket."""


@dataclass(slots=True)
class Weather:
    """What happens to the bytes of all connections of a proxy.

    `delay_s` is the longest that a piece is held, `trickle_s` the pause after each byte. While
    `is_silent` nothing is carried and nothing ends. So many `lost_replies` are swallowed after
    their requests were carried, and their connections cut. The first request that is `held_back`
    comes `late_s` later, even if whoever sent it has gone.
    """

    delay_s: float = 0.0
    trickle_s: float = 0.0
    is_silent: bool = False
    lost_replies: int = 0
    held_back: Callable[[bytes], bool] | None = None
    late_s: float = 0.0


@dataclass(slots=True)
class Proxy:
    """Stands between clients and servers, and counts what it saw."""

    targets: tuple[Target, ...]
    address: str = ""
    accepted: int = 0
    lost: int = 0
    weather: Weather = field(default_factory=Weather)
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
        self.weather = Weather()
        while self._serving:
            self.cut()
            for task in tuple(self._serving):
                task.cancel()
            await asyncio.wait(self._serving, timeout=0.05)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes both ways until either side ends."""
        try:
            opened = await self._open()
        except asyncio.CancelledError:
            writer.transport.abort()
            raise
        if opened is None:
            writer.transport.abort()
            return
        server_reader, server_writer = opened
        ends = (writer, server_writer)
        self._live.add(ends)
        to_server = asyncio.create_task(self._carry(reader, server_writer, is_reply=False))
        to_client = asyncio.create_task(self._carry(server_reader, writer, is_reply=True))
        try:
            await asyncio.wait({to_server, to_client}, return_when=asyncio.FIRST_COMPLETED)
            self.lost += to_client.done()
        finally:
            self._live.discard(ends)
            for end in ends:  # first, since this may be cancelled while it waits
                end.transport.abort()
            for task in (to_server, to_client):
                task.cancel()
            await asyncio.gather(to_server, to_client, return_exceptions=True)
            for end in ends:
                with suppress(OSError):
                    await end.wait_closed()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to the server whose turn it is, else to the next that takes one."""
        for _ in self.targets:
            target = self.targets[self.accepted % len(self.targets)]
            self.accepted += 1
            with suppress(OSError):
                if isinstance(target, Path):
                    return await asyncio.open_unix_connection(str(target))
                return await asyncio.open_connection("127.0.0.1", target)
        return None

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_reply: bool
    ) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                if is_reply and self.weather.lost_replies:
                    self.weather.lost_replies -= 1
                    return
                await self._hold(data, is_reply=is_reply)
                await self._pass_on(data, writer)

    async def _hold(self, data: bytes, *, is_reply: bool) -> None:
        weather = self.weather
        if weather.held_back is not None and not is_reply and weather.held_back(data):
            weather.held_back = None
            await asyncio.sleep(weather.late_s)
        if weather.delay_s:
            await asyncio.sleep(random.uniform(0, weather.delay_s))
        while self.weather.is_silent:
            await asyncio.sleep(0.05)

    async def _pass_on(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        while data and self.weather.trickle_s:
            writer.write(data[:1])
            data = data[1:]
            await asyncio.sleep(self.weather.trickle_s)
        writer.write(data)
        await writer.drain()


@asynccontextmanager
async def proxied(*targets: Target) -> AsyncIterator[Proxy]:
    """A proxy to the local servers while the block runs."""
    proxy = Proxy(targets)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.end()
        await server.wait_closed()
