"""A view of the Duel as features for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saqqara_engine.duel.actions import cell_text
from saqqara_engine.duel.legality import MEEPLES
from saqqara_engine.duel.tokens import KIND, WORDS
from saqqara_engine.duel.view import Tokens, View
from saqqara_engine.one_hot import counts, one_hot, owners, turned

_CELLS = tuple(cell_text(cell) for cell in range(9))


def features(view: View) -> Iterator[tuple[str, Sequence[float]]]:
    """All features, each with a name; the own seat comes first."""
    me = view.seat or 0
    yield "to_act", owners([view.to_act], 1, me, 2)
    yield "unloads", [view.unloads / 18]
    yield "supply", [view.supply / 39]
    yield "reserve", [view.reserve / 3]
    yield "first to five", owners([view.first_to_five], 1, me, 2)
    yield "meeples in hand", turned([each.meeples_in_hand for each in view.builders], me, MEEPLES)
    for boat in view.boats:
        yield f"boat {boat.name} moored", [float(boat.moored)]
        for space, token in enumerate(boat.tokens, start=1):
            kind = None if token is None else KIND[token]
            yield f"boat {boat.name} space {space}", one_hot(kind, len(WORDS))
    for offset in (0, 1):
        builder = view.builders[(me + offset) % 2]
        yield f"seat +{offset} cells", [float(cell in builder.cells) for cell in _CELLS]
        yield f"seat +{offset} won", _tokens(builder.won)
    yield "unseen", _tokens(view.unseen)
    yield "removed", _tokens(view.removed)


def _tokens(tokens: Sequence[Tokens]) -> list[float]:
    return counts(((KIND[each.token], each.count) for each in tokens), len(WORDS), 6)
