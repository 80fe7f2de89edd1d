"""Blocks of features, which compute parts of an observation vector quickly.

Vectors are computed thousands of times a second, while most of their numbers stay the same between
decisions. So a block looks its numbers up in a table, or caches them under a key.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeAlias, TypeVar

Feature: TypeAlias = tuple[str, Sequence[float]]
"""A name with its numbers."""

S = TypeVar("S")
Key: TypeAlias = Callable[[S, int], Hashable]
"""The values of a state that determine features, as seen by a seat."""

FLOAT = "f"
"""The type of a number in a row: float32 in the machine's byte order."""

REMEMBERED = 4096
"""The maximum number of rows that a block caches."""


def packed(numbers: Iterable[float]) -> bytes:
    """Return the numbers as the bytes of a row."""
    return array(FLOAT, numbers).tobytes()


class Block(ABC, Generic[S]):
    """Features of a state as seen by a seat; their names and lengths never change."""

    __slots__ = ()

    @abstractmethod
    def features(self, state: S, seat: int) -> Iterable[Feature]:
        """Return the features by name."""

    @abstractmethod
    def row(self, state: S, seat: int) -> bytes:
        """Return the bytes of the row."""


class Remembered(Block[S]):
    """Features that are cached: equal keys have equal features."""

    __slots__ = ("_features", "_key", "_rows")

    def __init__(self, key: Key[S], features: Callable[[S, int], Iterable[Feature]]) -> None:
        self._key = key
        self._features = features
        self._rows: dict[Hashable, bytes] = {}

    def features(self, state: S, seat: int) -> Iterable[Feature]:
        """Return the features by name, without the cache."""
        return self._features(state, seat)

    def row(self, state: S, seat: int) -> bytes:
        """Return the cached row of the key."""
        key = self._key(state, seat)
        row = self._rows.get(key)
        if row is None:
            numbers = chain.from_iterable(values for _, values in self._features(state, seat))
            row = _remember(self._rows, key, packed(numbers))
        return row


class Grouped(Block[S]):
    """Blocks that rarely change, cached together under one key."""

    __slots__ = ("_blocks", "_key", "_rows")

    def __init__(self, key: Key[S], blocks: Sequence[Block[S]]) -> None:
        self._key = key
        self._blocks = blocks
        self._rows: dict[Hashable, bytes] = {}

    def features(self, state: S, seat: int) -> Iterator[Feature]:
        """Yield the features of each block in order."""
        for block in self._blocks:
            yield from block.features(state, seat)

    def row(self, state: S, seat: int) -> bytes:
        """Return the cached row of the key."""
        key = self._key(state, seat)
        row = self._rows.get(key)
        if row is None:
            joined = b"".join([block.row(state, seat) for block in self._blocks])
            row = _remember(self._rows, key, joined)
        return row


class LookedUp(Block[S]):
    """Features looked up in a table, which has a row for each small number.

    Each seat has its own table, whose last row is that of -1.
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
        """Yield an equal share of the row under each name."""
        row = array(FLOAT, self.row(state, seat))
        length = len(row) // len(self._names)
        for place, name in enumerate(self._names):
            yield name, row[place * length : (place + 1) * length]

    def row(self, state: S, seat: int) -> bytes:
        """Return the concatenated rows of the seat's table."""
        return b"".join(map(self._rows[seat], self._numbers(state, seat)))


def _remember(remembered: dict[Hashable, bytes], key: Hashable, row: bytes) -> bytes:
    if len(remembered) == REMEMBERED:
        remembered.clear()
    remembered[key] = row
    return row
