"""Ratings: what openskill must give us, ties included."""

from __future__ import annotations

from itertools import permutations

import pytest

from saqqara_contest.ratings import INITIAL, Rating, rate


def test_winning_raises_and_losing_lowers() -> None:
    """Of two new bots the winner rises by what the loser falls, and both are better known."""
    winner, loser = rate([INITIAL, INITIAL], [1, 2])
    assert winner.mu - 25 == pytest.approx(25 - loser.mu)
    assert winner.mu == pytest.approx(27.6352, abs=1e-4)
    assert winner.sigma == pytest.approx(loser.sigma)
    assert winner.sigma < INITIAL.sigma


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tie_of_equals_moves_nobody(players: int) -> None:
    """Equal bots that share the first place keep their mean."""
    for rating in rate([INITIAL] * players, [1] * players):
        assert rating.mu == pytest.approx(INITIAL.mu)


def test_a_tie_draws_unequals_together() -> None:
    """A tie is a success for the weaker and a failure for the stronger."""
    strong, weak = rate([Rating(30, 4), Rating(20, 4)], [1, 1])
    assert strong.mu < 30
    assert weak.mu > 20


def test_shared_places_in_a_larger_match() -> None:
    """Two that share the first of three places gain the same; the third pays."""
    first, second, third = rate([INITIAL] * 3, [1, 1, 3])
    assert first == second
    assert first.mu > INITIAL.mu > third.mu


def test_only_the_order_of_places_counts() -> None:
    """Places 1, 1, 3 and 1, 1, 2 tell the same."""
    assert rate([INITIAL] * 3, [1, 1, 3]) == rate([INITIAL] * 3, [1, 1, 2])


def test_seats_do_not_matter() -> None:
    """Whoever sits where: the same places give the same ratings."""
    players = [Rating(25, 8), Rating(30, 3), Rating(20, 5), Rating(25, 2)]
    places = [2, 1, 4, 2]
    expected = rate(players, places)
    for order in permutations(range(4)):
        rated = rate([players[i] for i in order], [places[i] for i in order])
        for rating, i in zip(rated, order, strict=True):
            assert rating.mu == pytest.approx(expected[i].mu)
            assert rating.sigma == pytest.approx(expected[i].sigma)


def test_certainty_only_grows() -> None:
    """Without drift (`tau` is 0) no match makes a bot less known."""
    ratings = [INITIAL, INITIAL]
    for number in range(50):
        before = ratings
        ratings = rate(before, [1, 2] if number % 3 else [2, 1])
        assert all(new.sigma < old.sigma for new, old in zip(ratings, before, strict=True))
