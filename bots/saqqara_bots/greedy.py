"""A bot that looks one action ahead: what does each legal action gain now?

It plays every action on a copy of a state that fits its view, and compares everybody's points as
if the game ended before and after. It takes the action with the most for itself, less the most
for any opponent. It plans nothing: loading a stone is merely better than nothing.
"""

from __future__ import annotations

from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.steps import SCORE_ROUND
from saqqara_sdk import Bot, LegalAction, Turn


class GreedyBot(Bot):
    """Takes what gains most now; where several do, it loads a stone, else any of them."""

    name = "greedy"

    def choose(self, turn: Turn) -> LegalAction:
        state = turn.sample()
        before = _points_if_over(turn, turn.rules.copy(state), state.round)

        def worth(offered: LegalAction) -> tuple[int, bool, float]:
            draft = turn.rules.copy(state)
            turn.rules.advance(draft, offered.action)
            after = _points_if_over(turn, draft, state.round)
            gains = [now - was for now, was in zip(after, before, strict=True)]
            mine = gains.pop(turn.seat)
            return mine - max(gains), offered.kind == "place", turn.random.random()

        return max(turn.legal_actions, key=worth)


def _points_if_over(turn: Turn, draft: State, round_now: int) -> list[int]:
    """Everybody's points if the round, and the game with it, ended here; uses the draft up.

    A round that the action itself has ended is scored already.
    """
    if draft.steps and draft.round == round_now:
        SCORE_ROUND.run(draft)
    draft.steps.clear()  # a state that waits for nothing is over, so its scores are final
    return [score.total for score in turn.rules.scores(draft)]
