"""Games as numbers, for programs that learn: codes for actions, masks, and feature rows.

A code is the place of an action in `Game.every_action(options)`: it depends on nothing but the
options, so a policy that was learnt under them stays valid. A row is the features of a state as a
seat may know it; `layout` names each feature with its place. Both are as stable as the rules
version.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from saqqara_engine.blocks import FLOAT
from saqqara_engine.errors import UnknownOption
from saqqara_engine.game import Action, Options
from saqqara_engine.games import AnyGame, find_game

REMEMBERED = 1 << 16
"""How many actions a numbering knows by their identity, so that memory stays bounded."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Where one feature stands in the row."""

    name: str
    start: int
    length: int


class ActionCodes:
    """The numbering of all actions that some options allow."""

    __slots__ = ("_code", "_known", "_texts", "rules")

    def __init__(self, rules: AnyGame, options: Options) -> None:
        self.rules = rules
        self._texts = tuple(rules.every_action(options))
        self._code = {text: code for code, text in enumerate(self._texts)}
        self._known: dict[int, tuple[int, Action]] = {}

    @property
    def size(self) -> int:
        """How many codes there are; the last is one less."""
        return len(self._texts)

    def code(self, action: Action) -> int:
        """The number of an action."""
        return self._code[str(action)]

    def codes(self, legal: Sequence[Action]) -> list[int]:
        """The numbers of some actions, in their order.

        The engine gives the same objects again and again, so they are known by their identity,
        which stays theirs as long as they are kept here.
        """
        known = self._known
        try:
            return [known[id(action)][0] for action in legal]
        except KeyError:
            if len(known) + len(legal) > REMEMBERED:
                known.clear()
            known.update({id(action): (self.code(action), action) for action in legal})
            return [known[id(action)][0] for action in legal]

    def action(self, code: int) -> Action:
        """The action of a number; raises `UnknownOption` for a number that none has."""
        if not 0 <= code < self.size:
            raise UnknownOption(f"A code is a number from 0 to {self.size - 1}, not {code}.")
        action: Action = self.rules.parse_action(self._texts[code])
        return action

    def mask(self, legal: Sequence[Action]) -> bytearray:
        """A byte for every code: 1 for the actions given, else 0."""
        mask = bytearray(self.size)
        for code in self.codes(legal):
            mask[code] = 1
        return mask


@lru_cache(64)
def action_codes(game: str, options: Options) -> ActionCodes:
    """The numbering of a game under its options, made once."""
    return ActionCodes(find_game(game), options)


class Observer:
    """What tells states to seats as rows of float32, all of one length.

    What a seat may not know is not in its row: states with the same view have the same row.
    """

    __slots__ = ("_tellers", "features", "size")

    def __init__(self, rules: AnyGame, options: Options) -> None:
        blocks = rules.features(options)
        self._tellers = tuple(block.told for block in blocks)
        self.features: tuple[Feature, ...] = ()
        """Each feature's place in the row."""
        self.size = 0
        """How many numbers a row has."""
        state = rules.new_game(options, bytes(32))
        for block in blocks:
            for name, numbers in block.features(state, 0):
                self.features += (Feature(name, self.size, len(numbers)),)
                self.size += len(numbers)

    def packed(self, state: object, seat: int) -> bytes:
        """The row as bytes, float32 as the machine orders them; the own seat always comes first."""
        return b"".join([told(state, seat) for told in self._tellers])

    def write(self, state: object, seat: int, row: memoryview) -> None:
        """Writes the row into memory of that many float32, such as `array[0].data` of numpy."""
        row.cast("B")[:] = self.packed(state, seat)

    def row(self, state: object, seat: int) -> array[float]:
        """The row as numbers."""
        return array(FLOAT, self.packed(state, seat))


@lru_cache(64)
def observer(game: str, options: Options) -> Observer:
    """What tells the states of a game under its options, made once."""
    return Observer(find_game(game), options)
