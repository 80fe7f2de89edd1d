"""Scores: points by meetings, and tie-breaks with names."""

from __future__ import annotations

import pytest

from saqqara_contest.scores import Game, Meeting, TieBreak, scores


def duel(one: str, other: str, *results: tuple[int, int]) -> Meeting:
    """Two that met, by the points of each game."""
    games = tuple(Game((one, other), (1 + (a < b), 1 + (b < a)), (a, b)) for a, b in results)
    return Meeting((one, other), games)


def test_a_meeting_is_one_point_to_share() -> None:
    """Two games won are a point, one of two a half, ties half; of four the mean over the others."""
    assert duel("a", "b", (9, 3), (9, 3)).share("a") == 1
    assert duel("a", "b", (9, 3), (3, 9)).share("b") == 0.5
    assert duel("a", "b", (9, 3), (3, 3)).share("a") == 0.75
    four = Meeting(tuple("abcd"), (Game(tuple("abcd"), (1, 2, 2, 4), (40, 30, 30, 20)),))
    assert [four.share(bot) for bot in "abcd"] == pytest.approx([1, 0.5, 0.5, 0])
    assert four.margin("a") == pytest.approx(40 - 80 / 3)


def test_a_meeting_of_which_nothing_counts_is_shared() -> None:
    """It was given up; nobody gains by that."""
    assert duel("a", "b").share("a") == duel("a", "b").share("b") == 0.5


def test_ties_are_broken_by_name_in_their_order() -> None:
    """Buchholz looks at whom one met, Sonneborn-Berger at whom one beat, then the margin."""
    meetings = [
        duel("a", "b", (9, 3)),
        duel("c", "d", (9, 1)),
        duel("a", "c", (5, 6)),
        duel("b", "d", (9, 3)),
    ]
    table = {score.bot: score for score in scores("abcd", meetings, {})}
    assert [table[bot].points for bot in "abcd"] == [1, 1, 2, 0]
    assert table["a"].tie_breaks == {
        TieBreak.BUCHHOLZ: 3,
        TieBreak.SONNEBORN_BERGER: 1,
        TieBreak.MARGIN: 5,
    }
    assert table["b"].tie_breaks[TieBreak.BUCHHOLZ] == 1
    assert [score.bot for score in scores("abcd", meetings, {})] == ["c", "a", "b", "d"]
    assert [table[bot].place for bot in "cabd"] == [1, 2, 3, 4]


def test_a_bye_is_a_point_and_equals_share_a_place() -> None:
    """Who sat out is where a win would have put it."""
    table = scores("abc", [duel("a", "b", (3, 3))], {"c": 1})
    assert [(score.bot, score.place, score.points) for score in table] == [
        ("c", 1, 1.0),
        ("a", 2, 0.5),
        ("b", 2, 0.5),
    ]
    assert table[0].byes == 1
