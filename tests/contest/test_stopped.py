"""What a test that stopped by itself says of strength."""

from __future__ import annotations

import numpy as np
import pytest

from saqqara_contest.sprt import Sprt, Verdict, elo_of, plain_variance
from saqqara_contest.stopped import Estimate, estimate
from tests.contest.test_sprt import block


def played(
    test: Sprt, players: int, elo: float, chance: np.random.Generator
) -> tuple[list[float], int]:
    """The scores of a test of two bots with this true difference, and the games of a block."""
    games = players if players == 2 else 2 * players
    drawn = [block(players, elo, chance) for _ in range(64)]
    while (now := test.followed(drawn, plain_variance(games, players))) is not None:
        if now.verdict is not Verdict.OPEN:
            return drawn[: now.blocks], games
        drawn += [block(players, elo, chance) for _ in range(len(drawn))]
    raise AssertionError


def estimates(test: Sprt, players: int, elo: float, tests: int) -> list[tuple[float, Estimate]]:
    """Mean scores of such tests, and what they say."""
    chance = np.random.default_rng(7)
    found = []
    for _ in range(tests):
        scores, games = played(test, players, elo, chance)
        found.append((float(np.mean(scores)), estimate(test, scores, games, players)))
    return found


def demand_coverage(players: int, elo1: float, elo: float) -> None:
    """Half of all estimates are too high, and 95 % of the intervals hold the true difference."""
    found = [one for _, one in estimates(Sprt(0, elo1), players, elo, 40)]
    assert 0.2 < np.mean([one.elo > elo for one in found]) < 0.7
    assert np.mean([one.interval.low <= elo <= one.interval.high for one in found]) >= 0.8
    assert np.median([one.elo for one in found]) == pytest.approx(elo, abs=30 + abs(elo) / 6)


@pytest.mark.parametrize(("players", "elo1", "elo"), [(2, 60, 200), (3, 100, 0), (4, 50, -400)])
def test_half_of_all_estimates_are_too_high(players: int, elo1: float, elo: float) -> None:
    """Wherever the truth lies: far from both hypotheses too; tests/statistics tries more."""
    demand_coverage(players, elo1, elo)


def test_who_passed_sooner_is_stronger() -> None:
    """Of two tests that said so; only that far away the ratio grows more slowly."""
    test, cycle = Sprt(0, 60), [1.0, 0.5, 0.75, 0.5, 0.5]
    short, long = cycle * 6, [0.5, 0.75, 0.5, 0.5, 0.5] * 60
    ends = [test.followed(one, plain_variance(2, 2)) for one in (short, long)]
    counts = [one.blocks for one in ends if one is not None]
    assert [one.verdict for one in ends if one is not None] == [Verdict.ABOVE_ELO0] * 2
    soon, late = (
        estimate(test, one[:count], 2, 2) for one, count in zip((short, long), counts, strict=True)
    )
    assert counts[0] < counts[1]
    assert soon.elo > late.elo + 20


@pytest.mark.parametrize("blocks", [40, 100, 192, 193, 1000, 5000])
def test_an_open_test_says_what_its_score_says(blocks: int) -> None:
    """Far from its bounds nothing was chosen, so the estimate is the mean score's."""
    scores = ([0.25, 0.5, 0.75, 0.5, 1.0, 0.25, 0.5, 0.0, 0.75, 0.5] * (blocks // 10 + 1))[:blocks]
    test, mean = Sprt(0, 0.5), float(np.mean(scores))
    now = test.standing(scores, plain_variance(2, 2))
    assert now.verdict is Verdict.OPEN
    found = estimate(test, scores, 2, 2)
    error = 1.96 * float(np.std(scores)) / blocks**0.5
    assert found.elo == pytest.approx(elo_of(mean), abs=1.5)
    assert found.interval.low == pytest.approx(elo_of(mean - error), rel=0.15)
    assert found.interval.high == pytest.approx(elo_of(mean + error), rel=0.15)


@pytest.mark.parametrize("score", [0.0, 1.0])
@pytest.mark.parametrize(("games", "players"), [(2, 2), (8, 4)])
@pytest.mark.parametrize("elo1", [10, 60, 400])
def test_clean_sheet_has_an_estimate(score: float, games: int, players: int, elo1: float) -> None:
    """A difference and an interval, which a plain score has not."""
    demand_sane_estimate(score, games, players, elo1)


def demand_sane_estimate(score: float, games: int, players: int, elo1: float) -> None:
    """A clean sheet is worth as much as between one game a block and independent games."""
    test = Sprt(0, elo1)
    now = test.followed([score] * 600, plain_variance(games, players))
    assert now is not None
    found = estimate(test, [score] * now.blocks, games, players)
    near = found.interval.low if score else -found.interval.high
    assert found.interval.low <= found.elo <= found.interval.high
    assert 0 < abs(found.elo) < 1400
    assert (found.elo > 0) == bool(score)
    if players == 2:
        least, most = (elo_of(0.025 ** (1 / count)) for count in (now.blocks, games * now.blocks))
        assert 0.85 * least <= near <= most


def test_a_score_beyond_the_levels_of_a_block_is_the_nearest_one() -> None:
    """Such as one that was rounded on its way."""
    exact, rounded = ([one] * 12 for one in (2 / 3, 0.667))
    found = [estimate(Sprt(0, 100), one, 3, 3).elo for one in (exact, rounded)]
    assert found[0] == pytest.approx(found[1], abs=2)


def test_no_block_is_no_estimate() -> None:
    """There is nothing to estimate."""
    with pytest.raises(ValueError, match="at least one block"):
        estimate(Sprt(), [], 2, 2)


def test_sides_can_be_swapped() -> None:
    """The old bot against the new one is as much weaker."""
    scores = [0.5, 1.0, 0.75, 1.0, 1.0, 0.5, 0.75, 1.0]
    there = estimate(Sprt(-40, 40), scores, 2, 2)
    back = estimate(Sprt(-40, 40), [1 - one for one in scores], 2, 2)
    assert there.elo == pytest.approx(-back.elo, abs=0.5)
    assert there.interval.low == pytest.approx(-back.interval.high, abs=0.5)
