"""Start-time fair queueing: whoever has had least is next, however many others came before.

Each key, an address or an account, has a finish tag: the virtual time up to which it was served.
The start tag of who waits is the latest finish tag of its keys, or the virtual time, if that is
later; the least start tag is next, and is the virtual time then. Knows no clock and no tasks.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from heapq import heapify, heappop, heappush, heapreplace
from typing import Final, Generic, TypeAlias, TypeVar

from saqqara_service.application.limits.meter import Keys

TAGS: Final = 4_096
"""So many finish tags are kept; whose was longest untouched is forgotten first."""


@dataclass(slots=True, eq=False)
class QueuePlace:
    """The place of one who waits, and the time of the processor that its turn takes."""

    keys: Keys
    cost_s: float


P = TypeVar("P", bound=QueuePlace)
Rank: TypeAlias = tuple[float, float]
"""The start tag, and the sum of the finish tags."""


class FairQueue(Generic[P]):
    """Those who wait, in lines of equal keys."""

    def __init__(self) -> None:
        self._virtual_s = 0.0
        self._finish_s: OrderedDict[str, float] = OrderedDict()
        self._lines: dict[Keys, deque[P]] = {}
        self._heads: list[tuple[Rank, int, Keys]] = []
        """A heap with an entry for each line, by its rank as it was when it was put there."""
        self._put = 0

    def __bool__(self) -> bool:
        """Whether anybody may be waiting."""
        return bool(self._heads)

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._lines.values()))

    @property
    def tags(self) -> int:
        """How many finish tags are kept."""
        return len(self._finish_s)

    def join(self, place: P) -> None:
        """Wait behind those with the same keys."""
        if (line := self._lines.get(place.keys)) is None:
            line = self._lines[place.keys] = deque()
            heappush(self._heads, self._head(place.keys))
        line.append(place)

    def leave(self, place: P) -> None:
        """Wait no longer, and owe nothing."""
        self._lines[place.keys].remove(place)

    def next(self) -> P | None:
        """Who has a turn now; it has had what the turn costs."""
        while self._heads:
            rank, _, keys = self._heads[0]
            line = self._lines[keys]
            if not line:
                heappop(self._heads)
                del self._lines[keys]
            elif self._rank(keys) > rank:  # it was served since: where it belongs now
                heapreplace(self._heads, self._head(keys))
            else:
                self._virtual_s = max(self._virtual_s, self.start_s(keys))
                place = line.popleft()
                self.serve(keys, place.cost_s)
                return place
        return None

    def serve(self, keys: Keys, cost_s: float) -> None:
        """Count what these keys have had; less than nothing is given back."""
        for key in keys:
            had_s = max(self._virtual_s, self._finish_s.get(key, 0.0))
            self._finish_s[key] = had_s + cost_s
            self._finish_s.move_to_end(key)
        while len(self._finish_s) > TAGS:
            self._finish_s.popitem(last=False)
        if cost_s < 0:
            self._heads = [self._head(keys) for keys in self._lines]
            heapify(self._heads)

    def forget(self) -> None:
        """Nobody owes anything: there was time left that nobody wanted."""
        self._finish_s.clear()

    def start_s(self, keys: Keys) -> float:
        """The start tag of who has these keys."""
        return max(self._virtual_s, *(self._finish_s.get(key, 0.0) for key in keys))

    def before_s(self, keys: Keys) -> float:
        """What will be served before one more of these keys, if nobody else comes."""
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
        """Of accounts at one address, all as late as it, the one that had least is first."""
        return self.start_s(keys), sum(self._finish_s.get(key, 0.0) for key in keys)
