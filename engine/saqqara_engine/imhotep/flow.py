"""The stack of steps at work: who is asked, what it may choose, and what follows."""

from __future__ import annotations

from collections.abc import Callable

from saqqara_engine.imhotep.scoring import points
from saqqara_engine.imhotep.state import NONE, Action, Question, State


def question(state: State) -> Question | None:
    """The top step, if the game is not over."""
    top = state.steps[-1] if state.steps else None
    return top if isinstance(top, Question) else None


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
    state.steps[-1].resolve(state, action)
    run(state)


def run(state: State) -> None:
    """Runs what needs no choice, until a seat is asked or nothing is left."""
    steps = state.steps
    while steps and steps[-1].seat == NONE:
        steps[-1].run(state)


def play_on(state: State, draw: Callable[[], float], most: int) -> int:
    """Plays at most so many actions, each with equal chance of the legal ones; tells how many."""
    for played in range(most):
        legal = legal_actions(state)
        if not legal:
            return played
        advance(state, legal[int(draw() * len(legal))])
    return most


def play_out(state: State, draw: Callable[[], float], games: int) -> list[list[int]]:
    """The points of each seat at the end of so many games that random actions go on with."""
    ends = []
    for _ in range(games):
        draft = state.copy()
        while legal := legal_actions(draft):
            advance(draft, legal[int(draw() * len(legal))])
        ends.append(points(draft))
    return ends
