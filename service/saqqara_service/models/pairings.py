"""What came of pairing many matches at once."""

from __future__ import annotations

from saqqara_service.models.policies import DeclineReason
from saqqara_service.models.values import Id, Model


class PairingProblem(Model):
    """The reason why a match was not created: a problem's `code`, or `declined` by a policy."""

    code: str
    """The stable code of a problem, or `declined`."""
    message: str
    """A message for people: what is wrong, and what to do."""
    player_id: Id | None = None
    """The bot or account that declines; null if the problem has another cause."""
    reason: DeclineReason | None = None
    """The reason for declining; null if no player declines."""


class Pairing(Model):
    """The result of one requested pairing: a match, or the reason why there is none."""

    key: str
    """The key of the pairing in the request."""
    match_id: Id | None = None
    """The id of the match; null if there is none."""
    problem: PairingProblem | None = None
    """The reason why there is no match; null if there is one."""


class Pairings(Model):
    """The results of the requested pairings."""

    items: list[Pairing]
    """One result for each pairing, in the order of the request."""
