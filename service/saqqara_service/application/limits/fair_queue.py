"""Start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996), without clocks or tasks.

Each key, an address or an account, has a finish tag: the virtual time up to which it was served.
The start tag of a waiting entry is the latest finish tag of its keys, but at least the virtual
time. The entry with the least start tag is served next, and sets the virtual time.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from heapq import heapify, heappop, heappush, heapreplace
from typing import Final, Generic, TypeAlias, TypeVar

from saqqara_service.application.limits.meter import Keys

TAGS: Final = 4_096
"""The maximum number of finish tags; the least recently used one is dropped first."""


@dataclass(slots=True, eq=False)
class QueuePlace:
    """A waiting entry, and the processor time of its turn."""

    keys: Keys
    cost_s: float


P = TypeVar("P", bound=QueuePlace)
Rank: TypeAlias = tuple[float, float]
"""The start tag, and the sum of the finish tags."""


class FairQueue(Generic[P]):
    """Waiting entries, in a line for each combination of keys."""

    def __init__(self) -> None:
        self._virtual_s = 0.0
        self._finish_s: OrderedDict[str, float] = OrderedDict()
        self._lines: dict[Keys, deque[P]] = {}
        self._heads: list[tuple[Rank, int, Keys]] = []
        """A heap of all lines, by their ranks when they were pushed."""
        self._put = 0

    def __bool__(self) -> bool:
        """Return whether any entry may be waiting."""
        return bool(self._heads)

    def __len__(self) -> int:
        """Return the number of waiting entries."""
        return sum(map(len, self._lines.values()))

    @property
    def tags(self) -> int:
        """The number of finish tags."""
        return len(self._finish_s)

    def join(self, place: P) -> None:
        """Add an entry behind those with the same keys."""
        if (line := self._lines.get(place.keys)) is None:
            line = self._lines[place.keys] = deque()
            heappush(self._heads, self._head(place.keys))
        line.append(place)

    def leave(self, place: P) -> None:
        """Remove an entry, without charging it."""
        self._lines[place.keys].remove(place)

    def next(self) -> P | None:
        """Remove the next entry, charge its cost and return it; None if none waits."""
        while self._heads:
            rank, _, keys = self._heads[0]
            line = self._lines[keys]
            if not line:
                heappop(self._heads)
                del self._lines[keys]
            elif self._rank(keys) > rank:  # its keys were served since it was pushed
                heapreplace(self._heads, self._head(keys))
            else:
                self._virtual_s = max(self._virtual_s, self.start_s(keys))
                place = line.popleft()
                self.serve(keys, place.cost_s)
                return place
        return None

    def serve(self, keys: Keys, cost_s: float) -> None:
        """Charge keys for processor time; a negative cost is a refund."""
        for key in keys:
            had_s = max(self._virtual_s, self._finish_s.get(key, 0.0))
            self._finish_s[key] = had_s + cost_s
            self._finish_s.move_to_end(key)
        while len(self._finish_s) > TAGS:
            self._finish_s.popitem(last=False)
        if cost_s < 0:  # ranks only grow otherwise, so that stale heap entries are too early
            self._heads = [self._head(keys) for keys in self._lines]
            heapify(self._heads)

    def forget(self) -> None:
        """Drop all finish tags, after idle time."""
        self._finish_s.clear()

    def start_s(self, keys: Keys) -> float:
        """Return the start tag of an entry with these keys."""
        return max(self._virtual_s, *(self._finish_s.get(key, 0.0) for key in keys))

    def before_s(self, keys: Keys) -> float:
        """Return the cost of all entries that precede a new one with these keys."""
        costs_s = {one: sum(each.cost_s for each in line) for one, line in self._lines.items()}
        mine = {others for others in costs_s if not {*others}.isdisjoint(keys)}
        own_s = sum(costs_s[others] for others in mine)
        start_s = self.start_s(keys) + own_s
        return own_s + sum(
            min(cost_s, max(0.0, start_s - self.start_s(others)))
            for others, cost_s in costs_s.items()
            if others not in mine
        )

    def _head(self, keys: Keys) -> tuple[Rank, int, Keys]:
        self._put += 1
        return self._rank(keys), self._put, keys

    def _rank(self, keys: Keys) -> Rank:
        """Return the rank; among accounts of one address, which share its tag, the sum decides."""
        return self.start_s(keys), sum(self._finish_s.get(key, 0.0) for key in keys)
