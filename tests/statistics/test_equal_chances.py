"""Equal bots win equally often, by chi-square at a level of one in a thousand."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest

from saqqara_contest.tournaments.arenas import arena_tables, runs
from saqqara_contest.tournaments.meetings import Meeting
from tests.contest.tournaments import test_eliminations as eliminations
from tests.contest.tournaments.test_arenas import met
from tests.contest.tournaments.test_scores import demand_equal_chances


@pytest.mark.parametrize(
    ("bots", "players", "how"),
    [(10, 4, "round robin"), (10, 3, "swiss"), (13, 4, "swiss")],
)
def test_schedules(bots: int, players: int, how: str) -> None:
    """In round robin and Swiss events of larger fields."""
    demand_equal_chances(bots, players, how)


@pytest.mark.parametrize("players", [2, 3])
def test_arenas(players: int) -> None:
    """In arenas at tables for two and three."""
    chance, wins = random.Random(5), defaultdict[str, float](float)
    field = [f"b{number}" for number in range(7)]
    for event in range(400):
        played: list[Meeting] = []
        last: dict[str, tuple[int, set[str]]] = {}
        for number in range(12):
            points = {bot: run.points for bot, run in runs(field, played).items()}
            seed = event.to_bytes(32, "big")
            for table in arena_tables(field, points, last, players, seed=seed, number=number):
                places = tuple(chance.sample(range(1, players + 1), players))
                played.append(met(table, *places))
                last |= {bot: (number, {*table} - {bot}) for bot in table}
        best = runs(field, played)
        first = max(run.points for run in best.values())
        winners = [bot for bot in field if best[bot].points == first]
        for bot in winners:
            wins[bot] += 1 / len(winners)
    expected = 400 / 7
    assert sum((wins[bot] - expected) ** 2 / expected for bot in field) < 22.5


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("field", [5, 7, 10, 12, 13, 19, 27])
def test_no_lower_half_of_a_draw_wins_a_double_elimination_more_often(
    field: int, players: int
) -> None:
    """Byes of both brackets go to the first of the draw, within three standard errors."""
    chance, wins = random.Random(7), Counter[str]()

    def by_lot(bots: tuple[str, ...]) -> Meeting:
        return met(bots, *chance.sample(range(1, len(bots) + 1), len(bots)))

    events = 400
    for _ in range(events):
        event = eliminations.Event(field, players, 2)
        while event.play(by_lot):
            pass
        wins.update(event.bracket.alive)
    half = field // 2
    upper = sum(wins[f"b{number}"] for number in range(half))
    lower = sum(wins[f"b{number}"] for number in range(field - half, field))
    assert upper - lower > -3 * events**0.5
