"""A bot that rates positions with the hand-written rules of `worths`.

A rating directly after an action is poor, because much is about to happen. The bot therefore plays
a few random actions after each legal action, in several sampled states. It takes the action with
the best average lead over its best opponent.
"""

from __future__ import annotations

from typing import Final

from saqqara_bots.worths import USUAL, Weights, leads, worths
from saqqara_sdk import Bot, LegalAction, Parameter, Turn, Worth

WORLDS: Final = 8
"""The maximum number of sampled states per action."""

TRIES: Final = 400
"""The number of ratings per decision: about 50 ms."""

ACTIONS_ON: Final = 6
"""The number of random actions before a rating."""


class PlannerBot(Bot):
    """Takes the action with the best rated lead a few actions later."""

    name = "planner"
    sled = Parameter(USUAL.sled, least=0.0, most=2.0)
    aboard = Parameter(USUAL.aboard, least=0.0, most=4.0)
    blue_card = Parameter(USUAL.blue_card, least=0.0, most=4.0)
    open_lead = Parameter(USUAL.open_lead, least=0.0, most=1.0)
    obelisk = Parameter(USUAL.obelisk, least=0.0, most=3.0)
    action_token = Parameter(USUAL.action_token, least=0.0, most=4.0)

    @property
    def weights(self) -> Weights:
        """The weights given by the bot's parameters."""
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
    """Return the seat's average lead after each action."""
    simulator, offered = turn.simulator, turn.legal_actions
    ahead, tries = [0.0] * len(offered), max(1, min(WORLDS, TRIES // len(offered)))
    for _ in range(tries):
        world = turn.sample()
        for number, one in enumerate(offered):
            state = simulator.after(world, one)
            simulator.play_on(state, turn.random, ACTIONS_ON)
            ahead[number] += leads(worths(state, weights))[turn.seat] / tries
    return ahead
