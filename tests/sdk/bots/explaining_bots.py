"""Bots that explain themselves badly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from saqqara_engine.imhotep.actions import PASS
from saqqara_sdk import Bot, LegalAction, Turn, Worth

print("imported")


class Talker(Bot):
    """Prints, hears what happened, and says something of one action alone."""

    heard: ClassVar[int] = 0

    def observe(self, event: object) -> None:
        del event
        self.heard += 1  # type: ignore[misc] # its own from now on

    def choose(self, turn: Turn) -> LegalAction:
        return turn.legal_actions[0]

    def explain(self, turn: Turn) -> Sequence[Worth]:
        print("thinking aloud")
        return [Worth(turn.legal_actions[0].action, 1, f"[b]heard {self.heard}")]


class Raiser(Talker):
    def explain(self, turn: Turn) -> Sequence[Worth]:
        del turn
        raise RuntimeError("no idea")


class Unsure(Talker):
    def explain(self, turn: Turn) -> Sequence[Worth]:
        return [Worth(turn.legal_actions[0], float("nan"))]


class Cheat(Talker):
    def explain(self, turn: Turn) -> Sequence[Worth]:
        del turn
        return [Worth(PASS, 1)]


class Number(Talker):
    def explain(self, turn: Turn) -> Sequence[Worth]:
        del turn
        return 7  # type: ignore[return-value]
