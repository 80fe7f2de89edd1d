"""Luck: known shares of synthetic results come back."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from saqqara_contest.blocks import rotations
from saqqara_contest.luck import SeatedGame, by_place, luck

Numbers = list[float]


def test_places_become_values() -> None:
    """The first of a match has 1, the last 0, and ties share what they fill."""
    assert by_place(("a", "b", "c"), (2, 1, 3)).values == (0.5, 1, 0)
    assert by_place(("a", "b", "c", "d"), (1, 1, 3, 4)).values == pytest.approx(
        (5 / 6, 5 / 6, 1 / 3, 0)
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_shares_come_back(players: int) -> None:
    """Values made of skill, seat and chance of known variance give these shares."""
    seats = [0.6, -0.1, -0.3, -0.2][:players]
    seats = [seat - sum(seats) / players for seat in seats]
    bots = {f"b{number}": number / 3 for number in range(6)}
    found = luck(_blocks(bots, seats, chance=1.0, players=players, rounds=80))
    skill = float(
        np.mean([np.var([bots[bot] for bot in table]) for table in combinations(bots, players)])
    )
    seat, chance = float(np.var(seats)), (players - 1) / players
    total = skill + seat + chance
    assert found.skill == pytest.approx(skill / total, abs=0.03)
    assert found.seat == pytest.approx(seat / total, abs=0.02)
    assert found.chance == pytest.approx(chance / total, abs=0.03)
    assert found.skill + found.seat + found.chance == pytest.approx(1)
    for estimate, true in zip(found.seats, seats, strict=True):
        assert estimate.interval is not None
        assert estimate.interval.low - 0.05 < true < estimate.interval.high + 0.05


def test_pure_chance_has_no_skill_and_no_seat() -> None:
    """Equal bots at fair seats leave nothing but chance."""
    found = luck(_blocks(dict.fromkeys("abcde", 0.0), [0, 0, 0], chance=1, players=3, rounds=60))
    assert found.chance > 0.97


def test_pure_skill_has_no_chance() -> None:
    """Who is better always wins: all variance is skill, and a block errs in nothing."""
    games = [[by_place(bots, [1 + "abc".index(bot) for bot in bots]) for bots in rotations("abc")]]
    found = luck(games * 5)
    assert found.skill == pytest.approx(1)
    assert found.errors is not None
    assert found.errors.block == pytest.approx(0, abs=1e-9)


def test_estimates_are_unbiased_for_few_blocks() -> None:
    """Over many short ladders the estimates, not cut off at 0, average to the truth."""
    seats = [0.5, -0.5]
    shares = [
        luck(_blocks({"a": 1.0, "b": -1.0}, seats, 1.0, 2, rounds=6, seed=seed))
        for seed in range(200)
    ]
    assert np.mean([found.chance for found in shares]) == pytest.approx(0.5 / 1.75, abs=0.03)


def test_blocks_err_less_where_seats_matter() -> None:
    """A block takes the seat out of a bot's mean; where the seat is nothing it is worth nothing."""
    bots = dict.fromkeys("ab", 0.0)
    fair = luck(_blocks(bots, [0, 0], chance=1, players=2, rounds=500)).errors
    unfair = luck(_blocks(bots, [1, -1], chance=1, players=2, rounds=500)).errors
    assert fair is not None
    assert unfair is not None
    assert fair.games / fair.block == pytest.approx(1, abs=0.05)
    assert fair.block == pytest.approx(0.5, abs=0.03)
    assert unfair.block == pytest.approx(0.5, abs=0.03)
    assert unfair.games == pytest.approx(((1 + 0.5) / 2) ** 0.5, abs=0.03)


def test_line_ups_that_never_met_again_have_no_errors() -> None:
    """Without a repetition nothing is known of how a block strays."""
    games = [[by_place(bots, (1, 2)) for bots in rotations(pair)] for pair in ("ab", "cd")]
    assert luck(games).errors is None


def test_unfinished_blocks_are_left_out() -> None:
    """Only whole blocks count; too few of them, or of different sizes, are refused."""
    whole = [by_place(bots, (1, 2)) for bots in rotations("ab")]
    assert luck([whole, whole[:1], whole]).blocks == 2
    with pytest.raises(ValueError, match="not 1 full"):
        luck([whole, whole[:1]])
    larger = [by_place(bots, (1, 2, 3)) for bots in rotations("abc")]
    with pytest.raises(ValueError, match=r"\[2, 3\] players"):
        luck([whole, larger])


def _blocks(
    bots: dict[str, float],
    seats: Numbers,
    chance: float,
    players: int,
    *,
    rounds: int,
    seed: int = 1,
) -> list[list[SeatedGame]]:
    """Every line-up, `rounds` times: values are skill + seat + normal chance of that variance."""
    draw = np.random.default_rng(seed)
    return [
        [
            SeatedGame(
                line_up,
                tuple(
                    bots[bot] + seat + float(draw.normal(0, chance**0.5))
                    for bot, seat in zip(line_up, seats, strict=True)
                ),
            )
            for line_up in rotations(table)
        ]
        for _ in range(rounds)
        for table in combinations(sorted(bots), players)
    ]
