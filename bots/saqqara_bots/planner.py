"""A bot that judges positions by hand-written rules: what will this be worth to everybody?

Points alone judge badly in the middle of things: a stone aboard a ship has earned nothing yet, and
the lead in obelisks may not last. `worths` adds what experience says of that, a figure for each.

No judgement is good while much is about to happen, so the bot never judges what an action leaves
behind at once. It plays each action on by a few random ones, in several worlds that fit its view,
and takes the action that leaves it furthest ahead of its best opponent on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from saqqara_engine.duel.state import State as DuelState
from saqqara_engine.duel.tokens import ACTIONS, WORDS
from saqqara_engine.game import SeatScore
from saqqara_engine.imhotep.cards import BLUE_CARDS, spread
from saqqara_engine.imhotep.figures import OBELISKS, ROUNDS
from saqqara_engine.imhotep.state import State as ImhotepState
from saqqara_sdk import Bot, LegalAction, Simulator, Turn
from saqqara_sdk.bots.turn import State

WORLDS: Final = 8
"""How many worlds an action is tried in, if there are not too many actions."""

TRIES: Final = 400
"""How often it judges for one decision: about 50 ms."""

ACTIONS_ON: Final = 6
"""How many random actions follow before it judges."""

SLED: Final = 0.4
"""A stone on the sled: a third of a turn got it."""

ABOARD: Final = 1.5
"""A stone on a ship in the harbour: it will give some points somewhere."""

BLUE_CARD: Final = 1.0
"""A blue card, in the first round; one point more is in its score anyway."""

OPEN_LEAD: Final = 0.5
"""The part of the points for majorities that is not believed at first ..."""

OBELISK: Final = 0.5
"""... and what each own obelisk counts instead."""

TOKENS: Final = {"obelisk": 1.0, "temple": 0.5, "pyramid": 0.7, "tomb": 0.7, "action": 0.0}
"""What a token of the Duel promises beyond its points, as long as more of its kind may come."""

ACTION_TOKEN: Final = 1.0
"""What an action token is worth at any time, beyond the point that it keeps if it is not used."""

PROMISES: Final = tuple(TOKENS[word.partition("-")[0]] for word in WORDS)
MANY_UNLOADS: Final = 15
"""After so many unloaded boats promises count no more."""


class PlannerBot(Bot):
    """Takes what leaves it furthest ahead, by its own judgement, some actions later."""

    name = "planner"

    def choose(self, turn: Turn) -> LegalAction:
        simulator, offered = turn.simulator, turn.legal_actions
        ahead = [0.0] * len(offered)
        for _ in range(max(1, min(WORLDS, TRIES // len(offered)))):
            world = turn.sample()
            for number, one in enumerate(offered):
                state = simulator.after(world, one.action)
                simulator.play_on(state, turn.random, ACTIONS_ON)
                ahead[number] += leads(worths(simulator, state))[turn.seat]
        return offered[ahead.index(max(ahead))]


def leads(worths: Sequence[float]) -> list[float]:
    """How far each seat is ahead of the best other one; negative if it is behind."""
    best, second = sorted(worths, reverse=True)[:2]
    return [worth - (second if worth == best else best) for worth in worths]


def worths(simulator: Simulator, state: State) -> list[float]:
    """What a state is worth to each seat, in points; at the end of the game its points."""
    scores = simulator.projected(state)
    if simulator.to_act(state) is None:
        return [score.total for score in scores]
    match state:
        case ImhotepState():
            return [_imhotep(state, score) for score in scores]
        case DuelState():
            return [_duel(state, score) for score in scores]


def _imhotep(state: ImhotepState, score: SeatScore) -> float:
    seat, early = score.seat, (ROUNDS - state.round) / (ROUNDS - 1)
    worth = score.total + SLED * state.sled[seat] + ABOARD * state.cargo.count(seat)
    worth += early * BLUE_CARD * len(spread(state.hands[seat] & BLUE_CARDS))
    worth += early * OBELISK * state.stones[OBELISKS].count(seat)
    return worth - early * OPEN_LEAD * _obelisks(score)


def _duel(state: DuelState, score: SeatScore) -> float:
    won, early = state.won[score.seat], max(0.0, 1 - state.unloads / MANY_UNLOADS)
    worth = score.total + ACTION_TOKEN * sum(won[token] for token in ACTIONS)
    worth += early * sum(number * each for number, each in zip(won, PROMISES, strict=True))
    return worth - early * OPEN_LEAD * _obelisks(score)


def _obelisks(score: SeatScore) -> int:
    return sum(line.points for line in score.lines if line.source == "obelisks")
