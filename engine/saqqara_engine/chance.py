"""Random outcomes from a seed of 32 secret bytes, reproducible in every language.

`engine/RECORD.md` specifies the algorithm with test vectors. Each purpose and round has its own
stream, so that decisions in a game never change a later draw.
"""

from __future__ import annotations

import struct
from hashlib import sha256
from typing import Final

SEED_BYTES: Final = 32
_BLOCK: Final = 64
"""The block size of SHA-256 in bytes."""

_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_WORDS: Final = struct.Struct(">8I")
_WORD_VALUES: Final = 1 << 32


class Chance:
    """The infinite stream of uniform 32-bit numbers for one purpose and round.

    Each HMAC-SHA256 (RFC 2104) gives eight numbers. Its two keyed hashes are computed once and
    copied for every message, which is more than twice as fast as `hmac.digest`.
    """

    __slots__ = ("_block", "_drawn", "_inner", "_next", "_outer", "_purpose")

    def __init__(self, seed: bytes, purpose: str, round_number: int) -> None:
        key = seed if len(seed) <= _BLOCK else sha256(seed).digest()
        key = key.ljust(_BLOCK, b"\0")
        self._inner = sha256(key.translate(_INNER))
        self._outer = sha256(key.translate(_OUTER))
        self._purpose = f"{purpose}|{round_number}|"
        self._block = 0
        self._drawn: tuple[int, ...] = ()
        self._next = 0

    def word(self) -> int:
        """Return the next number of the stream."""
        if self._next == len(self._drawn):
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(f"{self._purpose}{self._block}".encode("ascii"))
            outer.update(inner.digest())
            self._drawn = _WORDS.unpack(outer.digest())
            self._next = 0
            self._block += 1
        word = self._drawn[self._next]
        self._next += 1
        return word

    def below(self, bound: int) -> int:
        """Return a uniform number from 0 to `bound - 1`; skips words that would cause a bias."""
        limit = _WORD_VALUES - _WORD_VALUES % bound
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % bound


def permutation(seed: bytes, purpose: str, round_number: int, items: bytes) -> bytes:
    """Return the items in random order (Fisher-Yates from the back)."""
    chance = Chance(seed, purpose, round_number)
    order = bytearray(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = chance.below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return bytes(order)


def commitment(seed: bytes, match_id: str) -> str:
    """Return the commitment, which is published before the first action and binds the seed."""
    return sha256(seed + match_id.encode("utf-8")).hexdigest()
