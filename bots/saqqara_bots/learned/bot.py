"""A bot that searches as `mcts` does, with what it learned in place of rules and random play.

At each new place of the tree its network says which actions are worth a try and what every seat
may expect; nothing is played to the end. Promising actions are tried first (PUCT: Rosin, 2011, as
AlphaZero has it), in many worlds that fit its view.

It has learned the games with two seats and the `A` sides. Other tables it plays as `mcts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np

from saqqara_bots.learned.network import Array, Network
from saqqara_bots.learned.outcome import outcome
from saqqara_bots.mcts import MctsBot
from saqqara_engine.game import Options
from saqqara_engine.games import find_game
from saqqara_engine.learning import ActionCodes, Observer, action_codes, observer
from saqqara_sdk import LegalAction, Simulator, Turn, Worth
from saqqara_sdk.bots.turn import Action, State

EXPLORATION: Final = 1.5
"""How much more an action that the network likes, or that was tried less, is tried."""

UNTRIED: Final = 0.1
"""How much worse than its parent an action is thought to be before it was tried."""

WORLDS: Final = 64
"""How many worlds are drawn; later iterations begin in them by turns, since drawing takes time."""

FOLDER: Final = Path(__file__).parent / "weights"


@dataclass(slots=True, eq=False)
class Node:
    """A place in the tree: what the network says of it, and what its actions have paid."""

    hidden: Array
    expected: list[float]
    """The reward of each seat, as the network expects it."""
    codes: list[int] = field(default_factory=list)
    """The codes that were legal when it was here last."""
    likings: list[float] = field(default_factory=list)
    """How much the network likes each of them; one in all."""
    edges: dict[int, Edge] = field(default_factory=dict)
    visits: int = 0


@dataclass(slots=True, eq=False)
class Edge:
    """An action at a place: how often it was tried, what its seat got by it, where it leads."""

    tried: int = 0
    reward: float = 0.0
    after: Node | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A network with what it reads and speaks."""

    options: Options
    """The only ones that it was learned for: those that nobody changed."""

    network: Network
    observer: Observer
    codes: ActionCodes
    by_code: Array
    """The weights of the policy, those of a code side by side."""

    def node(self, state: State, seat: int) -> Node:
        """A new place in the tree."""
        hidden = self.network.hidden_of_one(self.observer.packed(state, seat))
        values = self.network.values(hidden).tolist()
        return Node(hidden, values[-seat:] + values[:-seat])

    def likings(self, node: Node, codes: list[int]) -> list[float]:
        """How much the network likes each of some codes; one in all."""
        logits = self.by_code[codes] @ node.hidden + self.network.policy_bias[codes]
        likings = np.exp(logits - logits.max())
        shares: list[float] = (likings / likings.sum()).tolist()
        return shares


@cache
def judgement_of(game: str) -> Judgement:
    """What was learned of a game."""
    rules = find_game(game)
    options = rules.parse_options({})
    network = Network.load(FOLDER / f"{game}.npz")
    return Judgement(
        options,
        network,
        observer(game, options),
        action_codes(game, options),
        by_code=np.ascontiguousarray(network.policy.T),
    )


class LearnedBot(MctsBot):
    """Searches for `seconds` a decision, or as often as `iterations` says."""

    name = "learned"

    def choose(self, turn: Turn) -> LegalAction:
        judgement = judgement_of(turn.game)
        if turn.view.options != judgement.options or len(turn.legal_actions) == 1:
            return super().choose(turn)
        edges = self._tree(turn, judgement)
        tried = [edge.tried if edge else 0 for edge in edges]
        return turn.legal_actions[tried.index(max(tried))]

    def explain(self, turn: Turn) -> list[Worth]:
        judgement = judgement_of(turn.game)
        if turn.view.options != judgement.options:
            return super().explain(turn)
        edges = self._tree(turn, judgement)
        return [
            Worth(offered, edge.reward / edge.tried, f"reward, tried {edge.tried} times")
            for offered, edge in zip(turn.legal_actions, edges, strict=True)
            if edge and edge.tried
        ]

    def _tree(self, turn: Turn, judgement: Judgement) -> list[Edge | None]:
        """What a search found out of each legal action."""
        worlds = [turn.sample()]
        root = judgement.node(worlds[0], turn.seat)
        search = Search(turn.simulator, judgement)
        for iteration in self._budget(turn):
            if 0 < iteration < WORLDS:
                worlds.append(turn.sample())
            search.iterate(root, turn.simulator.copy(worlds[iteration % len(worlds)]))
        codes = judgement.codes.codes([offered.action for offered in turn.legal_actions])
        return [root.edges.get(code) for code in codes]


class Search:
    """One decision's search."""

    def __init__(self, simulator: Simulator, judgement: Judgement) -> None:
        self.simulator = simulator
        self.judgement = judgement

    def iterate(self, root: Node, state: State) -> None:
        """Down the tree to a new place, ask the network what it is worth, and remember it."""
        rules = self.simulator.rules
        path, node = [], root
        while True:
            seat = rules.to_act(state)
            if seat is None:
                rewards = _ended([score.total for score in rules.scores(state)])
                break
            edge, action = self._select(node, rules.legal_actions(state), seat)
            path.append((seat, node, edge))
            rules.advance(state, action)
            if edge.after is None:
                asked = rules.to_act(state)
                if asked is not None:
                    edge.after = self.judgement.node(state, asked)
                    rewards = edge.after.expected
                    break
            else:
                node = edge.after
                continue
        for seat, node, edge in path:
            node.visits += 1
            edge.tried += 1
            edge.reward += rewards[seat]

    def _select(self, node: Node, legal: Sequence[Action], seat: int) -> tuple[Edge, Action]:
        codes = self.judgement.codes.codes(legal)
        if codes != node.codes:
            node.codes, node.likings = codes, self.judgement.likings(node, codes)
        scale, untried = EXPLORATION * sqrt(node.visits + 1), node.expected[seat] - UNTRIED
        best, chosen = -1e9, 0
        edges = node.edges
        for place, code in enumerate(codes):
            edge = edges.get(code)
            if edge is None or not edge.tried:
                worth = untried + scale * node.likings[place]
            else:
                worth = edge.reward / edge.tried + scale * node.likings[place] / (1 + edge.tried)
            if worth > best:
                best, chosen = worth, place
        edge = edges.get(codes[chosen])
        if edge is None:
            edge = edges[codes[chosen]] = Edge()
        return edge, legal[chosen]


def _ended(points: list[int]) -> list[float]:
    rewards: list[float] = outcome(np.array([points])).tolist()[0]
    return rewards
