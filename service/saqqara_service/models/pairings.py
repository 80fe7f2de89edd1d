"""What came of pairing many matches at once."""

from __future__ import annotations

from saqqara_service.models.policies import DeclineReason
from saqqara_service.models.values import Id, Model


class PairingProblem(Model):
    """Why a match was not made: the `code` of a problem, or `declined` by the policy of a bot."""

    code: str
    """The stable code of a problem, or `declined`."""
    message: str
    """A sentence to act on."""
    bot_id: Id | None = None
    """The bot that declines; null if it is not about one."""
    reason: DeclineReason | None = None
    """Why the bot declines; null if none does."""


class Pairing(Model):
    """What came of one pairing, known by its key: a match, or the reason why there is none."""

    key: str
    """The key under which it was asked for."""
    match_id: Id | None = None
    """The match, by its id; null if there is none."""
    problem: PairingProblem | None = None
    """Why there is no match; null if there is one."""


class Pairings(Model):
    """What came of many pairings, in the order in which they were asked for."""

    items: list[Pairing]
    """One for each pairing."""
