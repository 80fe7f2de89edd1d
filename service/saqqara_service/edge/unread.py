"""The bytes that wait in this process for clients to read them: bounded by address, and in all.

What counts is what cannot be handed to the network, of connections where that is much. One answer
may be as long as it is; an address that lets more wait, over many connections, loses the largest of
them, and in a process that holds too much the address with most loses them. A proxy does not bound
this: 50 sockets that read nothing made a process behind Caddy hold 154 MiB more by stock uvicorn,
and 25 MiB more with this (`tests/attacks/test_unread_answers.py`).
"""

from __future__ import annotations

from typing import Final, Protocol

HIGH_WATER: Final = 16_384
"""A connection with fewer bytes that wait is not looked at."""
OF_SOCKET: Final = 1 << 20
"""While more waits on a websocket its client is not heard."""
OF_ADDRESS: Final = 8 << 20
OF_PROCESS: Final = 64 << 20


class SilentConnection(Protocol):
    """A connection whose client does not take in what it was sent."""

    @property
    def address(self) -> str:
        """Whom it is counted for; empty if nobody knows."""
        ...

    @property
    def unread_bytes(self) -> int:
        """The bytes that wait for it."""
        ...

    def evict(self) -> None:
        """Cut the connection, as soon as nothing of it runs."""
        ...


class HeldConnections:
    """What was last seen of the connections of one address, or of one that nobody knows."""

    def __init__(self) -> None:
        self.seen: dict[SilentConnection, int] = {}
        self.total = 0

    @property
    def largest(self) -> SilentConnection:
        """The connection with most bytes."""
        return max(self.seen, key=self.seen.__getitem__)

    def see(self, one: SilentConnection) -> None:
        """Note what waits there now."""
        self.forget(one)
        self.seen[one] = size = one.unread_bytes
        self.total += size

    def forget(self, one: SilentConnection) -> None:
        """Nothing waits there any more."""
        self.total -= self.seen.pop(one, 0)

    def see_all(self) -> None:
        """Note what waits now on each connection."""
        for one in [*self.seen]:
            self.see(one)


class Unread:
    """The connections with bytes that wait, by the address they are counted for."""

    def __init__(self, of_address: int = OF_ADDRESS, of_process: int = OF_PROCESS) -> None:
        self._of_address = of_address
        self._of_process = of_process
        self._held: dict[object, HeldConnections] = {}
        self.total = 0
        """So many bytes wait, or fewer."""

    def add(self, one: SilentConnection) -> None:
        """Count a connection, or that more waits there; of too much the largest is cut."""
        of_one = self._held.setdefault(one.address or one, HeldConnections())
        self._note(of_one, one)
        if of_one.total > self._of_address:
            self._note(of_one)
            while of_one.total > self._of_address and len(of_one.seen) > 1:
                self._evict(of_one)
        if self.total > self._of_process:
            for each in self._held.values():
                self._note(each)
            while self.total > self._of_process:
                self._evict(max(self._held.values(), key=lambda each: each.total))

    def remove(self, one: SilentConnection) -> None:
        """The client took it in, or is gone."""
        key = one.address or one
        if (of_one := self._held.get(key)) is not None:
            before = of_one.total
            of_one.forget(one)
            self.total += of_one.total - before
            if not of_one.seen:
                del self._held[key]

    def _note(self, of_one: HeldConnections, one: SilentConnection | None = None) -> None:
        before = of_one.total
        if one is None:
            of_one.see_all()
        else:
            of_one.see(one)
        self.total += of_one.total - before

    def _evict(self, of_one: HeldConnections) -> None:
        largest = of_one.largest
        self.remove(largest)
        largest.evict()
