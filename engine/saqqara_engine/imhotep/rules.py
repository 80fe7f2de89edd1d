"""Imhotep under the contract of games.

Read on in `steps.py` (the flow), `actions.py` and `blue_cards.py` (what a seat can do), `sites/`
(what the sites do). No line here knows a side or an expansion.
"""

from __future__ import annotations

from saqqara_engine.game import ChanceOutcome, Game, SeatScore
from saqqara_engine.imhotep.codes import every_action
from saqqara_engine.imhotep.figures import ROUND_CARDS
from saqqara_engine.imhotep.observation import features
from saqqara_engine.imhotep.options import CHOICES, PRESETS, RULES_VERSION, Options, parse_options
from saqqara_engine.imhotep.sampling import sample
from saqqara_engine.imhotep.scoring import scores
from saqqara_engine.imhotep.setup import shuffled_state
from saqqara_engine.imhotep.state import NONE, Action, State
from saqqara_engine.imhotep.steps import (
    CLEAR_ROUND,
    NEXT_ROUND,
    SCORE_ROUND,
    call_ships_back,
    turn_seat,
)
from saqqara_engine.imhotep.view import View
from saqqara_engine.imhotep.viewing import view
from saqqara_engine.imhotep.vocabulary import parse_action
from saqqara_engine.imhotep.words import draw, label


def new_game(options: Options, seed: bytes) -> State:
    """The first turn of the first round."""
    state = shuffled_state(options, seed)
    _run(state)
    return state


def to_act(state: State) -> int | None:
    """The seat of the top step."""
    return state.steps[-1].seat if state.steps else None


def legal_actions(state: State) -> tuple[Action, ...]:
    """The choices of the top step."""
    if not state.steps:
        return ()
    return state.steps[-1].choices(state)


def advance(state: State, action: Action) -> None:
    """Resolves the top step with the action and runs on until a seat is asked again."""
    state.steps.pop().resolve(state, action)
    _run(state)


def _run(state: State) -> None:
    steps = state.steps
    while steps and steps[-1].seat is None:
        steps.pop().run(state)


def projected(state: State) -> tuple[SeatScore, ...]:
    """The scores if the round ended now, and the game with it; what is asked then takes a default.

    A round in which nothing has been loaded yet is not scored: the one before was.
    """
    draft = state.copy()
    if CLEAR_ROUND in draft.steps:  # the round is being scored already
        draft.steps = [step for step in draft.steps if step not in {CLEAR_ROUND, NEXT_ROUND}]
    else:
        has_begun = draft.steps and (set(draft.docks) | set(draft.cargo)) != {NONE}
        call_ships_back(draft)
        draft.steps = [SCORE_ROUND] if has_begun else []
    _run(draft)
    while draft.steps:
        advance(draft, legal_actions(draft)[0])
    return scores(draft)


def chance(state: State) -> tuple[ChanceOutcome, ...]:
    """The orders of all shuffles so far, with what they still hide."""
    return state.outcomes


IMHOTEP: Game[Options, State, Action, View] = Game(
    name="imhotep",
    title="Imhotep: Builder of Egypt",
    rules_version=RULES_VERSION,
    players=tuple(ROUND_CARDS),
    view_type=View,
    choices=CHOICES,
    presets=PRESETS,
    parse_options=parse_options,
    new_game=new_game,
    copy=State.copy,
    to_act=to_act,
    turn_seat=turn_seat,
    legal_actions=legal_actions,
    advance=advance,
    view=view,
    sample=sample,
    scores=scores,
    projected=projected,
    parse_action=parse_action,
    every_action=every_action,
    features=features,
    label=label,
    draw=draw,
    chance=chance,
)
