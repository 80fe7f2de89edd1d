"""Pairing: balanced, close, varied and repeatable."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saqqara_contest.pairing import next_blocks
from saqqara_contest.ratings import Rating

SEED = bytes(range(32))


@settings(deadline=None, max_examples=60)
@given(
    players=st.integers(2, 4),
    extra=st.integers(0, 6),
    count=st.integers(0, 25),
    seed=st.binary(min_size=1, max_size=32),
)
def test_games_stay_balanced(players: int, extra: int, count: int, seed: bytes) -> None:
    """No bot sits twice in a block, and no bot is ever more than one block ahead of another."""
    bots = [f"bot-{number}" for number in range(players + extra)]
    blocks = next_blocks(bots, {}, {}, players, count, seed=seed)
    played = Counter(dict.fromkeys(bots, 0))
    for block in blocks:
        assert len(set(block)) == players
        played.update(block)
        assert max(played.values()) - min(played.values()) <= 1
    assert len(blocks) == count


def test_the_same_seed_pairs_the_same() -> None:
    """Pairing is a function: neither the order of entries nor the run matters, the seed does."""
    bots = list("abcdefgh")
    blocks = next_blocks(bots, {}, {}, 3, 20, seed=SEED)
    assert next_blocks(bots[::-1], {}, {}, 3, 20, seed=SEED) == blocks
    assert next_blocks(bots, {}, {}, 3, 20, seed=b"another") != blocks


def test_the_least_played_comes_first() -> None:
    """Bots that fell behind are in every block until they have caught up."""
    games = {"a": 40, "b": 40, "c": 40, "late": 36, "later": 36}
    first, second, *_ = next_blocks(list(games), {}, games, 2, 6, seed=SEED)
    assert set(first) == set(second) == {"late", "later"}


def test_known_bots_meet_their_equals() -> None:
    """Among bots with certain ratings, the close ones meet far more often than the distant."""
    ratings = {f"bot-{n}": Rating(mu=10.0 * (n // 2), sigma=0.5) for n in range(8)}
    met: Counter[int] = Counter()
    for number in range(100):
        for one, other in next_blocks(list(ratings), ratings, {}, 2, 4, seed=bytes([number])):
            met[round(abs(ratings[one].mu - ratings[other].mu))] += 1
    pairs = {0: 4, 10: 12, 20: 8}
    assert met[0] / pairs[0] > 3 * met[10] / pairs[10] > 0
    assert met[10] / pairs[10] > 3 * met[20] / pairs[20]


def test_everybody_meets_everybody_while_new() -> None:
    """While nothing is known of strength, a handful of blocks spreads over all pairs."""
    met = Counter(frozenset(block) for block in next_blocks(list("abcd"), {}, {}, 2, 12, seed=SEED))
    assert len(met) == 6
    assert max(met.values()) <= 3


def test_too_few_bots_are_refused() -> None:
    """A block needs as many different bots as seats; the sentence says so."""
    with pytest.raises(ValueError, match="4 seats need 4 different bots but only 3 are entered"):
        next_blocks(["a", "b", "c", "a"], {}, {}, 4, 1, seed=SEED)
