"""A bot that searches: Monte Carlo tree search over information sets.

It plays thousands of games in its head. Each begins in a world drawn from those that fit its view
and follows one tree of actions, which all worlds share: at each turn of it, whoever is asked takes
the action that has paid *that seat* best, or one not yet tried enough. Below the tree a few random
actions are played, `worths` judges what came of it, and all actions on the way learn the reward.

The tree itself stands in `tree.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import inf
from time import monotonic
from typing import ClassVar, Final

from saqqara_bots.tree import Manner, Node, Tree
from saqqara_sdk import Bot, LegalAction, Parameter, Turn, Worth
from saqqara_sdk.bots.turn import State

WORLDS: Final = 32
"""How many worlds are drawn; later iterations begin in them by turns, since drawing takes time."""

SHARE: Final = 0.1
"""The part of the time left on its clock that one decision may take at most."""


class MctsBot(Bot):
    """Searches for `seconds` a decision, or, if `iterations` is set, as often as it says.

    Time makes a search depend on the machine; with `iterations` the same chance gives the same
    actions again: `class Steady(MctsBot): iterations = 1000`. No clock is emptied by either.
    """

    name = "mcts"
    seconds: ClassVar[float] = 0.2
    exploration = Parameter(0.7, least=0.1, most=2.0)
    actions_on = Parameter(6, least=0, most=20)
    clear_lead = Parameter(10.0, least=2.0, most=40.0)
    iterations: ClassVar[int | None] = None

    def choose(self, turn: Turn) -> LegalAction:
        if len(turn.legal_actions) == 1:
            return turn.legal_actions[0]
        tried = {action: node.tried for action, node in self._search(turn).after.items()}
        return max(turn.legal_actions, key=lambda offered: tried.get(offered.action, 0))

    def explain(self, turn: Turn) -> list[Worth]:
        after = self._search(turn).after
        return [
            Worth(offered, node.reward / node.tried, f"reward, tried {node.tried} times")
            for offered in turn.legal_actions
            if (node := after.get(offered.action))
        ]

    def _search(self, turn: Turn) -> Node:
        """The tree of actions that follow from the view."""
        manner = Manner(self.exploration, self.actions_on, self.clear_lead)
        tree, worlds = Tree(turn.rules, turn.random.random, manner), list[State]()
        for iteration in self._budget(turn):
            if len(worlds) < WORLDS:
                worlds.append(turn.sample())
            tree.iterate(worlds[iteration % len(worlds)], 1)
        return tree.root

    def _budget(self, turn: Turn) -> Iterator[int]:
        """The numbers of the iterations that there is time for, one at least."""
        left_ms = turn.clock.mine_ms
        seconds = inf if left_ms is None else SHARE * left_ms / 1000
        if self.iterations is None:
            seconds = min(seconds, self.seconds)
        end = monotonic() + seconds
        for iteration in count() if self.iterations is None else range(self.iterations):
            if iteration and monotonic() >= end:
                return
            yield iteration
