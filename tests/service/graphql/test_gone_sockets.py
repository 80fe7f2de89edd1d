"""A client that goes while it is told something ends its connection, and nothing else."""

from __future__ import annotations

from typing import Any

from starlette.websockets import WebSocket

from saqqara_service.graphql.transport.handshake import CloseCode
from saqqara_service.graphql.transport.websocket.socket import GraphQLSocket


async def test_who_has_gone_need_not_be_told_why() -> None:
    """To close a connection that broke a moment ago is no failure of the service."""
    sent = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message["type"])
        if message["type"] == "websocket.close":
            raise OSError("gone")

    socket = WebSocket({"type": "websocket"}, receive, send)
    await socket.accept()
    view: Any = None
    await GraphQLSocket(view, socket, socket).close(CloseCode.TOO_MANY_OPERATIONS, "too many")
    assert sent == ["websocket.accept", "websocket.close"]
