"""The Duel as a `Game`.

Continue with `flow.py` (one action a turn), `legality.py` (the legal actions) and `scoring.py`
(the points).
"""

from __future__ import annotations

from typing import Final

from saqqara_engine.duel.actions import (
    Action,
    parse_action,
)
from saqqara_engine.duel.codes import every_action
from saqqara_engine.duel.flow import advance, play_on, play_out, to_act
from saqqara_engine.duel.layout import layout
from saqqara_engine.duel.legality import legal_actions
from saqqara_engine.duel.observation import features
from saqqara_engine.duel.options import CHOICES, PRESETS, RULES_VERSIONS, Options, parse_options
from saqqara_engine.duel.scoring import points, scores
from saqqara_engine.duel.setup import new_game
from saqqara_engine.duel.state import State
from saqqara_engine.duel.view import View, sample, view
from saqqara_engine.duel.words import draw, label
from saqqara_engine.game import ChanceOutcome, Game, Score


def chance(state: State) -> tuple[ChanceOutcome, ...]:
    """Return the only shuffle, including its hidden part."""
    return state.outcomes


def seat_points(view: View) -> tuple[tuple[Score, Score], ...]:
    """Return the scored and the projected points of each seat."""
    return tuple((builder.scored, builder.projected) for builder in view.builders)


DUEL: Final[Game[Options, State, Action, View]] = Game(
    name="duel",
    title="Imhotep: The Duel",
    rules_versions=RULES_VERSIONS,
    players=(2,),
    view_type=View,
    choices=CHOICES,
    presets=PRESETS,
    parse_options=parse_options,
    new_game=new_game,
    copy=State.copy,
    to_act=to_act,
    turn_seat=to_act,
    legal_actions=legal_actions,
    advance=advance,
    play_on=play_on,
    play_out=play_out,
    view=view,
    sample=sample,
    scores=scores,
    projected=points,
    projected_scores=scores,
    parse_action=parse_action,
    every_action=every_action,
    features=features,
    label=label,
    draw=draw,
    layout=layout,
    seat_points=seat_points,
    chance=chance,
)
