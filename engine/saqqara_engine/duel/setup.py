"""The setup of a game of the Duel."""

from __future__ import annotations

from typing import Final

from saqqara_engine.chance import SEED_BYTES, permutation
from saqqara_engine.duel.options import Options
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import BOX, WORDS
from saqqara_engine.game import ChanceOutcome

ON_BOATS: Final = 18
RESERVE: Final = 3


def new_game(options: Options, seed: bytes) -> State:
    """Return six full boats, three reserve tokens, a supply of thirty-nine."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    order = permutation(seed, "tokens", 0, bytes(BOX))
    state = lay_out(options, order)
    state.outcomes = (ChanceOutcome("tokens", 0, tuple(WORDS[token] for token in order)),)
    return state


def lay_out(options: Options, order: bytes) -> State:
    """Return the first state with the tokens in this order: boats, reserve, supply."""
    state = State()
    state.options = options
    state.outcomes = ()
    state.boats = bytearray(order[:ON_BOATS])
    state.reserve = order[ON_BOATS : ON_BOATS + RESERVE]
    state.supply = order[ON_BOATS + RESERVE :]
    state.drawn = state.taken = 0
    state.moored = 0b111111
    state.meeples = [0, 0]
    state.won = [bytearray(len(WORDS)), bytearray(len(WORDS))]
    state.box = bytearray(len(WORDS))
    state.first_to_five = -1
    state.turn = 0
    state.unloads = 0
    state.over = False
    return state
