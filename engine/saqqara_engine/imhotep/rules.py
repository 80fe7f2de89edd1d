"""Imhotep under the contract of games.

Read on in `steps.py` (the flow), `actions.py` and `blue_cards.py` (what a seat can do), `sites/`
(what the sites do), and `catalogue.py` (what exists). No line here knows a side or an expansion.
"""

from __future__ import annotations

from functools import partial

from saqqara_engine.game import ChanceOutcome, Game, SeatScore
from saqqara_engine.imhotep.catalogue import CATALOGUE, Catalogue
from saqqara_engine.imhotep.drawing import draw
from saqqara_engine.imhotep.figures import ROUND_CARDS
from saqqara_engine.imhotep.observation import features
from saqqara_engine.imhotep.options import (
    PRESETS,
    RULES_VERSION,
    Options,
    choices_of,
    parse_options,
)
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
from saqqara_engine.imhotep.viewing import nothing_shown, view


def new_game(catalogue: Catalogue, options: Options, seed: bytes) -> State:
    """The first turn of the first round."""
    state = shuffled_state(catalogue, options, seed)
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


def label(view: View, action: Action) -> str:
    """The action in words."""
    return action.label(view)


def imhotep(catalogue: Catalogue, view_type: type[View]) -> Game[Options, State, Action, View]:
    """The game that can be played with a catalogue.

    The type of its views has a field for whatever a part of the catalogue shows.
    """
    choices, nothing = choices_of(catalogue), nothing_shown(view_type)
    for part in catalogue.parts:
        if part.shown_as and part.shown_as not in nothing:
            raise TypeError(f"{type(part).__name__} is shown as {part.shown_as}: add the field.")
    return Game(
        name="imhotep",
        title="Imhotep: Builder of Egypt",
        rules_version=RULES_VERSION,
        players=tuple(ROUND_CARDS),
        view_type=view_type,
        choices=choices,
        presets=PRESETS,
        parse_options=partial(parse_options, choices),
        new_game=partial(new_game, catalogue),
        copy=State.copy,
        to_act=to_act,
        turn_seat=turn_seat,
        legal_actions=legal_actions,
        advance=advance,
        view=partial(view, view_type, nothing),
        sample=partial(sample, catalogue),
        scores=scores,
        projected=projected,
        parse_action=catalogue.parse_action,
        every_action=catalogue.every_action,
        features=partial(features, catalogue),
        label=label,
        draw=partial(draw, catalogue),
        chance=chance,
    )


IMHOTEP = imhotep(CATALOGUE, View)
