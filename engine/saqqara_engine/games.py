"""The games that exist."""

from __future__ import annotations

from typing import Any, TypeAlias

from saqqara_engine.duel.rules import DUEL
from saqqara_engine.errors import UnknownOption, quote
from saqqara_engine.game import Game
from saqqara_engine.imhotep.rules import IMHOTEP

# Any is needed here: a lookup by name cannot know the types of a game.
AnyGame: TypeAlias = Game[Any, Any, Any, Any]

GAMES: dict[str, AnyGame] = {"imhotep": IMHOTEP, "duel": DUEL}


def find_game(name: str) -> AnyGame:
    """Return the game with this name; raises `UnknownOption`."""
    if name not in GAMES:
        raise UnknownOption(f"There is no game {quote(name)}. Use one of {', '.join(GAMES)}.")
    return GAMES[name]
