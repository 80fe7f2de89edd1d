"""Somebody who asks the same again and again, as fast as answers come, on many connections."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.service.transports import PATIENCE_S

HOME = "127.0.0.1"


@dataclass(slots=True)
class Flood:
    """The statuses that were told, and how long each took."""

    statuses: list[int] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)

    def of(self, status: int) -> list[float]:
        """How long the answers of that status took, sorted."""
        pairs = zip(self.statuses, self.took_s, strict=True)
        return sorted(took for found, took in pairs if found == status)


@asynccontextmanager
async def flooding(
    server: str,
    path: str,
    token: str,
    *,
    connections: int,
    body: bytes | None = None,
    home: str = HOME,
) -> AsyncIterator[Flood]:
    """Ask from that address for the time of the block."""
    flood = Flood()
    request = _request(path, token, body)
    tasks = [asyncio.create_task(_ask(server, request, flood, home)) for _ in range(connections)]
    try:
        yield flood
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended


def _request(path: str, token: str, body: bytes | None) -> bytes:
    method = "GET" if body is None else "POST"
    lines = [f"{method} {path} HTTP/1.1", "host: x", f"authorization: Bearer {token}"]
    if body is not None:
        lines += ["content-type: application/json", f"content-length: {len(body)}"]
    return "\r\n".join([*lines, "\r\n"]).encode() + (body or b"")


async def _ask(server: str, request: bytes, flood: Flood, home: str) -> None:
    to = urlsplit(server)
    reader, writer = await asyncio.open_connection(to.hostname, to.port, local_addr=(home, 0))
    try:
        while True:
            began = time.perf_counter()
            writer.write(request)
            async with asyncio.timeout(PATIENCE_S):
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                body = await reader.readexactly(length)
            is_limited = b'"rate_limited"' in body  # what GraphQL refuses has the status 200
            flood.statuses.append(429 if is_limited else int(head.split(b" ")[1]))
            flood.took_s.append(time.perf_counter() - began)
    finally:
        writer.close()
