"""How far away the client of a websocket is: pings of ours, and how soon each is answered.

A client can make itself look slow, never fast, and what slowness gains is bounded by the bank of
lag credit. A pong that nobody asked for says nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Final, TypeAlias

from saqqara_service.application.play.delays import arrived_at

REMEMBERED: Final = 10
FIRST_PAUSE_S: Final = 1.0
PAUSE_S: Final = 10.0
"""Between pings: short until enough of them have been answered."""
IDLE_PAUSE_S: Final = 45.0
"""The same while the client only listens: pings were half of all that an idle bot costs."""

Ping: TypeAlias = Callable[[], Coroutine[None, None, None]]


class Pulse:
    """The round trips of one websocket, at most one of them under way."""

    def __init__(self) -> None:
        self._trips_ms: list[int] = []
        self._is_used = False
        self._asked_at: float | None = None
        self._next: asyncio.TimerHandle | None = None
        self._pinging: asyncio.Task[None] | None = None

    @property
    def rtt_ms(self) -> int | None:
        """The smallest of the last round trips: what the way takes without any accident."""
        return min(self._trips_ms, default=None)

    def begin(self, ping: Ping) -> None:
        """Ping until told to stop, never before the last ping has been answered."""
        loop = asyncio.get_running_loop()
        if self._asked_at is None:
            self.asked(time.monotonic())
            self._pinging = loop.create_task(ping())
            self._pinging.add_done_callback(self._pinged)
        self._next = loop.call_later(self._pause_s(), self.begin, ping)

    def use(self) -> None:
        """The client has acted: soon it will again."""
        self._is_used = True

    def _pause_s(self) -> float:
        if len(self._trips_ms) < REMEMBERED:
            return FIRST_PAUSE_S
        is_used, self._is_used = self._is_used, False
        return PAUSE_S if is_used else IDLE_PAUSE_S

    def stop(self) -> None:
        """Ping no more."""
        if self._next is not None:
            self._next.cancel()
        if self._pinging is not None:
            self._pinging.cancel()

    def _pinged(self, _: asyncio.Task[None]) -> None:
        self._pinging = None

    def asked(self, at: float) -> None:
        """A ping goes out."""
        self._asked_at = at

    def answered(self) -> None:
        """A pong has come."""
        if self._asked_at is not None:
            trip_ms = int((arrived_at() - self._asked_at) * 1000)
            self._trips_ms = [*self._trips_ms[1 - REMEMBERED :], trip_ms]
            self._asked_at = None
