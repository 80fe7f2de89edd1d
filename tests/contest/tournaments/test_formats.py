"""Formats: who meets whom in a round robin, a gauntlet and a Swiss."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from saqqara_contest.tournaments.fixed import gauntlet, round_robin
from saqqara_contest.tournaments.swiss import SwissRound, swiss_round
from saqqara_contest.tournaments.tables import Pair, pairs


def field(count: int) -> list[str]:
    """So many bots."""
    return [f"b{number:02}" for number in range(count)]


@pytest.mark.parametrize("count", [2, 3, 6, 7, 20])
def test_everybody_meets_everybody_once(count: int) -> None:
    """Of two seats each pair meets once a round, and nobody plays twice while others wait."""
    tables = round_robin(field(count), 2, 1)
    assert Counter(map(frozenset, tables)) == Counter(map(frozenset, combinations(field(count), 2)))
    at_once = count // 2
    for start in range(0, len(tables), at_once):
        seated = [bot for table in tables[start : start + at_once] for bot in table]
        assert len(set(seated)) == len(seated)
    assert round_robin(field(count), 2, 3) == tables * 3


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("count", [4, 5, 7, 9, 13, 16, 25])
def test_at_larger_tables_all_meet_about_equally_often(players: int, count: int) -> None:
    """Each pair meets, none much more often than others, and tables are not many more than due."""
    tables = round_robin(field(count), players, 1)
    met = Counter(pair for table in tables for pair in pairs(table))
    assert set(met) == {frozenset(pair) for pair in combinations(field(count), 2)}
    assert max(met.values()) <= 4
    games = Counter(bot for table in tables for bot in table)
    assert len(set(games.values())) == 1
    assert all(len(set(table)) == players for table in tables)


@pytest.mark.parametrize(("count", "players", "tables"), [(7, 3, 7), (13, 4, 13), (4, 4, 1)])
def test_where_a_perfect_design_exists_it_is_played(count: int, players: int, tables: int) -> None:
    """Each pair meets exactly once."""
    found = round_robin(field(count), players, 1)
    assert len(found) == tables
    assert set(Counter(pair for table in found for pair in pairs(table)).values()) == {1}


@pytest.mark.parametrize(("count", "players"), [(5, 3), (10, 4), (9, 3), (16, 4)])
def test_over_rounds_other_pairs_meet_twice(count: int, players: int) -> None:
    """A longer event begins like a shorter one, and evens out who met more often."""
    short, long = (round_robin(field(count), players, rounds) for rounds in (1, 3))
    assert long[: len(short)] == short
    met = Counter(pair for table in long for pair in pairs(table))
    assert min(met.values()) >= 3
    assert max(met.values()) <= 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_those_kept_apart_never_meet(players: int) -> None:
    """In every format; the others still meet."""
    bots = field(9)
    apart = {frozenset(bots[:2]), frozenset(bots[2:4])}
    tables = round_robin(bots, players, 2, apart=apart)
    met = {pair for table in tables for pair in pairs(table)}
    assert met == {frozenset(pair) for pair in combinations(bots, 2)} - apart
    against = gauntlet(bots[0], bots, players, 1, apart=apart)
    assert bots[1] not in {bot for table in against for bot in table}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_gauntlet_one_meets_each_other(players: int) -> None:
    """It sits at every table, and everybody else at one of them, some at two to fill the last."""
    tables = gauntlet("b03", field(9), players, 1)
    others = Counter(bot for table in tables for bot in table)
    assert others.pop("b03") == len(tables)
    assert set(others) == set(field(9)) - {"b03"}
    assert sum(others.values()) - len(others) == -8 % (players - 1)


def test_over_rounds_of_a_gauntlet_all_fill_up_equally_often() -> None:
    """Six others at three seats each: after three rounds all have sat down as often."""
    tables = gauntlet("b00", field(8), 4, 3)
    others = Counter(bot for table in tables for bot in table[1:])
    assert set(others.values()) <= {3, 4}
    assert gauntlet("b00", field(8), 4, 1) == tables[:3]


def a_swiss(count: int, players: int, rounds: int, seed: int = 1) -> list[SwissRound]:
    """A Swiss in which the better bot wins, mostly."""
    rng = random.Random(seed)
    scores = dict.fromkeys(field(count), 0.0)
    met: set[Pair] = set()
    byes: Counter[str] = Counter()
    played = []
    for _ in range(rounds):
        ranked = sorted(scores, key=lambda bot: (-scores[bot], bot))
        now = swiss_round(ranked, scores, met, byes, players)
        for table in now.tables:
            order = sorted(table, key=lambda bot: int(bot[1:]) + rng.gauss(0, 4))
            for place, bot in enumerate(order):
                scores[bot] += 1 - place / (players - 1)
            met.update(pairs(table))
        for bot in now.byes:
            scores[bot] += 1
        byes.update(now.byes)
        played.append(now)
    return played


@pytest.mark.parametrize(
    ("count", "players", "rounds"),
    [
        (8, 2, 5),
        (9, 2, 7),
        (16, 2, 9),
        (64, 2, 7),
        (16, 3, 4),
        (16, 4, 3),
        (30, 4, 4),
        (40, 2, 20),
        (100, 4, 10),
    ],
)
def test_nobody_meets_again_while_it_can_be_avoided(count: int, players: int, rounds: int) -> None:
    """All are seated or have a bye, byes go round, and no pair meets twice."""
    byes: Counter[str] = Counter()
    for now in a_swiss(count, players, rounds):
        assert now.repeats == 0
        seated = [bot for table in now.tables for bot in table]
        assert sorted([*seated, *now.byes]) == field(count)
        byes.update(now.byes)
    assert sum(byes.values()) == rounds * (count % players)
    assert max(byes.values(), default=0) - min(byes.get(bot, 0) for bot in field(count)) <= 1


@pytest.mark.parametrize("seed", range(5))
def test_repeats_are_as_few_as_an_exhaustive_search_finds(seed: int) -> None:
    """Small fields that have met almost everybody: what can be avoided is avoided."""
    bots, rng = field(8), random.Random(seed)
    met = {frozenset(pair) for pair in combinations(bots, 2) if rng.random() < 0.75}
    now = swiss_round(bots, dict.fromkeys(bots, 0.0), met, {}, 2)
    assert now.repeats == _fewest(tuple(bots), met)


def _fewest(rest: tuple[str, ...], met: set[Pair]) -> int:
    if not rest:
        return 0
    return min(
        (frozenset((rest[0], other)) in met)
        + _fewest(tuple(bot for bot in rest[1:] if bot != other), met)
        for other in rest[1:]
    )


def test_equals_meet_and_the_odd_one_floats() -> None:
    """Within a score group the upper half meets the lower half; who is left over meets the next."""
    bots = field(6)
    scores = dict(zip(bots, (2.0, 2.0, 2.0, 2.0, 1.0, 1.0), strict=True))
    assert swiss_round(bots, scores, (), {}, 2).tables == (
        ("b00", "b02"),
        ("b01", "b03"),
        ("b04", "b05"),
    )
    scores["b03"] = 1.0
    floats = swiss_round(bots, scores, (), {}, 2).tables
    assert [sum(scores[bot] for bot in table) for table in floats] == [4.0, 3.0, 2.0]


def test_kin_have_byes_rather_than_meet() -> None:
    """Three bots of one account and one other: one table, and two sit out."""
    bots = field(4)
    apart = {frozenset(pair) for pair in combinations(bots[:3], 2)}
    now = swiss_round(bots, dict.fromkeys(bots, 0.0), (), {}, 2, apart=apart)
    assert (len(now.tables), len(now.byes)) == (1, 2)
    assert "b03" in now.tables[0]


@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (3, 4), (4, 1), (4, 3)])
def test_in_a_gauntlet_no_two_of_one_owner_sit_at_one_table(players: int, rounds: int) -> None:
    """Also of those that the challenger meets; all the same it meets each of them each round."""
    bots = field(10)
    apart = {frozenset((bots[1], bots[2])), frozenset((bots[3], bots[4]))}
    tables = gauntlet(bots[0], bots, players, rounds, apart=apart)
    assert not any(pair in apart for table in tables for pair in pairs(table))
    met = Counter(bot for table in tables for bot in table[1:])
    assert met.keys() == {*bots[1:]}
    assert min(met.values()) >= rounds
    assert max(met.values()) <= rounds + 2


def test_who_finds_no_company_in_a_gauntlet_is_left_out() -> None:
    """Of three bots of one owner no two sit at a table for three."""
    bots = field(4)
    apart = {frozenset(pair) for pair in pairs(tuple(bots[1:]))}
    assert gauntlet(bots[0], bots, 3, 2, apart=apart) == []
