"""Changes of ratings: what is told agrees with the fold and with the model."""

from __future__ import annotations

import pytest

from saqqara_contest.blocks import rotations
from saqqara_contest.changes import expected_places, explain, shared_places
from saqqara_contest.ratings import (
    INITIAL,
    MEAN_ELO,
    Rating,
    in_elo,
    rate,
    succeed,
)
from saqqara_contest.results import Result


def test_equals_expect_the_middle() -> None:
    """Bots of one rating expect the mean place, and the places of a match add up."""
    assert expected_places([INITIAL] * 4) == pytest.approx([2.5] * 4)
    unequal = expected_places([Rating(30, 2), Rating(25, 5), Rating(10, 8)])
    assert unequal == sorted(unequal)
    assert sum(unequal) == pytest.approx(6)


def test_ties_share_their_places() -> None:
    """Tied seats take the mean of the places they fill."""
    assert shared_places([1, 1, 3, 4]) == [1.5, 1.5, 3, 4]
    assert shared_places([1, 1, 1]) == [2, 2, 2]


def test_one_match_is_explained_as_it_was_rated() -> None:
    """Before and after are those of the fold; who does better than expected rises."""
    ratings = {"a": Rating(30, 2), "b": Rating(20, 2)}
    first, second = explain(ratings, [Result(("a", "b"), (2, 1))])
    assert [first.after, second.after] == rate([Rating(30, 2), Rating(20, 2)], (2, 1))
    assert first.before == ratings["a"]
    assert first.expected_place < first.place == 2
    assert first.after.mu < 30 < 20 + (second.after.mu - 20) * 1000


def test_a_block_is_explained_as_a_whole() -> None:
    """Over a block the rating is the fold of its matches and places are means; new bots count."""
    results = [Result(bots, (1, 2, 3)) for bots in rotations(("a", "b", "c"))]
    changes = explain({"a": Rating(26, 3)}, results)
    assert [change.bot for change in changes] == ["a", "b", "c"]
    assert changes[1].before == INITIAL
    assert [change.place for change in changes] == [2, 2, 2]
    assert sum(change.expected_place for change in changes) == pytest.approx(6)
    now = {"a": Rating(26, 3), "b": INITIAL, "c": INITIAL}
    for result in results:
        after = rate([now[bot] for bot in result.bots], result.places)
        now.update(zip(result.bots, after, strict=True))
    assert {change.bot: change.after for change in changes} == now


def test_a_new_version_starts_at_its_parent_less_certain() -> None:
    """The mean stays, so nothing is lost, and nothing is gained by renewing."""
    parent = Rating(33, 1.5)
    child = succeed(parent)
    assert child.mu == 33
    assert parent.sigma < child.sigma < INITIAL.sigma
    assert succeed(INITIAL) == INITIAL


def test_elo_tells_the_odds_of_the_model() -> None:
    """400 points are odds of ten to one between two bots that are known well."""
    strong, weak = Rating(31, 1e-6), Rating(22, 1e-6)
    points = in_elo(strong, 2).elo - in_elo(weak, 2).elo
    lost = expected_places([strong, weak])[0] - 1
    assert 1 / (1 + 10 ** (points / 400)) == pytest.approx(lost)
    assert in_elo(INITIAL, 4).elo == MEAN_ELO
