"""Games as numbers for machine learning: codes of actions, masks, and rows of features.

The code of an action is its index in `Game.every_action(options)`. It depends only on the options,
so a learned policy stays valid for them. A row holds the features of a state that a seat may see;
`layout` gives the name and place of each feature. Both change only with the rules version.
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
"""The maximum number of actions cached by identity, to bound memory."""


@dataclass(frozen=True, slots=True)
class Feature:
    """The place of one feature in the row."""

    name: str
    start: int
    length: int


class ActionCodes:
    """The codes of all actions that exist with these options."""

    __slots__ = ("_code", "_known", "_texts", "rules")

    def __init__(self, rules: AnyGame, options: Options) -> None:
        self.rules = rules
        self._texts = tuple(rules.every_action(options))
        self._code = {text: code for code, text in enumerate(self._texts)}
        self._known: dict[int, tuple[int, Action]] = {}

    @property
    def size(self) -> int:
        """The number of codes, which are 0 to `size - 1`."""
        return len(self._texts)

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        return self._code[str(action)]

    def codes(self, legal: Sequence[Action]) -> list[int]:
        """Return the codes of actions, in the same order.

        The engine returns the same objects again and again, so codes are cached by identity. The
        cache holds the objects, which keeps their identity valid.
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
        """Return the action of a code; raises `UnknownOption` if there is none."""
        if not 0 <= code < self.size:
            raise UnknownOption(f"A code must be a number from 0 to {self.size - 1}, not {code}.")
        action: Action = self.rules.parse_action(self._texts[code])
        return action

    def mask(self, legal: Sequence[Action]) -> bytearray:
        """Return one byte per code: 1 for the given actions, else 0."""
        mask = bytearray(self.size)
        for code in self.codes(legal):
            mask[code] = 1
        return mask


@lru_cache(64)
def action_codes(game: str, options: Options) -> ActionCodes:
    """Return the codes of a game with these options; cached."""
    return ActionCodes(find_game(game), options)


class Observer:
    """Converts states to rows of float32 with a fixed length, as a seat sees them.

    States with equal views have equal rows, so rows contain no hidden information.
    """

    __slots__ = ("_rows", "features", "size")

    def __init__(self, rules: AnyGame, options: Options) -> None:
        blocks = rules.features(options)
        self._rows = tuple(block.row for block in blocks)
        self.features: tuple[Feature, ...] = ()
        """The place of each feature in the row."""
        self.size = 0
        """The number of values in a row."""
        state = rules.new_game(options, bytes(32))
        for block in blocks:
            for name, numbers in block.features(state, 0):
                self.features += (Feature(name, self.size, len(numbers)),)
                self.size += len(numbers)

    def packed(self, state: object, seat: int) -> bytes:
        """Return the row as bytes, float32 in native order; the seat itself always comes first."""
        return b"".join([row(state, seat) for row in self._rows])

    def write(self, state: object, seat: int, row: memoryview) -> None:
        """Write the row into memory of `size` float32, such as `array[0].data` of numpy."""
        row.cast("B")[:] = self.packed(state, seat)

    def row(self, state: object, seat: int) -> array[float]:
        """Return the row as an array of floats."""
        return array(FLOAT, self.packed(state, seat))


@lru_cache(64)
def observer(game: str, options: Options) -> Observer:
    """Return the observer of a game with these options; cached."""
    return Observer(find_game(game), options)
