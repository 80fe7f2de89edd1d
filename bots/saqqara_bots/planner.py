"""A bot that judges positions by hand-written rules: what will this be worth to everybody?

What a state is worth is told by `worths`.

No judgement is good while much is about to happen, so the bot never judges what an action leaves
behind at once. It plays each action on by a few random ones, in several worlds that fit its view,
and takes the action that leaves it furthest ahead of its best opponent on average.
"""

from __future__ import annotations

from typing import Final

from saqqara_bots.worths import USUAL, Weights, leads, worths
from saqqara_sdk import Bot, LegalAction, Parameter, Turn, Worth

WORLDS: Final = 8
"""How many worlds an action is tried in, if there are not too many actions."""

TRIES: Final = 400
"""How often it judges for one decision: about 50 ms."""

ACTIONS_ON: Final = 6
"""How many random actions follow before it judges."""


class PlannerBot(Bot):
    """Takes what leaves it furthest ahead, by its own judgement, some actions later."""

    name = "planner"
    sled = Parameter(USUAL.sled, least=0.0, most=2.0)
    aboard = Parameter(USUAL.aboard, least=0.0, most=4.0)
    blue_card = Parameter(USUAL.blue_card, least=0.0, most=4.0)
    open_lead = Parameter(USUAL.open_lead, least=0.0, most=1.0)
    obelisk = Parameter(USUAL.obelisk, least=0.0, most=3.0)
    action_token = Parameter(USUAL.action_token, least=0.0, most=4.0)

    @property
    def weights(self) -> Weights:
        """What it was told to count."""
        return Weights(
            self.sled, self.aboard, self.blue_card, self.open_lead, self.obelisk, self.action_token
        )

    def choose(self, turn: Turn) -> LegalAction:
        ahead = _ahead(turn, self.weights)
        return turn.legal_actions[ahead.index(max(ahead))]

    def explain(self, turn: Turn) -> list[Worth]:
        return [
            Worth(offered, ahead, "points ahead")
            for offered, ahead in zip(turn.legal_actions, _ahead(turn, self.weights), strict=True)
        ]


def _ahead(turn: Turn, weights: Weights) -> list[float]:
    """How far ahead each action leaves the seat, on average."""
    simulator, offered = turn.simulator, turn.legal_actions
    ahead, tries = [0.0] * len(offered), max(1, min(WORLDS, TRIES // len(offered)))
    for _ in range(tries):
        world = turn.sample()
        for number, one in enumerate(offered):
            state = simulator.after(world, one)
            simulator.play_on(state, turn.random, ACTIONS_ON)
            ahead[number] += leads(worths(state, weights))[turn.seat] / tries
    return ahead
