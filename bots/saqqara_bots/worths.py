"""What a state is worth to everybody, by hand-written rules.

Points alone judge badly in the middle of things: a stone aboard a ship has earned nothing yet, and
the lead in obelisks may not last. `worths` adds what experience says of that, a figure for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from saqqara_engine.duel.scoring import source_points
from saqqara_engine.duel.state import State as DuelState
from saqqara_engine.duel.tokens import ACTIONS, WORDS
from saqqara_engine.imhotep.card_kinds import BLUE_KINDS
from saqqara_engine.imhotep.cards import count
from saqqara_engine.imhotep.figures import OBELISKS, ROUNDS
from saqqara_engine.imhotep.projecting import projected_with
from saqqara_engine.imhotep.state import State as ImhotepState


class Weights:
    """What counts beside the points that a seat would have if the game ended now.

    - `sled`: a stone on the sled; a third of a turn got it
    - `aboard`: a stone on a ship in the harbour, which will give some points somewhere
    - `blue_card`: a blue card, in the first round; one point more is in its score anyway
    - `open_lead`: the part of the points for majorities that is not believed at first ...
    - `obelisk`: ... and what each own obelisk counts instead
    - `action_token`: what an action token is worth at any time, beyond the point that it keeps if
      not used
    """

    def __init__(  # noqa: PLR0917
        self,
        sled: float = 0.4,
        aboard: float = 1.5,
        blue_card: float = 1.0,
        open_lead: float = 0.5,
        obelisk: float = 0.5,
        action_token: float = 1.0,
    ) -> None:
        self.sled = sled
        self.aboard = aboard
        self.blue_card = blue_card
        self.open_lead = open_lead
        self.obelisk = obelisk
        self.action_token = action_token


USUAL: Final = Weights()

TOKENS: Final = {"obelisk": 1.0, "temple": 0.5, "pyramid": 0.7, "tomb": 0.7, "action": 0.0}
"""What a token of the Duel promises beyond its points, as long as more of its kind may come."""

PROMISES: Final = tuple([TOKENS[word.partition("-")[0]] for word in WORDS])
MANY_UNLOADS: Final = 15
"""After so many unloaded boats promises count no more."""


def leads(worths: Sequence[float]) -> list[float]:
    """How far each seat is ahead of the best other one; negative if it is behind."""
    best, second = sorted(worths, reverse=True)[:2]
    return [worth - (second if worth == best else best) for worth in worths]


def worths(state: ImhotepState | DuelState, weights: Weights = USUAL) -> list[float]:
    """What a state is worth to each seat, in points; at the end of the game its points."""
    if isinstance(state, ImhotepState):
        return _imhotep(state, weights)
    return _duel(state, weights)


def _imhotep(state: ImhotepState, weights: Weights) -> list[float]:
    totals, obelisks = projected_with(state, OBELISKS)
    told = [float(total) for total in totals]
    if not state.steps:
        return told
    early = (ROUNDS - state.round) / (ROUNDS - 1)
    for seat in range(state.players):
        told[seat] += weights.sled * state.sled[seat]
        hand = state.hands[seat]
        if hand:
            told[seat] += early * weights.blue_card * _blue_cards(hand)
        built = state.stones[OBELISKS].count(seat)
        told[seat] += early * (weights.obelisk * built - weights.open_lead * obelisks[seat])
    for owner in state.cargo:
        if owner >= 0:
            told[owner] += weights.aboard
    return told


def _blue_cards(hand: int) -> int:
    """How many blue cards a hand has."""
    found = 0
    for kind in BLUE_KINDS:
        found += count(hand, kind)
    return found


def _duel(state: DuelState, weights: Weights) -> list[float]:
    told = []
    early = max(0.0, 1 - state.unloads / MANY_UNLOADS)
    for seat in (0, 1):
        points = source_points(state, seat)
        worth = float(sum(points))
        if not state.over:
            won = state.won[seat]
            for token in ACTIONS:
                worth += weights.action_token * won[token]
            for kind in range(len(PROMISES)):
                worth += early * won[kind] * PROMISES[kind]
            worth -= early * weights.open_lead * points[0]
        told.append(worth)
    return told
