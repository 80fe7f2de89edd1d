"""Words from which `Action.domain` composes the notation of all actions.

They include spaces and orders that no ship of a round has, so codes depend only on the options.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from saqqara_engine.imhotep.figures import MARKET_SLOTS, MAX_SPACES, SHIPS

SHIP_WORDS = tuple(str(ship + 1) for ship in range(SHIPS))
SPACE_WORDS = tuple(str(space + 1) for space in range(MAX_SPACES))
BERTH_WORDS = tuple(f"{ship}.{space}" for ship in SHIP_WORDS for space in SPACE_WORDS)
SLOT_WORDS = tuple(str(slot + 1) for slot in range(MARKET_SLOTS))


def joined(*domains: Iterable[str]) -> tuple[str, ...]:
    """Return every combination of one word of each domain."""
    return tuple(" ".join(each) for each in product(*domains))


def chosen(domain: Iterable[str], sizes: Iterable[int]) -> tuple[str, ...]:
    """Return every ascending selection of words of a domain, for each size."""
    words = tuple(domain)
    return tuple(" ".join(each) for size in sizes for each in combinations(words, size))


def stone_rows(players: int, *others: str) -> tuple[str, ...]:
    """Return every row of one to four owners of stones, or other marks."""
    marks = (*map(str, range(players)), *others)
    sizes = range(1, MAX_SPACES + 1)
    return tuple("".join(row) for size in sizes for row in product(marks, repeat=size))
