"""What one address sends again and again though its budget is spent, as a table.

`python -m tests.attacks.repeats PORT NAME HOME SOCKETS` sends one of them until its input ends,
and for each line of it prints what was answered so far: a process of its own, which takes no time
from who measures.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tests.attacks.raw import HANDSHAKE, Raw, raw
from tests.service.replicas import Api

PIPELINED: Final = 8
_JUNK: Final = json.dumps({"query": "{ viewer { account { id } } }"}).encode()


@dataclass(frozen=True, slots=True)
class Flood:
    """What is sent, how often before an answer is read, and whether on a new connection each."""

    request: bytes
    at_once: int = 1
    is_reconnecting: bool = False


def got(path: str, *lines: str) -> bytes:
    """The head of a request that reads."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "host: x", *lines, "\r\n"]).encode()


SERVER: Final = got("/api/v1/server")
FLOODS: Final = {
    "server": Flood(SERVER),
    "turns": Flood(got("/api/v1/turns", "authorization: Bearer junk")),
    "readyz": Flood(got("/readyz")),
    "livez": Flood(got("/livez")),
    "openapi": Flood(got("/openapi.yaml")),
    "nowhere": Flood(got("/nowhere")),
    "bad token": Flood(
        (
            "POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer junk\r\n"
            f"content-type: application/json\r\ncontent-length: {len(_JUNK)}\r\n\r\n"
        ).encode()
        + _JUNK
    ),
    "bad head": Flood(b"GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n", is_reconnecting=True),
    "handshake": Flood(HANDSHAKE, is_reconnecting=True),
    "reconnecting": Flood(SERVER, is_reconnecting=True),
    "pipelining": Flood(SERVER, at_once=PIPELINED),
}


async def goes_on(port: int, home: str, flood: Flood, counts: Counter[str]) -> None:
    """One socket of it, for ever; what ends is begun anew."""
    api = Api(port, 0)
    while True:
        with suppress(ConnectionError, asyncio.IncompleteReadError, OSError):
            connection = await raw(api, home)
            counts["connected"] += 1
            try:
                while True:
                    await connection.send(flood.request * flood.at_once)
                    for _ in range(flood.at_once):
                        counts[await _status(connection)] += 1
                    if flood.is_reconnecting:
                        break
            finally:
                await connection.close()


async def _status(connection: Raw) -> str:
    head = await connection.head()
    length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
    if length:
        body = await connection.reader.readexactly(int(length))
        if b'"rate_limited"' in body:
            return "429"
    return head.split(b" ")[1].decode()


async def main(port: int, name: str, home: str, sockets: int) -> None:
    """Go on until the input ends."""
    counts: Counter[str] = Counter()
    tasks = [asyncio.create_task(goes_on(port, home, FLOODS[name], counts)) for _ in range(sockets)]
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(counts), flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    _, to, what, whence, many = sys.argv
    asyncio.run(main(int(to), what, whence, int(many)))
