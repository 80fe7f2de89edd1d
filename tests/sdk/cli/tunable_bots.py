"""A bot whose choices follow from a parameter, and one that fails with some values of it."""

from __future__ import annotations

from saqqara_sdk import Bot, LegalAction, Parameter, Turn


class Picky(Bot):
    """Takes the action at a part of the list."""

    place = Parameter(0.5, least=0.0, most=1.0)
    skip = Parameter(1, least=0, most=3)
    is_deterministic = True

    def choose(self, turn: Turn) -> LegalAction:
        last = len(turn.legal_actions) - 1
        return turn.legal_actions[max(0, round(self.place * last) - self.skip)]


class Brittle(Picky):
    """Cannot play."""

    def choose(self, turn: Turn) -> LegalAction:
        raise RuntimeError(f"no idea on seat {turn.seat}")


class Plain(Picky):
    """Has a number of its own in place of a parameter."""

    place = 0.25  # as an author may write who wants it fixed
