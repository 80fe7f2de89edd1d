"""The least that serves a match: starlette, uvicorn and one Lua script, without rules or limits.

An action arrives by HTTP or by the websocket of its seat, one script appends it to the log of the
match, and the seat that is asked next receives a turn of the size of ours.
"""

from __future__ import annotations

import os
from collections import defaultdict
from typing import Final

import orjson
import uvicorn
from redis.asyncio import Redis
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

SCRIPT: Final = """
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then return redis.error_reply('stale version') end
redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('XADD', KEYS[2], '*', 'action', ARGV[2])
return version + 1
"""
VIEW: Final = {f"part{number}": ["stone"] * 5 for number in range(60)}
"""3 KB of JSON, as a view of base Imhotep in the middle of a match."""
ACTIONS: Final = [f"sail {ship} {site}" for ship in range(4) for site in ("market", "temple")]

store: Final = Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
commit: Final = store.register_script(SCRIPT)
sockets: Final[defaultdict[str, dict[int, WebSocket]]] = defaultdict(dict)


async def act(match_id: str, body: bytes) -> bytes:
    """Commit an action, send the next turn, and return the answer."""
    asked = orjson.loads(body)
    keys = (f"match:{match_id}", f"log:{match_id}")
    version = await commit(keys=keys, args=(asked["expectedVersion"], asked["action"]))
    await send_turn(match_id, version)
    return orjson.dumps({"version": version, "leftMs": 3_600_000})


async def send_turn(match_id: str, version: int) -> None:
    """Send a turn to the seat that is asked."""
    turn = {"version": version, "view": VIEW, "actions": ACTIONS, "leftMs": 3_600_000}
    await sockets[match_id][version % 2].send_bytes(orjson.dumps({"turn": turn}))


async def by_http(request: Request) -> Response:
    """An action by HTTP."""
    answer = await act(request.path_params["match_id"], await request.body())
    return Response(answer, media_type="application/json")


async def by_socket(socket: WebSocket) -> None:
    """The turns of a seat, and its actions."""
    match_id, seat = socket.path_params["match_id"], socket.path_params["seat"]
    await socket.accept()
    sockets[match_id][seat] = socket
    if len(sockets[match_id]) == 2:
        await send_turn(match_id, 0)
    try:
        while True:
            await socket.send_bytes(await act(match_id, await socket.receive_bytes()))
    except WebSocketDisconnect:
        pass


async def ready(_request: Request) -> Response:
    """Answer, so that whoever started this knows that it serves."""
    return Response()


app: Final = Starlette(
    routes=[
        Route("/livez", ready),
        Route("/matches/{match_id}/actions", by_http, methods=["POST"]),
        WebSocketRoute("/matches/{match_id}/{seat:int}", by_socket),
    ]
)

if __name__ == "__main__":
    uvicorn.run(app, port=int(os.environ["SAQQARA_PORT"]), log_level="error")
