"""The tree of a search over information sets.

This is SO-ISMCTS (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, IEEE
Transactions on Computational Intelligence and AI in Games 4(2), 2012, section IV) with a reward for
every seat, so that it works for any number of seats. It differs from other tree searches in one
point: an action is legal in some worlds only, so its visits are compared with the number of times
it was *available*.

The module is compiled with the rules (`hatch_build.py`), so it does not import the SDK.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt, tanh
from typing import Any

from saqqara_bots.worths import leads, worths
from saqqara_engine.duel.state import State as DuelState
from saqqara_engine.game import Action, Game
from saqqara_engine.imhotep.state import State as ImhotepState


class Node:
    """An action in the tree: its availability, visits and total reward."""

    def __init__(self) -> None:
        self.offered = 1
        self.tried = 0
        self.reward = 0.0
        self.after: dict[Action, Node] = {}


class Manner:
    """The parameters of a search.

    - `exploration`: the weight of rarely tried actions; the paper's value is 0.7
    - `actions_on`: the number of random actions below the tree
    - `clear_lead`: the lead in points that gives three quarters of the maximum reward
    """

    def __init__(self, exploration: float, actions_on: int, clear_lead: float) -> None:
        self.exploration = exploration
        self.actions_on = actions_on
        self.clear_lead = clear_lead


class Tree:
    """The search tree of a view; `draw` returns a random number in [0, 1)."""

    def __init__(
        self, rules: Game[Any, Any, Any, Any], draw: Callable[[], float], manner: Manner
    ) -> None:
        self.root = Node()
        self._rules = rules
        self._draw = draw
        self._manner = manner

    def iterate(self, world: ImhotepState | DuelState, times: int) -> None:
        """Run `times` iterations: select, expand, play random actions, update."""
        copy: Callable[[object], ImhotepState | DuelState] = self._rules.copy
        for _ in range(times):
            self._iterate(copy(world))

    def _iterate(self, state: ImhotepState | DuelState) -> None:
        to_act: Callable[[object], int | None] = self._rules.to_act
        legal_actions: Callable[[object], Sequence[Action]] = self._rules.legal_actions
        advance: Callable[[object, object], None] = self._rules.advance
        seats: list[int] = []
        path: list[Node] = []
        node = self.root
        is_known = True
        while is_known:
            seat = to_act(state)
            if seat is None:
                break
            action = self._select(node, legal_actions(state))
            node = node.after[action]
            is_known = node.tried > 0
            seats.append(seat)
            path.append(node)
            advance(state, action)
        self._rules.play_on(state, self._draw, self._manner.actions_on)
        self._learn(seats, path, leads(worths(state)))

    def _learn(self, seats: list[int], path: list[Node], ahead: list[float]) -> None:
        rewards = [tanh(lead / self._manner.clear_lead) for lead in ahead]
        for place in range(len(path)):
            node = path[place]
            node.tried += 1
            node.reward += rewards[seats[place]]

    def _select(self, parent: Node, legal: Sequence[Action]) -> Action:
        """Return the action to try: a random untried one, or else the most promising."""
        after, exploration = parent.after, self._manner.exploration
        new: list[Action] = []
        best, most = legal[0], -1e9
        for action in legal:
            node = after.get(action)
            if node is None:
                new.append(action)
                continue
            node.offered += 1
            if not new:
                promise = _promise(node, exploration)
                if promise > most:
                    best, most = action, promise
        if not new:
            return best
        action = new[int(self._draw() * len(new))]
        after[action] = Node()
        return action


def _promise(node: Node, exploration: float) -> float:
    """Return the mean reward plus an exploration term (UCB1 on the availability)."""
    return node.reward / node.tried + exploration * sqrt(log(node.offered) / node.tried)
