"""Features of a state of the Duel for machine learning; both seats know the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from saqqara_engine.blocks import Block, Feature, LookedUp, Remembered
from saqqara_engine.duel.actions import BOATS
from saqqara_engine.duel.legality import MEEPLES
from saqqara_engine.duel.options import Options
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import COUNTS, EMPTY, WORDS
from saqqara_engine.one_hot import one_hot, owners

CELLS = 9
SPACES = 3
NO_TOKEN = len(WORDS)

_KIND_OF = bytes(NO_TOKEN if byte == EMPTY else byte for byte in range(256))
"""Translates tokens to rows of a table, whose last row is that of an empty space."""

_TOKENS = [*(one_hot(kind, len(WORDS)) for kind in range(len(WORDS))), [0.0] * len(WORDS)]
_SIXTHS = [number / 6 for number in range(max(COUNTS) + 1)]


def features(options: Options) -> tuple[Block[State], ...]:  # noqa: ARG001 - the same under all
    """Return the blocks of all features in order; the own seat comes first."""
    spaces = [f"boat {boat} space {space + 1}" for boat in BOATS for space in range(SPACES)]
    return (
        Remembered(_flow_key, _flow),
        *(_meeples(offset) for offset in (0, 1)),
        Remembered(_moored_key, _moored),
        LookedUp(spaces, _on_boats, [_TOKENS] * 2),
        *(_won(offset) for offset in (0, 1)),
        Remembered(_removed_key, _removed),
        Remembered(_unseen_key, _unseen),
    )


def _flow_key(state: State, me: int) -> Hashable:
    return me, state.over, state.turn, state.unloads, state.first_to_five, *_left(state)


def _flow(state: State, me: int) -> Iterator[Feature]:
    supply, reserve = _left(state)
    yield "to_act", owners([None if state.over else state.turn], 1, me, 2)
    yield "unloads", [state.unloads / 18]
    yield "supply", [supply / 39]
    yield "reserve", [reserve / 3]
    yield "first to five", owners([state.first_to_five], 1, me, 2)


def _left(state: State) -> tuple[int, int]:
    """Return the number of tokens left in supply and reserve."""
    return len(state.supply) - state.drawn, len(state.reserve) - state.taken


def _meeples(offset: int) -> Block[State]:
    def key(state: State, me: int) -> Hashable:
        return state.meeples[(me + offset) % 2]

    def features(state: State, me: int) -> Iterator[Feature]:
        cells = state.meeples[(me + offset) % 2]
        yield f"seat +{offset} meeples in hand", [(MEEPLES - cells.bit_count()) / MEEPLES]
        yield f"seat +{offset} cells", [cells >> cell & 1 for cell in range(CELLS)]

    return Remembered(key, features)


def _moored_key(state: State, me: int) -> Hashable:  # noqa: ARG001 - the same for both
    return state.moored


def _moored(state: State, me: int) -> Iterator[Feature]:  # noqa: ARG001
    yield "moored", [state.moored >> boat & 1 for boat in range(len(BOATS))]


def _on_boats(state: State, me: int) -> Sequence[int]:  # noqa: ARG001
    return state.boats.translate(_KIND_OF)


def _won(offset: int) -> Block[State]:
    def key(state: State, me: int) -> Hashable:
        return bytes(state.won[(me + offset) % 2])

    def features(state: State, me: int) -> Iterator[Feature]:
        yield f"seat +{offset} won", [_SIXTHS[number] for number in state.won[(me + offset) % 2]]

    return Remembered(key, features)


def _removed_key(state: State, me: int) -> Hashable:  # noqa: ARG001
    return bytes(state.box)


def _removed(state: State, me: int) -> Iterator[Feature]:  # noqa: ARG001
    yield "removed", [_SIXTHS[number] for number in state.box]


def _unseen_key(state: State, me: int) -> Hashable:  # noqa: ARG001
    return state.supply, state.drawn, state.reserve, state.taken


def _unseen(state: State, me: int) -> Iterator[Feature]:  # noqa: ARG001
    tokens = state.supply[state.drawn :] + state.reserve[state.taken :]
    yield "unseen", [tokens.count(kind) / 6 for kind in range(len(WORDS))]
