"""Games as numbers, for programs that learn: codes for actions, masks, and feature vectors.

A code is the place of an action in `Game.every_action(options)`: it depends on nothing but the
options, so a policy that was learnt under them stays valid. A vector is the features of a view in
a row; `layout` names each feature with its place. Both are as stable as the rules version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from saqqara_engine.errors import UnknownOption
from saqqara_engine.game import Action, Options
from saqqara_engine.games import AnyGame, find_game

Features: TypeAlias = Iterator[tuple[str, Sequence[float]]]
"""What a game tells of a view: names with their numbers, the same names for equal options."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Where one feature stands in the vector."""

    name: str
    start: int
    length: int


class ActionCodes:
    """The numbering of all actions that some options allow."""

    __slots__ = ("_code", "_texts", "rules")

    def __init__(self, rules: AnyGame, options: Options) -> None:
        self.rules = rules
        self._texts = tuple(rules.every_action(options))
        self._code = {text: code for code, text in enumerate(self._texts)}

    @property
    def size(self) -> int:
        """How many codes there are; the last is one less."""
        return len(self._texts)

    def code(self, action: Action) -> int:
        """The number of an action."""
        return self._code[str(action)]

    def action(self, code: int) -> Action:
        """The action of a number; raises `UnknownOption` for a number that none has."""
        if not 0 <= code < self.size:
            raise UnknownOption(f"A code is a number from 0 to {self.size - 1}, not {code}.")
        action: Action = self.rules.parse_action(self._texts[code])
        return action

    def mask(self, legal: Iterable[Action]) -> bytearray:
        """A byte for every code: 1 for the actions given, else 0."""
        mask = bytearray(self.size)
        for action in legal:
            mask[self._code[str(action)]] = 1
        return mask


@lru_cache(64)
def action_codes(game: str, options: Options) -> ActionCodes:
    """The numbering of a game under its options, made once."""
    return ActionCodes(find_game(game), options)


def observe(rules: AnyGame, view: object) -> tuple[float, ...]:
    """The feature vector of a view, from the seat's side: its own seat always comes first."""
    return tuple(number for _, numbers in rules.features(view) for number in numbers)


@lru_cache(64)
def layout(game: str, options: Options) -> tuple[Feature, ...]:
    """Each feature's place in the vectors of all views of a game under its options."""
    rules = find_game(game)
    start, found = 0, []
    for name, numbers in rules.features(rules.view(rules.new_game(options, bytes(32)), 0)):
        found.append(Feature(name, start, len(numbers)))
        start += len(numbers)
    return tuple(found)
