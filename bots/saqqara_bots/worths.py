"""Hand-written rules that rate a state for each seat.

Points alone are a poor rating in the middle of a game: a stone on a ship has earned nothing yet,
and a lead in obelisks may not last. `worths` corrects them with weights found by experience.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from saqqara_engine.duel.scoring import source_points
from saqqara_engine.duel.state import State as DuelState
from saqqara_engine.duel.tokens import ACTIONS, WORDS
from saqqara_engine.imhotep.cards.card_kinds import BLUE_KINDS
from saqqara_engine.imhotep.cards.piles import count
from saqqara_engine.imhotep.figures import OBELISKS, ROUNDS
from saqqara_engine.imhotep.state import State as ImhotepState
from saqqara_engine.imhotep.views.projection import projected_with


class Weights:
    """Values in points, in addition to the points of a game that ended now.

    - `sled`: a stone on the sled, which cost a third of a turn
    - `aboard`: a stone on a ship in the harbour
    - `blue_card`: a blue card in the first round, beyond the point in its score
    - `open_lead`: the share of points for majorities that does not count at first
    - `obelisk`: an obelisk, in place of the open share of points for majorities
    - `action_token`: an action token, beyond the point that an unused one scores
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
"""The value of a Duel token beyond its points, as long as more of its kind may come."""

PROMISES: Final = tuple([TOKENS[word.partition("-")[0]] for word in WORDS])
MANY_UNLOADS: Final = 15
"""The number of unloaded boats after which these values no longer count."""


def leads(worths: Sequence[float]) -> list[float]:
    """Return each seat's lead over its best opponent; negative if it is behind."""
    best, second = sorted(worths, reverse=True)[:2]
    return [worth - (second if worth == best else best) for worth in worths]


def worths(state: ImhotepState | DuelState, weights: Weights = USUAL) -> list[float]:
    """Return the value of a state for each seat, in points; the final points at the end."""
    if isinstance(state, ImhotepState):
        return _imhotep(state, weights)
    return _duel(state, weights)


def _imhotep(state: ImhotepState, weights: Weights) -> list[float]:
    totals, obelisks = projected_with(state, OBELISKS)
    expected = [float(total) for total in totals]
    if not state.steps:
        return expected
    early = (ROUNDS - state.round) / (ROUNDS - 1)
    for seat in range(state.players):
        expected[seat] += weights.sled * state.sled[seat]
        hand = state.hands[seat]
        if hand:
            expected[seat] += early * weights.blue_card * _blue_cards(hand)
        built = state.stones[OBELISKS].count(seat)
        expected[seat] += early * (weights.obelisk * built - weights.open_lead * obelisks[seat])
    for owner in state.cargo:
        if owner >= 0:
            expected[owner] += weights.aboard
    return expected


def _blue_cards(hand: int) -> int:
    """Return the number of blue cards in a hand."""
    found = 0
    for kind in BLUE_KINDS:
        found += count(hand, kind)
    return found


def _duel(state: DuelState, weights: Weights) -> list[float]:
    expected = []
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
        expected.append(worth)
    return expected
