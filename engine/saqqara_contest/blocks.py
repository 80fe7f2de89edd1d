"""Blocks: groups of matches in which every bot plays every seat once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def rotations(bots: Sequence[T]) -> list[tuple[T, ...]]:
    """Return the seatings of one block: every cyclic shift, the given order first.

    `rotations("abc")` is `abc`, `bca`, `cab`.
    """
    return [(*bots[shift:], *bots[:shift]) for shift in range(len(bots))]
