"""Autoplay: the declared policy that decides for seats without time. Anybody can verify it.

The policy draws from the seed of the match, which is published at the end, with the algorithm of
`engine/RECORD.md`: the stream of purpose `autoplay` and the match's version in place of a round
(HMAC-SHA256, unbiased by rejection). It is independent of the game's own random draws.

`uniform` takes one of the n legal actions, numbered from 0 in the engine's order. Test vectors,
with the seed 00 01 02 ... 1f: version 1, n = 5 chooses 4; version 2, n = 7 chooses 6; version 300,
n = 480 chooses 428; version 3, n = 3 * 2^30 rejects the first number and chooses 1065290340.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from saqqara_engine.chance import Chance

A = TypeVar("A")

Policy: TypeAlias = Callable[[int, bytes, int], int]
"""Maps the number of legal actions, the seed and the version to the index of an action."""


def uniform(count: int, seed: bytes, version: int) -> int:
    """Return a uniform number below `count`."""
    return Chance(seed, "autoplay", version).below(count)


POLICIES: Mapping[str, Policy] = {"uniform": uniform}


def find_policy(name: str) -> Policy:
    """Return the policy with this name; raises `ValueError` that lists the names."""
    try:
        return POLICIES[name]
    except KeyError:
        known = ", ".join(POLICIES)
        raise ValueError(f"There is no autoplay policy {name!r}. Use one of {known}.") from None


def choose(policy: str, legal: Sequence[A], seed: bytes, version: int) -> A:
    """Return the action that the policy takes at this version of the match."""
    return legal[find_policy(policy)(len(legal), seed, version)]
