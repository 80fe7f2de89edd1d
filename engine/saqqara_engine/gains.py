"""The gain of each legal action of a decision, one action ahead.

Actions are tried in states sampled from the seat's view. The true state is not used, so gains
cannot reveal hidden information. Equal views give equal averages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from saqqara_engine.chance import SEED_BYTES
from saqqara_engine.game import Action
from saqqara_engine.games import AnyGame

WORLDS: Final = 8
"""The maximum number of sampled states per action."""

TRIES: Final = 400
"""The number of tried actions per decision: about 20 ms without compiled rules."""


def average_gains(game: AnyGame, view: object, seat: int, legal: Sequence[Action]) -> list[float]:
    """Return the average gain of each legal action for the seat of the view."""
    worlds = max(1, min(WORLDS, TRIES // len(legal)))
    totals = [0] * len(legal)
    for world in range(1, worlds + 1):
        state = game.sample(view, world.to_bytes(SEED_BYTES, "big"))
        totals = [
            total + gain
            for total, gain in zip(totals, gains(game, state, seat, legal), strict=True)
        ]
    return [total / worlds for total in totals]


def gains(game: AnyGame, state: object, seat: int, legal: Sequence[Action]) -> Iterator[int]:
    """Yield the gain of each action: own projected points minus the most for any opponent."""
    before = game.projected(state)
    for action in legal:
        after = game.copy(state)
        game.advance(after, action)
        changes = [now - was for now, was in zip(game.projected(after), before, strict=True)]
        mine = changes.pop(seat)
        yield mine - max(changes)
