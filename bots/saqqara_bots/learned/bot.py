"""A bot that searches like `mcts`, guided by a trained network.

At each new node the network predicts which actions to try and the reward of every seat. The search
uses many sampled states. `search.py` implements the tree.

The network was trained on games with two seats and the `A` sides. With other options the bot plays
like `mcts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np

from saqqara_bots.learned.network import Array, Network
from saqqara_bots.learned.outcome import outcome
from saqqara_bots.learned.search import Edge, Node, Search
from saqqara_bots.mcts import MctsBot
from saqqara_engine.game import Options
from saqqara_engine.games import find_game
from saqqara_engine.learning import ActionCodes, Observer, action_codes, observer
from saqqara_sdk import LegalAction, Turn, Worth
from saqqara_sdk.bots.turn import Rules, State

WORLDS: Final = 64
"""The number of sampled states; iterations use them in turn, because sampling takes time."""

FOLDER: Final = Path(__file__).parent / "weights"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A network with its features and codes."""

    options: Options
    """The options it was trained for: the defaults."""

    network: Network
    observer: Observer
    codes: ActionCodes
    by_code: Array
    """The weights of the policy, with those of each code contiguous."""

    def node(self, state: State, seat: int) -> Node:
        """Return a new node of the tree."""
        hidden = self.network.hidden_of_one(self.observer.packed(state, seat))
        values = self.network.values(hidden).tolist()
        return Node(hidden, values[-seat:] + values[:-seat])

    def logits(self, node: Node, codes: list[int]) -> list[float]:
        """Return the network's unnormalised log-probabilities of some codes."""
        logits: list[float] = (
            self.by_code[codes] @ node.hidden + self.network.policy_bias[codes]
        ).tolist()
        return logits


@cache
def judgement_of(game: str) -> Judgement:
    """Return the trained network of a game."""
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
    """Searches for `seconds` per decision, or for `iterations` if they are set."""

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
        """Return the search's statistics of each legal action."""
        worlds = [turn.sample()]
        root = judgement.node(worlds[0], turn.seat)
        search = Search(
            turn.rules,
            judgement.node,
            judgement.logits,
            judgement.codes.codes,
            partial(_rewards, turn.rules),
        )
        for iteration in self._budget(turn):
            if 0 < iteration < WORLDS:
                worlds.append(turn.sample())
            search.iterate(root, turn.simulator.copy(worlds[iteration % len(worlds)]))
        codes = judgement.codes.codes([offered.action for offered in turn.legal_actions])
        return [root.edges.get(code) for code in codes]


def _rewards(rules: Rules, state: State) -> list[float]:
    """Return each seat's reward at the end of a game."""
    points = np.array([[score.total for score in rules.scores(state)]])
    rewards: list[float] = outcome(points).tolist()[0]
    return rewards
