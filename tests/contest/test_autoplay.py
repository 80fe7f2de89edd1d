"""Autoplay: the published vectors, and that nobody is favoured."""

from __future__ import annotations

from collections import Counter

import pytest

from saqqara_contest.autoplay import POLICIES, choose, find_policy, uniform

SEED = bytes(range(32))


@pytest.mark.parametrize(
    ("count", "version", "chosen"),
    [(5, 1, 4), (7, 2, 6), (480, 300, 428), (3 * 2**30, 3, 1065290340), (1, 7, 0)],
)
def test_vectors(count: int, version: int, chosen: int) -> None:
    """The documented vectors hold, among them one that rejects its first number."""
    assert uniform(count, SEED, version) == chosen


def test_choices_are_spread_evenly() -> None:
    """Over many versions every legal action is taken about equally often."""
    taken = Counter(choose("uniform", "abc", SEED, version) for version in range(3000))
    assert set(taken) == set("abc")
    assert all(900 < count < 1100 for count in taken.values())


def test_another_seed_chooses_otherwise() -> None:
    """The choice depends on the secret seed, so it cannot be told in advance."""
    other = bytes(32)
    assert [uniform(97, SEED, v) for v in range(9)] != [uniform(97, other, v) for v in range(9)]


def test_unknown_policy_names_the_known() -> None:
    """A policy that does not exist is refused with the names of those that do."""
    with pytest.raises(ValueError, match=r"'lucky'\. Use one of uniform"):
        find_policy("lucky")
    assert set(POLICIES) == {"uniform"}
