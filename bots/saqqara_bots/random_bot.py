"""The smallest bot: any legal action."""

from __future__ import annotations

from saqqara_sdk import Bot, LegalAction, Turn


class RandomBot(Bot):
    """Takes any legal action, each with equal chance."""

    name = "random"

    def choose(self, turn: Turn) -> LegalAction:
        return turn.random.choice(turn.legal_actions)
