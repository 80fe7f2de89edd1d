"""Games of a network without search against `greedy`, to measure progress in training."""

from __future__ import annotations

from random import Random

import numpy as np

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.learned.network import Network
from saqqara_sdk.bots.turn import Clock, Turn
from saqqara_sdk.gym.vector import VectorEnv


def wins_against_greedy(network: Network, kind: VectorEnv, games: int, seed: int) -> float:
    """Return the share of games won by the network's likeliest actions; draws count half."""
    chance, won = Random(seed), 0.0
    for number in range(games):
        points = _points(network, kind, number % kind.options.players, chance)
        mine, others = points[0], max(points[1:])
        won += 1.0 if mine > others else 0.5 if mine == others else 0.0
    return won / games


def _points(network: Network, kind: VectorEnv, mine: int, chance: Random) -> list[int]:
    """Return the final points of one game, the network's seat first."""
    rules, greedy = kind.rules, GreedyBot()
    state = rules.new_game(kind.options, chance.randbytes(32))
    clock = Clock((None,) * kind.options.players, None)
    while (seat := rules.to_act(state)) is not None:
        legal = rules.legal_actions(state)
        if seat == mine:
            row = np.frombuffer(kind.observer.packed(state, seat), np.float32)
            codes = kind.codes.codes(legal)
            action = legal[int(network.logits(network.hidden(row))[codes].argmax())]
        else:
            turn = Turn.from_state(
                rules, state, seat, match_id="progress", version=1, clock=clock, chance=chance
            )
            action = greedy.choose(turn).action
        rules.advance(state, action)
    totals = [score.total for score in rules.scores(state)]
    return totals[mine:] + totals[:mine]
