"""Anchors: bots whose strength is known, by which seasons and hosts can be compared.

The zero of a season's table is the mean of its field, and moves with whoever takes part. Where
house bots took part, strengths are told on a scale of their own as well: `mcts-1000`, the sample
bot that searches a thousand iterations a decision, has 2000 by definition, in each game and at each
number of seats. So many iterations mean the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from saqqara_engine.game import Json
from saqqara_engine.games import find_game

ANCHORED_ELO: Final = 2000.0


@dataclass(frozen=True, slots=True)
class Anchor:
    """A strength that is known, in Elo, and its standard error."""

    elo: float
    error: float = 0.0


DEFINITION: Final[Mapping[str, Anchor]] = {"mcts-1000": Anchor(ANCHORED_ELO)}
"""What holds in every game, by the name of the house bot."""


def anchors(game: str, options: Mapping[str, Json]) -> Mapping[str, Anchor]:
    """The house bots whose strength is known in a game by these options, by name.

    What was measured holds where all options but the number of seats have their defaults.
    """
    rules = find_game(game)
    asked = rules.parse_options(options)
    is_default = asked == rules.parse_options({"players": asked.players})
    return {**DEFINITION, **(MEASURED.get((game, asked.players), {}) if is_default else {})}


def anchored_versions(
    known: Mapping[str, Anchor], house: Mapping[str, str], versions: Iterable[tuple[str, str]]
) -> dict[str, Anchor]:
    """The versions of bots whose strength is known; `house` are the names of house bots by id.

    `versions` are pairs of a bot's id and what its version is called.
    """
    return {name: known[house[bot]] for bot, name in versions if house.get(bot) in known}


MEASURED: Final[Mapping[tuple[str, int], Mapping[str, Anchor]]] = {
    ("duel", 2): {"mcts-250": Anchor(1759.0, 39.0), "mcts-4000": Anchor(2191.0, 45.0)},
    ("imhotep", 2): {
        "mcts-250": Anchor(1842.0, 36.0),
        "mcts-4000": Anchor(2134.0, 47.0),
        "mcts-16000": Anchor(2325.0, 69.0),
    },
    ("imhotep", 3): {"mcts-250": Anchor(1920.0, 27.0)},
    ("imhotep", 4): {"mcts-250": Anchor(1883.0, 23.0), "mcts-4000": Anchor(2073.0, 30.0)},
}
"""What was measured against that, by game and seats, at the default options.

`saqqara play mcts-1000 mcts-250 --blocks 60 --seed 7` (80.0 % of 120 games of the Duel, 71.2 % of
Imhotep), and `mcts-4000 mcts-1000 --blocks 30` (75.0 and 68.3 % of 60 games each). `mcts-16000`
against `mcts-4000`, whose own error is in its: 75.0 % of 60 games of Imhotep. At 3 and 4 seats one
against two or three of the weaker, by the share of them that it beat: `mcts-1000` 61.3 % in 120
games and 66.3 % in 160 (40 blocks each), `mcts-4000` 60.4 % in 80 (20 blocks).
"""
