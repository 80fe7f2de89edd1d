"""The smallest bot: it plays at random."""

from __future__ import annotations

from saqqara_sdk import Bot, LegalAction, Turn


class RandomBot(Bot):
    """Takes a legal action, chosen uniformly."""

    name = "random"

    def choose(self, turn: Turn) -> LegalAction:
        return turn.random.choice(turn.legal_actions)
