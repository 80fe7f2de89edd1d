"""A bot that uses Monte Carlo tree search over information sets.

It simulates thousands of games. Each iteration samples a state (a world) that fits the view and
follows one tree of actions, which all worlds share. At each node the seat to act takes the action
that has paid *that seat* best, or one that was tried too little. Below the tree the bot plays a few
random actions, rates the result with `worths`, and updates all actions on the path.

`tree.py` implements the tree.
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
"""The number of sampled worlds; iterations use them in turn, because sampling takes time."""

SHARE: Final = 0.1
"""The maximum share of the remaining time for one decision."""


class MctsBot(Bot):
    """Searches for `seconds` per decision, or for `iterations` if they are set.

    A time limit makes the search depend on the machine. With `class Steady(MctsBot): iterations =
    1000` the same random seed gives the same actions. Neither setting uses up the clock.
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
        """Return the root of the search tree."""
        manner = Manner(self.exploration, self.actions_on, self.clear_lead)
        tree, worlds = Tree(turn.rules, turn.random.random, manner), list[State]()
        for iteration in self._budget(turn):
            if len(worlds) < WORLDS:
                worlds.append(turn.sample())
            tree.iterate(worlds[iteration % len(worlds)], 1)
        return tree.root

    def _budget(self, turn: Turn) -> Iterator[int]:
        """Yield numbers of iterations while there is time, at least one."""
        left_ms = turn.clock.mine_ms
        seconds = inf if left_ms is None else SHARE * left_ms / 1000
        if self.iterations is None:
            seconds = min(seconds, self.seconds)
        end = monotonic() + seconds
        for iteration in count() if self.iterations is None else range(self.iterations):
            if iteration and monotonic() >= end:
                return
            yield iteration
