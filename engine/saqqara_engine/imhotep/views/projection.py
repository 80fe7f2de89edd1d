"""Projected points: those if the round and the game ended now.

Search programs compute them from a full state. A view contains those that follow from its seat's
knowledge: no unseen card is drawn, and cards that the seat cannot see do not count.
"""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_engine.game import SeatScore
from saqqara_engine.imhotep.flow import advance, legal_actions, run
from saqqara_engine.imhotep.scoring import points, points_by_source, points_of, scores
from saqqara_engine.imhotep.state import NONE, Question, State
from saqqara_engine.imhotep.steps import CLEAR_ROUND, NEXT_ROUND, SCORE_ROUND, call_ships_back


def projected(state: State) -> list[int]:
    """Return each seat's points if the round and the game ended now."""
    return points(_ended(state))


def projected_with(state: State, slot: int) -> tuple[list[int], list[int]]:
    """Return each seat's projected points, and those of them from the part of a slot."""
    ended = _ended(state)
    return points(ended), points_of(ended, slot)


def projected_scores(state: State) -> tuple[SeatScore, ...]:
    """Return the scores of `projected` with their sources."""
    return scores(_ended(state))


def known_points(state: State, hidden: Sequence[int]) -> dict[str, list[int]]:
    """Return the projected points by source and seat, without hidden or new cards.

    Stones that are being unloaded are left out, and so are pending decisions without an `unasked`
    choice.
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
    """Return the state if the round and the game ended now, with the first choice of each decision.

    A round without any loaded stone is not scored, since the round before has been.
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
    """Keep only the steps up to the end of the round."""
    if SCORE_ROUND in draft.steps or CLEAR_ROUND in draft.steps:  # it is being scored already
        draft.steps = [step for step in draft.steps if step not in {CLEAR_ROUND, NEXT_ROUND}]
    else:
        has_begun = max((*draft.cargo, *draft.docks), default=NONE) != NONE
        call_ships_back(draft)
        draft.steps = [SCORE_ROUND] if has_begun else []
