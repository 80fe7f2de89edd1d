"""A client of graphql-transport-ws that says exactly what it is told to say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.service.transports import PATIENCE_S, Json

PROTOCOL = Subprotocol("graphql-transport-ws")
TURN = "matchId version seat legalActions { notation kind label } leftMs deadlineMs nowMs view"
FEED = (
    f"subscription {{ feed {{ ... on TurnItem {{ kind matchId version turn {{ {TURN} }} }}"
    " ... on EndedItem { kind matchId version result { reason } }"
    " ... on ChallengeItem { kind } ... on LadderItem { kind }"
    " ... on HeartbeatItem { kind heartbeat { nowMs clocks { matchId } } } } }"
)
EVENTS = """
subscription Events($id: ID!, $after: String) {
  matchEvents(matchId: $id, after: $after) {
    ... on EventNews { kind cursor event { version cursor kind seat action status } }
    ... on ResyncNews { kind cursor }
    ... on HeartbeatNews {
      kind cursor heartbeat { nowMs clocks { matchId version toAct leftMs deadlineMs } }
    }
  }
}
"""


@asynccontextmanager
async def opened(server: str, **options: Any) -> AsyncIterator[ClientConnection]:
    """A websocket to the GraphQL transport."""
    address = server.replace("http", "ws") + "/graphql"
    asked = {"subprotocols": [PROTOCOL], "open_timeout": PATIENCE_S, **options}
    async with connect(address, **asked) as socket:
        yield socket


async def say(socket: ClientConnection, **message: Any) -> None:
    """Send one message."""
    await socket.send(json.dumps(message))


async def hear(socket: ClientConnection) -> Json:
    """The next message that is no ping; those are answered."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message: Json = json.loads(await socket.recv())
            if message["type"] != "ping":
                return message
            await say(socket, type="pong")


async def closing_code(socket: ClientConnection) -> int | None:
    """The code that the connection ends with, whatever is said before."""
    with suppress(ConnectionClosed):
        while True:
            await hear(socket)
    return socket.close_code


async def greet(socket: ClientConnection, token: str | None = None) -> None:
    """Open the conversation, with a token if there is one."""
    payload = {} if token is None else {"authorization": f"Bearer {token}"}
    await say(socket, type="connection_init", payload=payload)
    assert (await hear(socket))["type"] == "connection_ack"


async def subscribe(socket: ClientConnection, name: str, query: str, **variables: Any) -> None:
    """Run an operation under a name."""
    payload = {"query": query, "variables": variables}
    await say(socket, type="subscribe", id=name, payload=payload)
