"""Points if the round, and the game with it, ended now.

Programs that search ask for them in a state that they hold whole. A view tells them as far as
follows from what its seat knows: nothing unseen is drawn, and no card counts that it cannot see.
"""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_engine.game import SeatScore
from saqqara_engine.imhotep.flow import advance, legal_actions, run
from saqqara_engine.imhotep.scoring import points, points_by_source, points_of, scores
from saqqara_engine.imhotep.state import NONE, Question, State
from saqqara_engine.imhotep.steps import CLEAR_ROUND, NEXT_ROUND, SCORE_ROUND, call_ships_back


def projected(state: State) -> list[int]:
    """Each seat's points if the round ended now, and the game with it."""
    return points(_ended(state))


def projected_with(state: State, slot: int) -> tuple[list[int], list[int]]:
    """The same, and how much of it each seat has from the part of a slot."""
    ended = _ended(state)
    return points(ended), points_of(ended, slot)


def projected_scores(state: State) -> tuple[SeatScore, ...]:
    """The same with breakdown."""
    return scores(_ended(state))


def known_points(state: State, hidden: Sequence[int]) -> dict[str, list[int]]:
    """The same by source and seat, without the hidden cards of each hand and without new cards.

    Stones that are being unloaded are left out, and so is what has yet to be chosen, unless the
    step says what counts then.
    """
    if not state.steps:
        return points_by_source(state)
    draft = state.copy()
    draft.deck = b""
    draft.discard = 0
    draft.hands = [hand - pile for hand, pile in zip(state.hands, hidden, strict=True)]
    if SCORE_ROUND in draft.steps:
        draft.steps = [SCORE_ROUND]
    _begin_to_end(draft)
    run(draft)
    while draft.steps:
        step = draft.steps[-1]
        if isinstance(step, Question) and step.unasked is not None:
            step.resolve(draft, step.unasked)
        else:
            draft.steps.pop()
        run(draft)
    return points_by_source(draft)


def _ended(state: State) -> State:
    """The state if the round ended now, and the game with it; what is asked then takes a default.

    A round in which nothing has been loaded yet is not scored: the one before was.
    """
    if not state.steps:
        return state
    draft = state.copy()
    _begin_to_end(draft)
    run(draft)
    while draft.steps:
        advance(draft, legal_actions(draft)[0])
    return draft


def _begin_to_end(draft: State) -> None:
    """Leaves only what has to be done until the end of the round."""
    if SCORE_ROUND in draft.steps or CLEAR_ROUND in draft.steps:  # it is being scored already
        draft.steps = [step for step in draft.steps if step not in {CLEAR_ROUND, NEXT_ROUND}]
    else:
        has_begun = max((*draft.cargo, *draft.docks), default=NONE) != NONE
        call_ships_back(draft)
        draft.steps = [SCORE_ROUND] if has_begun else []
