"""Values that a bot gives to the legal actions of a turn (`Bot.explain`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Generic

from saqqara_sdk.bots.answers import IllegalChoice, chosen_action
from saqqara_sdk.bots.offers import A_co, Action, LegalAction, Offers


@dataclass(frozen=True, slots=True)
class Worth(Generic[A_co]):
    """A legal action and its value for the bot; higher is better."""

    action: A_co | LegalAction[A_co]
    """The action."""
    worth: float
    """The value, in any unit; only values of one turn are compared."""
    note: str = ""
    """A short remark of the bot."""


class Unexplained(Exception):
    """The bot returned no values for its actions, or values that cannot be read."""


def read_worths(given: object, offers: Offers[Action]) -> list[Worth[Action]]:
    """Return the bot's values, the best first; raises `Unexplained`."""
    if not isinstance(given, Sequence):
        raise Unexplained(f"explain() must return a list of Worth, not {given!r:.200}")
    if not given:
        raise Unexplained("explain() returned no action")
    return sorted((_read(one, offers) for one in given), key=lambda one: -one.worth)


def _read(one: object, offers: Offers[Action]) -> Worth[Action]:
    if not isinstance(one, Worth) or not isinstance(one.worth, int | float):
        raise Unexplained(f"explain() must return a list of Worth, not of {one!r:.200}")
    if not isfinite(one.worth):
        raise Unexplained(f"explain() returned the worth {one.worth} for {one.action}")
    try:
        return Worth(chosen_action(one.action, offers), float(one.worth), str(one.note))
    except IllegalChoice:
        raise Unexplained(f"explain() returned {one.action!r:.200}, which is not legal") from None
