"""A service for `bench_sdk`: it repeats the turns of one recorded match over graphql-transport-ws.

It checks nothing, so nearly all the processor time of a match is the client's. It prints its
address, and ends with its input.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from saqqara_engine.games import find_game
from saqqara_engine.wire import view_json

PROTOCOL = Subprotocol("graphql-transport-ws")
BASE_MS = 60_000
SCORES = [
    {"seat": seat, "place": 1 + seat, "total": 9, "tieBreak": 0, "keptTime": True}
    | {"resigned": False, "lines": []}
    for seat in (0, 1)
]
RESULT = {"reason": "PLAYED", "fault": "NONE", "note": None, "seats": SCORES}


def recorded() -> Iterator[dict[str, Any]]:
    """The turns of seat 0 in a match of first legal actions, as the feed words them."""
    rules: Any = find_game("imhotep")
    state, last = rules.new_game(rules.parse_options({"players": 2}), bytes(32)), None
    version = 1
    while (seat := rules.to_act(state)) is not None:
        actions = list(map(str, rules.legal_actions(state)))
        if seat == 0:
            yield {
                "matchId": "MATCH",
                "commitment": "MATCH",
                "game": "imhotep",
                "version": version,
                "seat": 0,
                "view": view_json(rules.view(state, 0)),
                "actions": actions,
                "leftMs": [BASE_MS, BASE_MS],
                "deadlineMs": 2 * BASE_MS,
                "nowMs": BASE_MS,
                "last": last,
            }
            last = {"version": version + 1, "action": actions[0], "auto": False, "late": False}
            last |= {"chargedMs": 1, "creditedMs": 0, "leftMs": BASE_MS}
        rules.advance(state, rules.parse_action(actions[version % len(actions)]))
        version += 1


def _items() -> Iterator[str]:
    for turn in recorded():
        at = {"matchId": "MATCH", "version": turn["version"]}
        yield json.dumps({"feed": {"kind": "TURN", **at, "turn": turn}})
    end = {"kind": "ENDED", "matchId": "MATCH", "commitment": "MATCH", "version": 99}
    yield json.dumps({"feed": {**end, "result": RESULT}})


ITEMS = tuple(_items())


async def _serve(connection: ServerConnection) -> None:
    matches, items = count(1), iter(ITEMS)
    feed, match_id = "", f"m{next(matches)}"

    async def send(name: str, data: str) -> None:
        await connection.send(f'{{"id":"{name}","type":"next","payload":{{"data":{data}}}}}')

    async for text in connection:
        message = json.loads(text)
        if message["type"] == "connection_init":
            await connection.send('{"type":"connection_ack"}')
        elif message["type"] == "ping":
            await connection.send('{"type":"pong"}')
        elif message["type"] == "subscribe" and "Feed" in message["payload"]["query"][:20]:
            feed = message["id"]
            await send(feed, next(items).replace("MATCH", match_id))
        elif message["type"] == "subscribe":
            given = message["payload"]["variables"]["input"]
            acted = {"__typename": "Acted", "matchId": match_id, "repeated": False}
            acted |= {"version": given["expectedVersion"] + 1, "chargedMs": 1, "creditedMs": 0}
            acted |= {"leftMs": BASE_MS, "status": "RUNNING"}
            await send(message["id"], json.dumps({"act": acted}))
            await connection.send(f'{{"id":"{message["id"]}","type":"complete"}}')
            await send(feed, (item := next(items)).replace("MATCH", match_id))
            if item is ITEMS[-1]:
                items, match_id = iter(ITEMS), f"m{next(matches)}"
                await send(feed, next(items).replace("MATCH", match_id))


async def main() -> None:
    """Serve until the input ends."""
    async with serve(_serve, "127.0.0.1", 0, subprotocols=[PROTOCOL], compression=None) as server:
        print(f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}", flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
