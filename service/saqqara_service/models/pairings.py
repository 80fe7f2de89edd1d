"""What came of pairing many matches at once."""

from __future__ import annotations

from saqqara_service.models.policies import DeclineReason
from saqqara_service.models.values import Id, Model


class PairingProblem(Model):
    """Why a match was not made: the `code` of a problem, or `declined` by a policy."""

    code: str
    """The stable code of a problem, or `declined`."""
    message: str
    """A sentence to act on."""
    player_id: Id | None = None
    """The bot or account that declines; null if it is not about one."""
    reason: DeclineReason | None = None
    """Why it declines; null if none does."""


class Pairing(Model):
    """The result of one pairing, named by its key: a match, or the reason why there is none."""

    key: str
    """The key of the pairing in the request."""
    match_id: Id | None = None
    """The match, by its id; null if there is none."""
    problem: PairingProblem | None = None
    """Why there is no match; null if there is one."""


class Pairings(Model):
    """The results of many pairings, in the order of the request."""

    items: list[Pairing]
    """One for each pairing."""
