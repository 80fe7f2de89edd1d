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
        assert len(set(block.bots)) == players
        played.update(block.bots)
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
    games = {"a": 40, "b": 40, "c": 40, "late": 38, "later": 38}
    (first,) = next_blocks(list(games), {}, games, 2, 1, seed=SEED)
    assert set(first.bots) == {"late", "later"}
    assert first.reason.games == 38
    assert [one.games for one in first.reason.company] == [38]


def test_late_entries_catch_up_against_everybody() -> None:
    """Two that entered late anchor every block, yet meet all, and nobody else is favoured."""
    games = Counter({"a": 400, "b": 402, "c": 402, "d": 400, "late": 300, "later": 300})
    blocks = next_blocks(list(games), {}, games, 2, 60, seed=SEED)
    assert {block.reason.anchor for block in blocks} == {"late", "later"}
    met = Counter(frozenset(block.bots) for block in blocks)
    assert len(met) == 9
    for block in blocks:
        games.update(dict.fromkeys(block.bots, 2))
    established = [games[bot] for bot in "abcd"]
    assert max(established) - min(established) <= 2


def test_known_bots_meet_their_equals() -> None:
    """Among bots whose ratings are known, the close ones meet more often than the distant."""
    ratings = {f"bot-{n}": Rating(mu=3.0 * (n // 2), sigma=2) for n in range(8)}
    met: Counter[int] = Counter()
    for number in range(100):
        for block in next_blocks(list(ratings), ratings, {}, 2, 4, seed=bytes([number])):
            one, other = block.bots
            met[round(abs(ratings[one].mu - ratings[other].mu))] += 1
    pairs = {0: 4, 3: 12, 6: 8}
    assert met[0] / pairs[0] > 1.5 * met[3] / pairs[3] > 0
    assert met[3] / pairs[3] > 1.5 * met[6] / pairs[6]


def test_everybody_meets_everybody_while_new() -> None:
    """While nothing is known of strength, a handful of blocks spreads over all pairs."""
    blocks = next_blocks(list("abcd"), {}, {}, 2, 12, seed=SEED)
    met = Counter(frozenset(block.bots) for block in blocks)
    assert len(met) == 6
    assert max(met.values()) <= 3


def test_equals_meet_everybody_before_they_meet_again() -> None:
    """Where nothing else tells four bots apart, one call repeats no pair until all have met."""
    equals = {bot: Rating(25, 0.01) for bot in "abcd"}
    for number in range(20):
        blocks = next_blocks(list(equals), equals, {}, 2, 6, seed=bytes([number]))
        assert len({frozenset(block.bots) for block in blocks}) == 6


def test_every_second_block_draws_its_company_by_lot() -> None:
    """By lot distant bots meet as often as close ones, and the reason says which it was."""
    ratings = {f"bot-{n}": Rating(mu=3.0 * n, sigma=0.1) for n in range(8)}
    far: dict[bool, list[float]] = {True: [], False: []}
    for number in range(200):
        for block in next_blocks(list(ratings), ratings, {}, 2, 2, seed=bytes([number])):
            one, other = block.bots
            far[block.reason.by_lot].append(abs(ratings[one].mu - ratings[other].mu))
    assert 140 < len(far[True]) < 260
    assert sum(far[False]) / len(far[False]) < 5
    assert 7.5 < sum(far[True]) / len(far[True]) < 10.5


def test_too_few_bots_are_refused() -> None:
    """A block needs as many different bots as seats; the sentence says so."""
    with pytest.raises(ValueError, match="4 seats need 4 different bots, but only 3 are enrolled"):
        next_blocks(["a", "b", "c", "a"], {}, {}, 4, 1, seed=SEED)


def test_the_reason_tells_what_was_compared() -> None:
    """The numbers beside a block suffice to see why this bot joined and not another."""
    ratings = {
        "a": Rating(10, 0.1),
        "b": Rating(20, 0.1),
        "c": Rating(30, 0.1),
        "d": Rating(40, 0.1),
    }
    for block in next_blocks(list(ratings), ratings, {}, 3, 8, seed=SEED):
        anchor, company = block.reason.anchor, block.reason.company
        assert sorted(block.bots) == sorted([anchor, *(one.bot for one in company)])
        assert all(one.games >= block.reason.games for one in company)
        assert all(one.distance > 0 and one.met >= 0 for one in company)


def test_forbidden_pairs_never_meet() -> None:
    """Bots of one owner are kept apart, also at a table for three, and nobody starves."""
    owners = {bot: bot[0] for bot in ("a1", "a2", "b1", "b2", "c1", "c2", "d1")}
    forbidden = {
        frozenset((one, other))
        for one in owners
        for other in owners
        if one != other and owners[one] == owners[other]
    }
    played: Counter[str] = Counter()
    for block in next_blocks(list(owners), {}, {}, 3, 70, seed=SEED, forbidden=forbidden):
        assert len({owners[bot] for bot in block.bots}) == 3
        played.update(block.bots)
    assert sum(played.values()) == 210
    assert max(played.values()) - min(played.values()) <= 2


def test_who_is_away_is_passed_over() -> None:
    """Only available bots are paired; too few of them, or none that may meet, make no block."""
    bots = list("abcd")
    blocks = next_blocks(bots, {}, {}, 2, 9, seed=SEED, available="abc")
    assert len(blocks) == 9
    assert {bot for block in blocks for bot in block.bots} == set("abc")
    assert next_blocks(bots, {}, {}, 2, 9, seed=SEED, available="a") == []
    apart = {frozenset("ab")}
    assert next_blocks(bots, {}, {}, 2, 9, seed=SEED, available="ab", forbidden=apart) == []
