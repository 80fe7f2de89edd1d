"""Tables of the Duel laid out for a test."""

from __future__ import annotations

from saqqara_engine.duel.actions import BOATS
from saqqara_engine.duel.options import Options, parse_options
from saqqara_engine.duel.scoring import scores
from saqqara_engine.duel.setup import new_game
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import KIND

SEED = bytes(range(32))


def table(harbour: str = "", **boats: str) -> State:
    """A table with this harbour (rows of 0, 1 and dots) and these boats' tokens."""
    state = new_game(Options(), SEED)
    for cell, owner in enumerate(harbour.replace(" ", "")):
        if owner != ".":
            state.meeples[int(owner)] |= 1 << cell
    for name, tokens in boats.items():
        start = BOATS.index(name) * 3
        state.boats[start : start + 3] = bytes(KIND[word] for word in tokens.split())
    return state


def owning(tokens: str, seat: int = 0, preset: str = "a", meeples: int = 0) -> State:
    """A table where a seat has won these tokens (`3*obelisk temple-4`)."""
    state = new_game(parse_options({"preset": preset}), SEED)
    for each in tokens.split():
        count, _, word = each.rpartition("*")
        state.won[seat][KIND[word]] += int(count or 1)
    state.meeples[seat] = (1 << meeples) - 1
    return state


def points(state: State, source: str, seat: int = 0) -> int:
    """The points of one seat from one source."""
    return next(line.points for line in scores(state)[seat].lines if line.source == source)
