"""A bot that searches: Monte Carlo tree search over information sets.

It plays thousands of games in its head. Each begins in a world drawn from those that fit its view
and follows one tree of actions, which all worlds share: at each turn of it, whoever is asked takes
the action that has paid *that seat* best, or one not yet tried enough. Below the tree a few random
actions are played, `worths` judges what came of it, and all actions on the way learn the reward.

This is SO-ISMCTS (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, IEEE
Transactions on Computational Intelligence and AI in Games 4(2), 2012, section IV), with a reward
for every seat, so that it plays with any number of them. What differs from search without hidden
information is one thing: an action is legal in some worlds only, so how often it was tried is
compared with how often it was *on offer*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log, sqrt, tanh
from random import Random
from time import monotonic
from typing import ClassVar, Final

from saqqara_bots.planner import leads, worths
from saqqara_sdk import Bot, LegalAction, Simulator, Turn
from saqqara_sdk.bots.turn import Action, State

EXPLORATION: Final = 0.7
"""How much more an action that was tried less is tried; the paper's value."""

ACTIONS_ON: Final = 6
"""How many random actions are played below the tree."""

CLEAR_LEAD: Final = 10.0
"""A lead of so many points gives three quarters of the best reward; more adds little."""

WORLDS: Final = 32
"""How many worlds are drawn; later iterations begin in them by turns, since drawing takes time."""

SHARE: Final = 0.1
"""The part of the time left on its clock that one decision may take at most."""


@dataclass(slots=True, eq=False)
class Node:
    """An action in the tree: how often it was on offer and tried, what its seat got by it."""

    offered: int = 0
    tried: int = 0
    reward: float = 0.0
    after: dict[Action, Node] = field(default_factory=dict)


class MctsBot(Bot):
    """Searches for `seconds` a decision, or, if `iterations` is set, as often as it says.

    Time makes a search depend on the machine; with `iterations` the same chance gives the same
    actions again: `class Steady(MctsBot): iterations = 1000`.
    """

    name = "mcts"
    seconds: ClassVar[float] = 0.2
    iterations: ClassVar[int | None] = None

    def choose(self, turn: Turn) -> LegalAction:
        if len(turn.legal_actions) == 1:
            return turn.legal_actions[0]
        root, worlds = Node(), list[State]()
        for iteration in self._budget(turn):
            if len(worlds) < WORLDS:
                worlds.append(turn.sample())
            world = turn.simulator.copy(worlds[iteration % len(worlds)])
            _iterate(turn.simulator, root, world, turn.random)
        tried = {action: node.tried for action, node in root.after.items()}
        return max(turn.legal_actions, key=lambda offered: tried.get(offered.action, 0))

    def _budget(self, turn: Turn) -> Iterator[int]:
        """The numbers of the iterations that there is time for, one at least."""
        if self.iterations is not None:
            yield from range(self.iterations)
            return
        seconds, left_ms = self.seconds, turn.clock.mine_ms
        if left_ms is not None:
            seconds = min(seconds, SHARE * left_ms / 1000)
        end, iteration = monotonic() + seconds, 0
        while iteration == 0 or monotonic() < end:
            yield iteration
            iteration += 1


def _iterate(simulator: Simulator, root: Node, state: State, chance: Random) -> None:
    """One game in the head: down the tree, one action beyond, a few more, and learn from it."""
    path, node, is_known = [], root, True
    while is_known and (seat := simulator.to_act(state)) is not None:
        action, is_known = _select(node, simulator.legal_actions(state), chance)
        node = node.after[action]
        path.append((seat, node))
        simulator.advance(state, action)
    simulator.play_on(state, chance, ACTIONS_ON)
    rewards = [tanh(lead / CLEAR_LEAD) for lead in leads(worths(simulator, state))]
    for seat, node in path:
        node.tried += 1
        node.reward += rewards[seat]


def _select(parent: Node, legal: Sequence[Action], chance: Random) -> tuple[Action, bool]:
    """The action to try, and whether it was tried before: first all new ones, then the best."""
    after = parent.after
    new = [action for action in legal if action not in after]
    for action in legal:
        if action in after:
            after[action].offered += 1
    if new:
        action = chance.choice(new)
        after[action] = Node(offered=1)
        return action, False
    return max(legal, key=lambda action: _promise(after[action])), True


def _promise(node: Node) -> float:
    """Mean reward, and more the less it was tried (UCB1 on the times it was on offer)."""
    return node.reward / node.tried + EXPLORATION * sqrt(log(node.offered) / node.tried)
