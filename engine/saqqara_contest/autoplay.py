"""Who decides where time is gone: a declared policy that anybody can check afterwards.

The policy draws from the match's own seed, which is revealed when the match is over, by the
algorithm of `engine/RECORD.md`: the stream of the purpose `autoplay` and of the match's version in
place of a round (HMAC-SHA256, unbiased by rejection), so it shares nothing with the game's chance.

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
"""From the number of legal actions, the seed and the version to the number of the chosen one."""


def uniform(count: int, seed: bytes, version: int) -> int:
    """A number below `count`, each equally likely."""
    return Chance(seed, "autoplay", version).below(count)


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
