"""A bot that looks one action ahead.

It plays every action on a copy of a sampled state and compares all seats' points before and after
it, as if the game ended there. It takes the action with the largest gain for itself minus the
largest gain of an opponent. It does not plan.
"""

from __future__ import annotations

from collections.abc import Iterator

from saqqara_engine.preview import gains
from saqqara_sdk import Bot, LegalAction, Turn, Worth


class GreedyBot(Bot):
    """Takes the action that gains most now; among equal ones it prefers to place a piece."""

    name = "greedy"

    def choose(self, turn: Turn) -> LegalAction:
        def preference(gain: tuple[LegalAction, int]) -> tuple[int, bool, float]:
            return gain[1], gain[0].kind.startswith("place"), turn.random.random()

        return max(_gains(turn), key=preference)[0]

    def explain(self, turn: Turn) -> list[Worth]:
        return [Worth(offered, gain, "points gained") for offered, gain in _gains(turn)]


def _gains(turn: Turn) -> Iterator[tuple[LegalAction, int]]:
    """Yield the gain of each action: own points minus the most for any opponent."""
    legal = [offered.action for offered in turn.legal_actions]
    found = gains(turn.simulator.rules, turn.sample(), turn.seat, legal)
    return zip(turn.legal_actions, found, strict=True)
