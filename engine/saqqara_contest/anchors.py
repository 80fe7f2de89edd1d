"""Anchors: bots of known strength, which make seasons and hosts comparable.

The scale of a season's table is relative to the mean of its field. If house bots took part, a
second scale is fixed by `mcts-1000`, the sample bot with a thousand iterations per decision: it has
2000 Elo by definition, in each game and for each number of seats. Its strength is the same on every
machine, because it does not depend on time.
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
    """A known strength in Elo, with its standard error."""

    elo: float
    error: float = 0.0


DEFINITION: Final[Mapping[str, Anchor]] = {"mcts-1000": Anchor(ANCHORED_ELO)}
"""The strengths that hold in every game, by the name of the house bot."""


def anchors(game: str, options: Mapping[str, Json]) -> Mapping[str, Anchor]:
    """Return the house bots with a known strength in a game with these options, by name.

    Measured strengths hold if all options except the number of seats have their defaults.
    """
    rules = find_game(game)
    asked = rules.parse_options(options)
    is_default = asked == rules.parse_options({"players": asked.players})
    return {**DEFINITION, **(MEASURED.get((game, asked.players), {}) if is_default else {})}


def anchored_versions(
    known: Mapping[str, Anchor], house: Mapping[str, str], versions: Iterable[tuple[str, str]]
) -> dict[str, Anchor]:
    """Return the versions of bots with a known strength; `house` maps ids to names of house bots.

    `versions` holds pairs of a bot's id and the name of its version.
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
"""Measured strengths, by game and number of seats, with default options.

`saqqara play mcts-1000 mcts-250 --blocks 60 --seed 7` (80.0 % of 120 games of the Duel, 71.2 % of
Imhotep), and `mcts-4000 mcts-1000 --blocks 30` (75.0 and 68.3 % of 60 games each). `mcts-16000`
against `mcts-4000`: 75.0 % of 60 games of Imhotep; its error includes that of `mcts-4000`. With 3
and 4 seats one bot played two or three copies of the weaker one, and the share of copies it beat
counts: `mcts-1000` 61.3 % in 120 games and 66.3 % in 160 (40 blocks each), `mcts-4000` 60.4 % in 80
games (20 blocks).
"""
