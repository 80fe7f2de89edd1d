"""Arenas: points with streaks, and tables of those that are free."""

from __future__ import annotations

import random

import pytest

from saqqara_contest.tournaments.arenas import ArenaRun, arena_tables, runs
from saqqara_contest.tournaments.meetings import CountedGame, Meeting

SEED = bytes(32)


def met(bots: tuple[str, ...], *places: int) -> Meeting:
    """A meeting of which each game came out the same."""
    return Meeting(
        bots, (CountedGame(bots, places, tuple(-place for place in places)),) * len(bots)
    )


def test_a_streak_counts_double_until_a_meeting_is_not_won() -> None:
    """Two, two, then four; a shared first place in it two; after that from the beginning."""
    pair = ("a", "b")
    won, shared, lost = met(pair, 1, 2), met(pair, 1, 1), met(pair, 2, 1)
    assert runs(pair, [won, won])["a"].points == 4
    assert runs(pair, [won, won, won])["a"] == ArenaRun(points=8, wins=3, meetings=3, streak=3)
    assert runs(pair, [won, won, shared])["a"].points == 6
    assert runs(pair, [won, won, shared, won])["a"].points == 8
    assert runs(pair, [won, won, lost, won])["a"].points == 6
    assert runs(pair, [won, won, shared])["b"].points == 1


def test_at_larger_tables_who_is_first_wins() -> None:
    """The others have nothing; a meeting that was cut gives nobody anything."""
    four = met(tuple("abcd"), 1, 2, 3, 4)
    assert [runs("abcd", [four])[bot].points for bot in "abcd"] == [2, 0, 0, 0]
    assert runs("ab", [Meeting(("a", "b"))])["a"] == ArenaRun()
    half = Meeting(("a", "b"), met(("a", "b"), 1, 2).games[:1])
    assert runs("ab", [half])["a"] == ArenaRun()


def test_who_is_free_meets_the_nearest_in_points() -> None:
    """But not whom it has just met, as long as there is another."""
    points = {"a": 8, "b": 7, "c": 3, "d": 2}

    def tables(last: dict[str, tuple[int, set[str]]], **more: object) -> list[set[str]]:
        found = arena_tables("dcba", points, last, 2, seed=SEED, number=0, **more)  # type: ignore[arg-type]
        return [set(table) for table in found]

    in_turn = {bot: (number, set[str]()) for number, bot in enumerate("abcd")}
    assert tables(in_turn) == [{"a", "b"}, {"c", "d"}]
    just_met = {**in_turn, "a": (0, {"b"}), "b": (1, {"a"})}
    assert tables(just_met) == [{"a", "c"}, {"b", "d"}]
    everybody = {**in_turn, "a": (0, {"b", "c", "d"})}
    assert tables(everybody) == [{"a", "b"}, {"c", "d"}], "nobody else is free"
    apart = {frozenset("ab"), frozenset("ac"), frozenset("ad")}
    assert tables(in_turn, apart=apart) == [{"b", "c"}], "a waits, and holds nobody up"


@pytest.mark.parametrize(("field", "at_once"), [(20, 2), (20, 4), (40, 5)])
def test_nobody_starves_where_few_tables_are_played_at_once(field: int, at_once: int) -> None:
    """Who has waited longest sits down first, however few points it has."""
    chance, bots = random.Random(7), [f"b{number}" for number in range(field)]
    played: list[Meeting] = []
    last: dict[str, tuple[int, set[str]]] = {}
    playing: list[tuple[str, ...]] = []
    while len(played) < 400:
        busy = {bot for table in playing for bot in table}
        free = [bot for bot in bots if bot not in busy]
        points = {bot: run.points for bot, run in runs(bots, played).items()}
        number = len(played) + len(playing)
        tables = arena_tables(free, points, last, 2, seed=SEED, number=number)
        for table in tables[: at_once - len(playing)]:
            last |= {bot: (number, {*table} - {bot}) for bot in table}
            playing.append(table)
            number += 1
        over = playing.pop(chance.randrange(len(playing)))
        played.append(met(over, *chance.sample((1, 2), 2)))
    counts = [run.meetings for run in runs(bots, played).values()]
    assert min(counts) > 0.7 * 800 / field
    assert max(counts) < 1.3 * 800 / field
