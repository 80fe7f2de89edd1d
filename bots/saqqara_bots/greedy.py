"""A bot that looks one action ahead: what does each legal action gain now?

It plays every action on a copy of a state that fits its view, and compares everybody's points as
if the game ended before and after. It takes the action with the most for itself, less the most
for any opponent. It plans nothing: placing a piece is merely better than nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from saqqara_sdk import Bot, LegalAction, Turn, Worth


class GreedyBot(Bot):
    """Takes what gains most now; where several do, it places a piece, else any of them."""

    name = "greedy"

    def choose(self, turn: Turn) -> LegalAction:
        def preference(gain: tuple[LegalAction, int]) -> tuple[int, bool, float]:
            return gain[1], gain[0].kind.startswith("place"), turn.random.random()

        return max(_gains(turn), key=preference)[0]

    def explain(self, turn: Turn) -> list[Worth]:
        return [Worth(offered, gain, "points gained") for offered, gain in _gains(turn)]


def _gains(turn: Turn) -> Iterator[tuple[LegalAction, int]]:
    """What each action gains now: the own points less the most for any opponent."""
    simulator, state = turn.simulator, turn.sample()
    before = simulator.projected(state)
    for offered in turn.legal_actions:
        after = simulator.projected(simulator.after(state, offered))
        gains = [now - was for now, was in zip(after, before, strict=True)]
        mine = gains.pop(turn.seat)
        yield offered, mine - max(gains)
