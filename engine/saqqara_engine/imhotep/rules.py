"""Imhotep as a `Game`.

Continue with `steps.py` and `flow.py` (the flow), `actions.py` and `blue_cards.py` (the actions),
`sites/` (the sites), and `catalogue.py` (all parts). This module names no side or expansion.
"""

from __future__ import annotations

from functools import partial

from saqqara_engine.game import ChanceOutcome, Game, Score
from saqqara_engine.imhotep.catalogue import CATALOGUE, Catalogue
from saqqara_engine.imhotep.figures import ROUND_CARDS
from saqqara_engine.imhotep.flow import advance, legal_actions, play_on, play_out, run, to_act
from saqqara_engine.imhotep.layouts.layout import layout
from saqqara_engine.imhotep.options import PRESETS, RULES_VERSIONS, Options, parse_options
from saqqara_engine.imhotep.scoring import scores
from saqqara_engine.imhotep.setup import shuffled_state
from saqqara_engine.imhotep.state import Action, State
from saqqara_engine.imhotep.steps import turn_seat
from saqqara_engine.imhotep.views.composed_view import nothing_shown, view
from saqqara_engine.imhotep.views.drawing import draw
from saqqara_engine.imhotep.views.observation import features
from saqqara_engine.imhotep.views.projection import projected, projected_scores
from saqqara_engine.imhotep.views.sampling import sample
from saqqara_engine.imhotep.views.view import View
from saqqara_engine.messages import ENGLISH, Words


def new_game(catalogue: Catalogue, options: Options, seed: bytes) -> State:
    """Return the state at the first turn."""
    state = shuffled_state(catalogue, options, seed)
    run(state)
    return state


def chance(state: State) -> tuple[ChanceOutcome, ...]:
    """Return all shuffles so far, including their hidden parts."""
    return state.outcomes


def label(view: View, action: Action, words: Words = ENGLISH) -> str:
    """Return the action in words of a language."""
    return action.label(view).translate(words)


def seat_points(view: View) -> tuple[tuple[Score, Score], ...]:
    """Return the scored and the projected points of each seat."""
    return tuple((seat.scored, seat.projected) for seat in view.seats)


def imhotep(catalogue: Catalogue, view_type: type[View]) -> Game[Options, State, Action, View]:
    """Return the game of a catalogue.

    `view_type` needs a field for each part's `shown_as`; raises `TypeError` if one is missing.
    """
    choices, nothing = catalogue.choices, nothing_shown(view_type)
    for part in catalogue.parts:
        if part.shown_as and part.shown_as not in nothing:
            raise TypeError(f"{type(part).__name__} is shown as {part.shown_as}: add the field.")
    return Game(
        name="imhotep",
        title="Imhotep: Builder of Egypt",
        rules_versions=RULES_VERSIONS,
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
        play_on=play_on,
        play_out=play_out,
        view=partial(view, view_type, nothing),
        sample=partial(sample, catalogue),
        scores=scores,
        projected=projected,
        projected_scores=projected_scores,
        parse_action=catalogue.parse_action,
        every_action=catalogue.every_action,
        features=partial(features, catalogue),
        label=label,
        draw=partial(draw, catalogue),
        layout=partial(layout, catalogue),
        seat_points=seat_points,
        chance=chance,
    )


IMHOTEP = imhotep(CATALOGUE, View)
