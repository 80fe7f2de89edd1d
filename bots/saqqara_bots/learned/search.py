"""The tree of a search that a network guides: what was tried, and what it paid.

PUCT (Rosin, 2011, as AlphaZero has it): an action is tried the more the better it has paid, the
more the network likes it, and the less it was tried. Promising ones come first, and nothing is
played to the end.

It is compiled where the rules are (`hatch_build.py`), so it knows nothing of the SDK or of numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from typing import Any, Final

from saqqara_engine.game import Action, Game

EXPLORATION: Final = 1.5
"""How much more an action that the network likes, or that was tried less, is tried."""

UNTRIED: Final = 0.1
"""How much worse than its parent an action is thought to be before it was tried."""


class Edge:
    """An action at a place: how often it was tried, what its seat got by it, where it leads."""

    def __init__(self) -> None:
        self.tried = 0
        self.reward = 0.0
        self.after: Node | None = None


class Offer:
    """What was legal in some of the worlds, by place: how much the network likes each, in all 1."""

    def __init__(self, likings: list[float], edges: list[Edge]) -> None:
        self.likings = likings
        self.edges = edges


class Node:
    """A place in the tree: what the network says of it, and what its actions have paid.

    - `hidden`: what the network makes of it, from which it tells what it likes
    - `expected`: the reward of each seat, as the network expects it
    - `edges`: by the codes of their actions
    - `offers`: by the codes that were legal, since worlds differ in that
    - `legal`, `offer`: what was legal when it was here last
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
    """One decision's search.

    - `node`: a new place, of a state and the seat that is asked there
    - `logits`: the logarithm of how much the network likes each of some codes at a place, but for
      a factor
    - `codes`: the numbers of some actions
    - `rewards`: what each seat has got in the end
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
        """Down the tree to a new place, ask the network what it is worth, and remember it.

        The state is played on.
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
    """Softmax: how much of all each has, by its logarithm."""
    most = max(logits)
    powers = [exp(one - most) for one in logits]
    whole = sum(powers)
    return [one / whole for one in powers]


def _most_promising(node: Node, untried: float) -> int:
    """The place of the best action; `untried`: what one that was not tried yet is worth."""
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
