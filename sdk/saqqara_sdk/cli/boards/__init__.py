"""Tables of both games, drawn in a terminal. Elsewhere they are the engine's plain text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.text import Text

from saqqara_engine.games import AnyGame
from saqqara_sdk.bots.offers import View
from saqqara_sdk.cli.boards import duel, imhotep

DRAWN: Final[Mapping[str, Callable[[Any, Sequence[str]], RenderableType]]] = {
    "imhotep": imhotep.board,
    "duel": duel.board,
}
"""The functions that draw a view of each game, with the names of the seats."""


def board(rules: AnyGame, view: View, names: Sequence[str], console: Console) -> RenderableType:
    """The table for this console; every seat keeps its number beside its colour."""
    if console.is_terminal and rules.name in DRAWN:
        return DRAWN[rules.name](view, names)
    return Text(rules.draw(view))
