"""Every action of the Duel in a fixed order; an action's index is its code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from saqqara_engine.duel.actions import BOATS, cell_text
from saqqara_engine.duel.options import Options

_CELLS = [cell_text(cell) for cell in range(9)]
_SPACES = ["1", "2", "3"]


def every_action(options: Options) -> Iterator[str]:  # noqa: ARG001 - the same under all options
    """Yield the notation of every action, in the order of the codes."""
    yield "pass"
    yield from (f"place {cell}" for cell in _CELLS)
    yield from (f"unload {boat}" for boat in BOATS)
    yield from (f"take {boat}.{space}" for boat, space in product(BOATS, _SPACES))
    for count in (2, 3):
        yield from (f"places {' '.join(cells)}" for cells in combinations(_CELLS, count))
    yield from (f"place-unload {cell} {boat}" for cell, boat in product(_CELLS, BOATS))
    for cell, (first, second) in product(_CELLS, permutations(BOATS, 2)):
        yield f"place-unload {cell} {first} {second}"
    for boat, (first, second), unload in product(BOATS, combinations(_SPACES, 2), BOATS):
        yield f"swap {boat}.{first} {second} {unload}"
