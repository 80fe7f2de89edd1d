"""The sixty tokens of the Duel: their kinds, counts and words.

A token is represented by the number of its kind, since tokens of one kind are alike.
"""

from __future__ import annotations

from typing import Final

Token = int

EMPTY: Final = 255
"""The value of a boat space without a token."""

WORDS: Final[tuple[str, ...]] = (
    "obelisk",
    *(f"temple-{symbols}" for symbols in range(1, 5)),
    "pyramid-light",
    "pyramid-dark",
    *(f"tomb-{number}" for number in range(1, 13)),
    "action-take",
    "action-place",
    "action-unload",
    "action-swap",
)
"""The word of each kind, by number."""

KIND: Final[dict[str, Token]] = {word: kind for kind, word in enumerate(WORDS)}
"""The number of each kind, by word."""

OBELISK: Final = KIND["obelisk"]
TEMPLES: Final = tuple(KIND[f"temple-{symbols}"] for symbols in range(1, 5))
LIGHT: Final = KIND["pyramid-light"]
DARK: Final = KIND["pyramid-dark"]
TOMBS: Final = tuple(KIND[f"tomb-{number}"] for number in range(1, 13))
TAKE: Final = KIND["action-take"]
PLACE: Final = KIND["action-place"]
UNLOAD: Final = KIND["action-unload"]
SWAP: Final = KIND["action-swap"]
ACTIONS: Final = (TAKE, PLACE, UNLOAD, SWAP)
FIRST_ACTION: Final = TAKE

COUNTS: Final[tuple[int, ...]] = (12, 3, 3, 3, 3, 6, 6, *(1,) * 12, 3, 3, 3, 3)
"""The number of tokens of each kind; sixty in all."""

BOX: Final[tuple[Token, ...]] = tuple(
    kind for kind, count in enumerate(COUNTS) for _ in range(count)
)
"""Every token once, in the order of the kinds, before the shuffle."""
