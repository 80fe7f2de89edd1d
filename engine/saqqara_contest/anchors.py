"""Anchors: bots whose strength is known, by which seasons and hosts can be compared.

The zero of a season's table is the mean of its field, and moves with whoever takes part. Where
house bots took part, strengths are told on a scale of their own as well: `mcts-1000`, the sample
bot that searches a thousand iterations a decision, has 2000 by definition, in each game and at each
number of seats. So many iterations mean the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

ANCHORED_ELO: Final = 2000.0


@dataclass(frozen=True, slots=True)
class Anchor:
    """A strength that is known, in Elo, and its standard error."""

    elo: float
    error: float = 0.0


DEFINITION: Final[Mapping[str, Anchor]] = {"mcts-1000": Anchor(ANCHORED_ELO)}
"""What holds in every game, by the name of the house bot."""


def anchors(game: str, players: int, *, is_default: bool = True) -> Mapping[str, Anchor]:
    """The house bots whose strength is known in a game with so many seats, by name.

    What was measured holds where all other options have their defaults.
    """
    return {**DEFINITION, **(MEASURED.get((game, players), {}) if is_default else {})}


MEASURED: Final[Mapping[tuple[str, int], Mapping[str, Anchor]]] = {
    ("duel", 2): {"mcts-250": Anchor(1759.0, 39.0), "mcts-4000": Anchor(2191.0, 45.0)},
    ("imhotep", 2): {"mcts-250": Anchor(1842.0, 36.0), "mcts-4000": Anchor(2134.0, 47.0)},
}
"""What was measured against that, by game and seats, at the default options.

`saqqara play mcts-1000 mcts-250 --blocks 60 --seed 7` (80.0 % of 120 games of the Duel, 71.2 % of
Imhotep), and `mcts-4000 mcts-1000 --blocks 30` (75.0 and 68.3 % of 60 games each).
"""
