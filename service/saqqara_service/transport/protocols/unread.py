"""The bytes that wait in this process for clients to read them: bounded by address, and in all.

What counts is what cannot be handed to the network, of connections where that is much. One answer
may be as long as it is; whoever lets more wait, over many connections, loses the largest of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

HIGH_WATER: Final = 16_384
"""A connection with fewer bytes that wait is not looked at."""
OF_SOCKET: Final = 1 << 20
"""More may wait on a websocket only as one message."""
OF_ADDRESS: Final = 8 << 20
OF_PROCESS: Final = 64 << 20


class Waiting(Protocol):
    """A connection whose client does not take in what it was sent."""

    address: str

    @property
    def unread_bytes(self) -> int:
        """The bytes that wait for it."""
        ...

    def give_up(self) -> None:
        """End the connection."""
        ...


class Bound:
    """So many bytes wait at most, by what was last seen of each connection."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._seen: dict[Waiting, int] = {}
        self.total = 0

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._seen)

    def see(self, one: Waiting) -> None:
        """Note what waits there now."""
        self.forget(one)
        self._seen[one] = size = one.unread_bytes
        self.total += size

    def forget(self, one: Waiting) -> None:
        """Nothing waits there any more."""
        self.total -= self._seen.pop(one, 0)

    def excess(self) -> Iterator[Waiting]:
        """The largest, one by one, as long as it is too much; one alone never is."""
        if self.total > self._most:
            for one in [*self._seen]:
                self.see(one)
        while self.total > self._most and len(self._seen) > 1:
            yield max(self._seen, key=self._seen.__getitem__)


class Unread:
    """The connections with bytes that wait, by the address they are counted for."""

    def __init__(self, of_address: int = OF_ADDRESS, of_process: int = OF_PROCESS) -> None:
        self._of_address = of_address
        self._all = Bound(of_process)
        self._by_address: dict[str, Bound] = {}

    @property
    def total(self) -> int:
        """So many bytes wait, or fewer."""
        return self._all.total

    def add(self, one: Waiting) -> None:
        """Count a connection, or that more waits there; of too much the largest is given up."""
        bounds = [self._all]
        if one.address:  # a proxy speaks for many
            bounds.append(self._by_address.setdefault(one.address, Bound(self._of_address)))
        for bound in bounds:
            bound.see(one)
        for bound in bounds:
            for largest in bound.excess():
                self.remove(largest)
                largest.give_up()

    def remove(self, one: Waiting) -> None:
        """The client took it in, or is gone."""
        self._all.forget(one)
        if (bound := self._by_address.get(one.address)) is not None:
            bound.forget(one)
            if not bound:
                del self._by_address[one.address]
