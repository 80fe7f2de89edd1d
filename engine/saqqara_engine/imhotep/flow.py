"""The stack of steps: the awaited seat, its choices, and running until the next decision."""

from __future__ import annotations

from collections.abc import Callable

from saqqara_engine.imhotep.scoring import points
from saqqara_engine.imhotep.state import NONE, Action, Question, State


def question(state: State) -> Question | None:
    """Return the top step if it asks a seat, or None."""
    top = state.steps[-1] if state.steps else None
    return top if isinstance(top, Question) else None


def to_act(state: State) -> int | None:
    """Return the seat of the top step, or None."""
    return state.steps[-1].seat if state.steps else None


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return the choices of the top step."""
    if not state.steps:
        return ()
    return state.steps[-1].choices(state)


def advance(state: State, action: Action) -> None:
    """Resolve the top step with the action, and run on until the next decision."""
    state.steps[-1].resolve(state, action)
    run(state)


def run(state: State) -> None:
    """Run steps without a choice until the next decision or the end of the game."""
    steps = state.steps
    while steps and steps[-1].seat == NONE:
        steps[-1].run(state)


def play_on(state: State, draw: Callable[[], float], most: int) -> int:
    """Play up to `most` random legal actions, chosen uniformly; return their number."""
    for played in range(most):
        legal = legal_actions(state)
        if not legal:
            return played
        advance(state, legal[int(draw() * len(legal))])
    return most


def play_out(state: State, draw: Callable[[], float], games: int) -> list[list[int]]:
    """Play `games` random continuations to the end; return the points of each seat in each."""
    ends = []
    for _ in range(games):
        draft = state.copy()
        while legal := legal_actions(draft):
            advance(draft, legal[int(draw() * len(legal))])
        ends.append(points(draft))
    return ends
