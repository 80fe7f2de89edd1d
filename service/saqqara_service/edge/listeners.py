"""Bounds on what the network holds for a client that takes in nothing, set on listening sockets.

uvicorn has neither: what the system holds would be megabytes for each socket, and an event stream
that is fed and not read would never end (`tests/service/edge/test_slow_consumers.py`).
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from typing import Final, Protocol

SEND_BUFFER: Final = 65_536
FLUSH_S: Final = 10.0
"""How long a client may leave unread what is sent."""
GOODBYE_S: Final = 1.0
"""How long a close frame may take to reach a client that did not read."""


class Listening(Protocol):
    """A listening socket, whichever loop made it."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """Set an option; the connections that it accepts inherit it."""
        ...


def bound(listeners: Iterable[Listening]) -> None:
    """Bound what the network holds for a client that takes in nothing, and for how long."""
    for listener in listeners:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            patience_ms = int((FLUSH_S + GOODBYE_S) * 1000)  # we tell before the system cuts
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience_ms)
