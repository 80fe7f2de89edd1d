"""Words from which the notations of all actions are put together (`Action.domain`).

Spaces and orders that no ship of the round has are among them, so that a code depends on nothing
but the options.
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
    """Every combination of one word of each domain."""
    return tuple(" ".join(each) for each in product(*domains))


def chosen(domain: Iterable[str], sizes: Iterable[int]) -> tuple[str, ...]:
    """Words of a domain in ascending order, as many as each size."""
    words = tuple(domain)
    return tuple(" ".join(each) for size in sizes for each in combinations(words, size))


def stone_rows(players: int, *others: str) -> tuple[str, ...]:
    """The owners of one to four stones, with other marks that may stand between them."""
    marks = (*map(str, range(players)), *others)
    sizes = range(1, MAX_SPACES + 1)
    return tuple("".join(row) for size in sizes for row in product(marks, repeat=size))
