"""Explanations of illegal actions, found by comparing their words with the legal ones.

Explanations depend only on the text and the legal actions, not on a second set of rules. So they
reveal nothing that the awaited seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from operator import eq

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.game import Action
from saqqara_engine.games import AnyGame

_SHOWN = 12
_LONGEST = 200
_MOST_WORDS = 40
_COMPARED = 20
_COMPARED_LETTERS = 60


class Rule(StrEnum):
    """The rule that an illegal action breaks."""

    NOTATION = "notation"
    """The text does not follow the notation."""
    KIND = "kind"
    """No action of this kind is legal now."""
    VALUE = "value"
    """Actions of this kind are legal now, but not with this word."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of whether a text names a legal action.

    `place` is the number of the first word that fits no legal action, from 1, or of the first
    missing word. `allowed` are the words that would fit there; it is empty if the text should have
    ended before.
    """

    action: str
    """The explained action, in the notation."""
    broken: Rule | None
    """The rule that the action breaks; null if it is legal."""
    reason: str
    """The reason, in a sentence."""
    place: int | None = None
    """The number of the first word that fits no legal action, from 1; null if none."""
    allowed: tuple[str, ...] = ()
    """The words that would fit there."""

    @property
    def is_legal(self) -> bool:
        """Whether the action is legal."""
        return self.broken is None


def explain(game: AnyGame, legal: Sequence[Action], text: str) -> Explanation:
    """Compare a text with the legal actions of the awaited seat.

    >>> explain(game, game.legal_actions(state), "sail 2 market").reason
    '`market` is not allowed after `sail 2` now. Allowed: temple. Nearest: `sail 2 temple`.'
    """
    notations = [str(action) for action in legal]
    if text in notations:
        return Explanation(text, None, "The action is legal.")
    compared = _compare(text, [notation.split(" ") for notation in notations])
    try:
        game.parse_action(text)
    except MalformedAction as error:
        why = f"{quote(text)} is not valid notation. {_shortened(str(error))}"
        compared = Explanation(text, Rule.NOTATION, why)
    if not text or not notations:
        return compared
    return replace(compared, reason=f"{compared.reason} Nearest: `{_nearest(text, notations)}`.")


def _nearest(text: str, notations: Sequence[str]) -> str:
    """Return the legal action with most words of the text in their places, then most letters.

    Letters are compared for a few actions only, since each takes up to 0.2 ms.
    """
    words = text.lower().split()[:_MOST_WORDS]
    fitting = {
        one: sum(map(eq, words, one.split(" "))) + words[:1].count(one.partition(" ")[0])
        for one in notations
    }
    best = max(fitting.values())
    few = [one for one, fits in fitting.items() if fits == best][:_COMPARED]
    return (get_close_matches(" ".join(words)[:_COMPARED_LETTERS], few, 1, cutoff=0) or few)[0]


def _compare(text: str, legal: list[list[str]]) -> Explanation:
    """Find the first word that no legal action with the same words before it has."""
    words = text.split(" ")
    for place, word in enumerate(words):
        following = [other for other in legal if other[place : place + 1] == [word]]
        if not following:
            return _misfit(text, words, place, legal)
        legal = following
    return _misfit(text, words, len(words), legal)


def _misfit(text: str, words: list[str], place: int, legal: list[list[str]]) -> Explanation:
    allowed = tuple(dict.fromkeys(other[place] for other in legal if len(other) > place))
    before = " ".join(words[:place])
    if place == 0:
        reason = f"No action `{words[0]}` is legal now. Legal: {_listed(allowed)}."
    elif place == len(words):
        reason = f"A word is missing after `{before}`. Allowed: {_listed(allowed)}."
    elif allowed:
        reason = f"`{words[place]}` is not allowed after `{before}` now. Allowed: "
        reason += f"{_listed(allowed)}."
    else:
        reason = f"Nothing may follow `{before}` now. Remove `{words[place]}`."
    return Explanation(text, Rule.VALUE if place else Rule.KIND, reason, place + 1, allowed)


def _shortened(text: str) -> str:
    """Cut a text between words if it is long."""
    start = text[:_LONGEST]
    return text if text == start else f"{start.rpartition(' ')[0] or start} …"


def _listed(words: Iterable[str]) -> str:
    """Return the first words of a list, and the number of the others."""
    named = list(words)
    more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
    return ", ".join(named[:_SHOWN]) + more
