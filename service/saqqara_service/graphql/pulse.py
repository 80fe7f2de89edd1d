"""How far away the client of a websocket is: how soon it answers the pings of the protocol.

A client can make itself look slow, never fast, and what slowness gains is bounded by the bank of
lag credit. A pong that nobody asked for says nothing.
"""

from __future__ import annotations

from typing import Final

REMEMBERED: Final = 10
FIRST_PAUSE_S: Final = 1.0
PAUSE_S: Final = 10.0
"""Between pings: short until enough of them have been answered."""
IDLE_PAUSE_S: Final = 27.0
"""The same while the client only listens: proxies end connections that are silent for longer."""
PONG_S: Final = 17.0
"""How soon a ping is answered: a bot that vanishes counts as there for a minute at most."""


class Pulse:
    """The round trips of one websocket."""

    def __init__(self) -> None:
        self._trips_ms: list[int] = []
        self._is_used = False

    @property
    def rtt_ms(self) -> int | None:
        """The smallest of the last round trips: what the way takes without any accident."""
        return min(self._trips_ms, default=None)

    def use(self) -> None:
        """The client has acted: soon it will again."""
        self._is_used = True

    def next_pause_s(self) -> float:
        """Until the next ping; whether the client has acted counts from here."""
        if len(self._trips_ms) < REMEMBERED:
            return FIRST_PAUSE_S
        is_used, self._is_used = self._is_used, False
        return PAUSE_S if is_used else IDLE_PAUSE_S

    def note(self, trip_s: float) -> None:
        """A ping was answered."""
        self._trips_ms = [*self._trips_ms[1 - REMEMBERED :], int(trip_s * 1000)]
