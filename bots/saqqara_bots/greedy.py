"""A bot that looks one action ahead: what does each legal action gain now?

It plays every action on a copy of a state that fits its view, and compares everybody's points as
if the game ended before and after. It takes the action with the most for itself, less the most
for any opponent. It plans nothing: placing a piece is merely better than nothing.
"""

from __future__ import annotations

from saqqara_sdk import Bot, LegalAction, Turn
from saqqara_sdk.turn import State


class GreedyBot(Bot):
    """Takes what gains most now; where several do, it places a piece, else any of them."""

    name = "greedy"

    def choose(self, turn: Turn) -> LegalAction:
        state = turn.sample()
        before = _projected(turn, state)

        def worth(offered: LegalAction) -> tuple[int, bool, float]:
            draft = turn.rules.copy(state)
            turn.rules.advance(draft, offered.action)
            after = _projected(turn, draft)
            gains = [now - was for now, was in zip(after, before, strict=True)]
            mine = gains.pop(turn.seat)
            return mine - max(gains), offered.kind.startswith("place"), turn.random.random()

        return max(turn.legal_actions, key=worth)


def _projected(turn: Turn, state: State) -> list[int]:
    """Everybody's points if the game ended now."""
    return [score.total for score in turn.rules.projected(state)]
