"""Features in blocks: what tells some numbers of a state, and how it is quick at it.

A row is told thousands of times a second, while most of it stays as it was from one decision to
the next. So a block looks its numbers up in a table, or remembers what it told under a key.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeAlias, TypeVar

Feature: TypeAlias = tuple[str, Sequence[float]]
"""A name with the numbers that are told under it."""

S = TypeVar("S")
Key: TypeAlias = Callable[[S, int], Hashable]
"""What features of a state follow from, as a seat may know it."""

FLOAT = "f"
"""The type of a number in a row: float32, as the machine orders its bytes."""

REMEMBERED = 4096
"""How many different tellings a block remembers, so that memory stays bounded."""


def packed(numbers: Iterable[float]) -> bytes:
    """The numbers as they stand in a row."""
    return array(FLOAT, numbers).tobytes()


class Block(ABC, Generic[S]):
    """Features of a state as a seat may know it; their names and lengths never change."""

    __slots__ = ()

    @abstractmethod
    def features(self, state: S, seat: int) -> Iterable[Feature]:
        """The features by name."""

    @abstractmethod
    def told(self, state: S, seat: int) -> bytes:
        """Their numbers in a row."""


class Remembered(Block[S]):
    """Features that are the same wherever the key is the same."""

    __slots__ = ("_features", "_key", "_told")

    def __init__(self, key: Key[S], features: Callable[[S, int], Iterable[Feature]]) -> None:
        self._key = key
        self._features = features
        self._told: dict[Hashable, bytes] = {}

    def features(self, state: S, seat: int) -> Iterable[Feature]:
        """As they were given."""
        return self._features(state, seat)

    def told(self, state: S, seat: int) -> bytes:
        """What was told under the key."""
        key = self._key(state, seat)
        row = self._told.get(key)
        if row is None:
            numbers = chain.from_iterable(told for _, told in self._features(state, seat))
            row = _kept(self._told, key, packed(numbers))
        return row


class Grouped(Block[S]):
    """Blocks that seldom change, under one key."""

    __slots__ = ("_blocks", "_key", "_told")

    def __init__(self, key: Key[S], blocks: Sequence[Block[S]]) -> None:
        self._key = key
        self._blocks = blocks
        self._told: dict[Hashable, bytes] = {}

    def features(self, state: S, seat: int) -> Iterator[Feature]:
        """Block after block."""
        for block in self._blocks:
            yield from block.features(state, seat)

    def told(self, state: S, seat: int) -> bytes:
        """What was told under the key."""
        key = self._key(state, seat)
        row = self._told.get(key)
        if row is None:
            joined = b"".join([block.told(state, seat) for block in self._blocks])
            row = _kept(self._told, key, joined)
        return row


class LookedUp(Block[S]):
    """Features that follow one by one from small numbers: each number has its row in a table.

    Each seat has a table of its own, whose last row is that of -1.
    """

    __slots__ = ("_names", "_numbers", "_rows")

    def __init__(
        self,
        names: Sequence[str],
        numbers: Callable[[S, int], Iterable[int]],
        tables: Sequence[Sequence[Sequence[float]]],
    ) -> None:
        self._names = names
        self._numbers = numbers
        self._rows = [tuple(map(packed, table)).__getitem__ for table in tables]

    def features(self, state: S, seat: int) -> Iterator[Feature]:
        """Under each name an equal share of the row."""
        row = array(FLOAT, self.told(state, seat))
        length = len(row) // len(self._names)
        for place, name in enumerate(self._names):
            yield name, row[place * length : (place + 1) * length]

    def told(self, state: S, seat: int) -> bytes:
        """One row of the seat's table after the other."""
        return b"".join(map(self._rows[seat], self._numbers(state, seat)))


def _kept(told: dict[Hashable, bytes], key: Hashable, row: bytes) -> bytes:
    if len(told) == REMEMBERED:
        told.clear()
    told[key] = row
    return row
