"""Follows the feed of each bot whose token stands in a line of the input, and reads what comes.

`python followers.py URL`: prints a line once every feed has sent its first item, and reads on until
it is ended.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import ClientConnection, connect

from saqqara_sdk.runner.feed import FEED

AT_ONCE: Final = 32
PATIENCE_S: Final = 120.0
PONG: Final = json.dumps({"type": "pong"})


async def main(url: str, tokens: list[str]) -> None:
    """Open one websocket for each token, some at once."""
    slots, reading = asyncio.Semaphore(AT_ONCE), set[asyncio.Task[None]]()

    async def begin(token: str) -> None:
        async with slots:
            socket = await _followed(url, token)
        reading.add(asyncio.create_task(_read(socket)))

    await asyncio.gather(*(begin(token) for token in tokens))
    print("ready", flush=True)
    await asyncio.gather(*reading)


async def _followed(url: str, token: str) -> ClientConnection:
    socket = await connect(
        url.replace("http", "ws", 1) + "/graphql",
        subprotocols=["graphql-transport-ws"],  # type: ignore[list-item]
        additional_headers={"authorization": f"Bearer {token}"},
        open_timeout=PATIENCE_S,
        ping_interval=None,
        compression=None,
        proxy=None,
    )
    await socket.send(json.dumps({"type": "connection_init"}))
    await socket.recv()
    subscribe = {"type": "subscribe", "id": "1", "payload": {"query": FEED}}
    await socket.send(json.dumps(subscribe))
    while (await _next(socket))["type"] != "next":
        pass
    return socket


async def _read(socket: ClientConnection) -> None:
    while True:
        await _next(socket)


async def _next(socket: ClientConnection) -> dict[str, object]:
    """What comes next; a ping is answered."""
    message: dict[str, object] = json.loads(await socket.recv())
    if message["type"] == "ping":
        await socket.send(PONG)
    return message


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main(sys.argv[1], sys.stdin.read().split()))
