"""A bot that looks one action ahead: what does each legal action gain now?

It plays every action on a copy of a state that fits its view, and compares everybody's points as
if the game ended before and after. It takes the action with the most for itself, less the most
for any opponent. It plans nothing: placing a piece is merely better than nothing.
"""

from __future__ import annotations

from saqqara_sdk import Bot, LegalAction, Turn


class GreedyBot(Bot):
    """Takes what gains most now; where several do, it places a piece, else any of them."""

    name = "greedy"

    def choose(self, turn: Turn) -> LegalAction:
        simulator = turn.simulator
        state = turn.sample()
        before = simulator.points(state)

        def worth(offered: LegalAction) -> tuple[int, bool, float]:
            after = simulator.points(simulator.after(state, offered.action))
            gains = [now - was for now, was in zip(after, before, strict=True)]
            mine = gains.pop(turn.seat)
            return mine - max(gains), offered.kind.startswith("place"), turn.random.random()

        return max(turn.legal_actions, key=worth)
