"""The tree of a search that a network guides.

It uses PUCT (Rosin, 2011, in AlphaZero's form): the choice of an action combines its mean reward,
the network's prior and the number of its visits. No game is played to the end.

The module is compiled with the rules (`hatch_build.py`), so it imports neither the SDK nor numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from typing import Any, Final

from saqqara_engine.game import Action, Game

EXPLORATION: Final = 1.5
"""The weight of the exploration term."""

UNTRIED: Final = 0.1
"""The assumed deficit of an untried action against its parent."""


class Edge:
    """An action at a node: its visits, its total reward and its child."""

    def __init__(self) -> None:
        self.tried = 0
        self.reward = 0.0
        self.after: Node | None = None


class Offer:
    """A set of legal codes that some worlds share, with priors that sum to 1."""

    def __init__(self, likings: list[float], edges: list[Edge]) -> None:
        self.likings = likings
        self.edges = edges


class Node:
    """A node of the tree: the network's output and the statistics of its actions.

    - `hidden`: the activations from which the network computes priors
    - `expected`: the predicted reward of each seat
    - `edges`: edges by code
    - `offers`: priors by the tuple of legal codes, which differs between worlds
    - `legal`, `offer`: the legal codes of the last visit and their priors
    """

    def __init__(self, hidden: Any, expected: list[float]) -> None:  # noqa: ANN401 - of numpy
        self.hidden = hidden
        self.expected = expected
        self.edges: dict[int, Edge] = {}
        self.offers: dict[tuple[int, ...], Offer] = {}
        self.legal: Sequence[Action] = ()
        self.offer = Offer([], [])
        self.visits = 0


class Search:
    """The search of one decision.

    - `node`: returns a new node for a state and its seat to act
    - `logits`: returns unnormalised log-probabilities of some codes at a node
    - `codes`: returns the codes of actions
    - `rewards`: returns each seat's reward at the end of a game
    """

    def __init__(
        self,
        rules: Game[Any, Any, Any, Any],
        node: Callable[[Any, int], Node],
        logits: Callable[[Node, list[int]], list[float]],
        codes: Callable[[Sequence[Action]], list[int]],
        rewards: Callable[[Any], list[float]],
    ) -> None:
        self._rules = rules
        self._node = node
        self._logits = logits
        self._codes = codes
        self._rewards = rewards

    def iterate(self, root: Node, state: object) -> None:
        """Run one iteration: select down to a new node, evaluate it, update the path.

        It changes `state`.
        """
        to_act: Callable[[object], int | None] = self._rules.to_act
        legal_actions: Callable[[object], Sequence[Action]] = self._rules.legal_actions
        advance: Callable[[object, object], None] = self._rules.advance
        seats: list[int] = []
        nodes: list[Node] = []
        edges: list[Edge] = []
        node = root
        seat = to_act(state)
        while seat is not None:
            legal = legal_actions(state)
            if legal != node.legal:  # told by identity: the engine gives the same objects again
                node.legal = legal
                node.offer = self._offer(node, self._codes(legal))
            place = _most_promising(node, node.expected[seat] - UNTRIED)
            edge = node.offer.edges[place]
            seats.append(seat)
            nodes.append(node)
            edges.append(edge)
            advance(state, legal[place])
            seat = to_act(state)
            after = edge.after
            if after is not None:
                node = after
            elif seat is not None:
                new = edge.after = self._node(state, seat)
                _learn(seats, nodes, edges, new.expected)
                return
        _learn(seats, nodes, edges, self._rewards(state))

    def _offer(self, node: Node, codes: list[int]) -> Offer:
        key = tuple(codes)
        offer = node.offers.get(key)
        if offer is None:
            edges: list[Edge] = []
            for code in codes:
                edge = node.edges.get(code)
                if edge is None:
                    edge = node.edges[code] = Edge()
                edges.append(edge)
            offer = node.offers[key] = Offer(_shares(self._logits(node, codes)), edges)
        return offer


def _shares(logits: list[float]) -> list[float]:
    """Return the softmax of logits."""
    most = max(logits)
    powers = [exp(one - most) for one in logits]
    whole = sum(powers)
    return [one / whole for one in powers]


def _most_promising(node: Node, untried: float) -> int:
    """Return the index of the best action; `untried` is the value of an untried one."""
    scale = EXPLORATION * sqrt(node.visits + 1)
    likings, edges = node.offer.likings, node.offer.edges
    best, chosen = -1e9, 0
    for place in range(len(edges)):
        edge = edges[place]
        if edge.tried == 0:
            worth = untried + scale * likings[place]
        else:
            worth = edge.reward / edge.tried + scale * likings[place] / (1 + edge.tried)
        if worth > best:
            best, chosen = worth, place
    return chosen


def _learn(seats: list[int], nodes: list[Node], edges: list[Edge], rewards: list[float]) -> None:
    for place in range(len(seats)):
        edge = edges[place]
        nodes[place].visits += 1
        edge.tried += 1
        edge.reward += rewards[seats[place]]
