"""Who decides for a seat whose time is gone: a declared policy that anybody can check afterwards.

The policy draws from the match's own seed, which is revealed when the match is over. Draws are
separated from the game's chance by the word `autoplay` and from each other by the version.

`uniform`, over n legal actions in the engine's order, for attempt 0, 1, 2 ...:

    x = the first 8 bytes, big-endian, of HMAC-SHA256(key=seed, "autoplay|<version>|<attempt>")
    if x < 2^64 - (2^64 mod n): the choice is number x mod n; else the next attempt

Test vectors, with the seed 00 01 02 ... 1f: version 1, n = 5 chooses 4; version 2, n = 5 chooses 3;
version 300, n = 480 chooses 195; version 3, n = 3 * 2^62 rejects attempt 0 and takes attempt 1.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

A = TypeVar("A")

Policy: TypeAlias = Callable[[int, bytes, int], int]
"""From the number of legal actions, the seed and the version to the number of the chosen one."""

_SPAN = 2**64


def uniform(count: int, seed: bytes, version: int) -> int:
    """A number below `count`, each equally likely."""
    accepted = _SPAN - _SPAN % count
    attempt = 0
    while (drawn := _draw(seed, version, attempt)) >= accepted:
        attempt += 1
    return drawn % count


def _draw(seed: bytes, version: int, attempt: int) -> int:
    message = f"autoplay|{version}|{attempt}".encode()
    return int.from_bytes(hmac.digest(seed, message, hashlib.sha256)[:8], "big")


POLICIES: Mapping[str, Policy] = {"uniform": uniform}


def find_policy(name: str) -> Policy:
    """The policy of that name; raises `ValueError` naming the known ones."""
    try:
        return POLICIES[name]
    except KeyError:
        known = ", ".join(POLICIES)
        raise ValueError(f"there is no autoplay policy {name!r}; known: {known}") from None


def choose(policy: str, legal: Sequence[A], seed: bytes, version: int) -> A:
    """The legal action that the policy takes at this version of the match."""
    return legal[find_policy(policy)(len(legal), seed, version)]
