"""Chance from 32 secret bytes: the same seed gives the same outcomes in every language.

The algorithm and its test vectors are written down in `engine/RECORD.md`. Every purpose and round
has a stream of its own, so that different play never shifts a later draw.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator

SEED_BYTES = 32

_WORDS = struct.Struct(">8I")
_WORD_VALUES = 1 << 32


def words(seed: bytes, purpose: str, round_number: int) -> Iterator[int]:
    """The endless stream of uniform 32-bit numbers that belongs to a purpose and a round."""
    block = 0
    while True:
        message = f"{purpose}|{round_number}|{block}".encode("ascii")
        yield from _WORDS.unpack(hmac.digest(seed, message, "sha256"))
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """A uniform number from 0 to `bound - 1`; words that would favour small ones are skipped."""
    limit = _WORD_VALUES - _WORD_VALUES % bound
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % bound


def permutation(seed: bytes, purpose: str, round_number: int, items: bytes) -> bytes:
    """The items in the order that chance gives them (Fisher-Yates from the back)."""
    stream = words(seed, purpose, round_number)
    order = bytearray(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(stream, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return bytes(order)


def commitment(seed: bytes, match_id: str) -> str:
    """What is published before the first action and binds the seed to this match."""
    return hashlib.sha256(seed + match_id.encode("utf-8")).hexdigest()
