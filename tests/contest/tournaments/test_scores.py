"""Scores: points by meetings, and tie-breaks with names."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import pytest

from saqqara_contest.tournaments.fixed import gauntlet, round_robin
from saqqara_contest.tournaments.meetings import CountedGame, Meeting, forfeit
from saqqara_contest.tournaments.scores import EveryRound, Score, points_to_win, scores
from saqqara_contest.tournaments.swiss import swiss_round
from saqqara_contest.tournaments.tie_breaks import (
    IN_A_SWISS,
    WHERE_ALL_MEET,
    WITHOUT_ROUNDS,
    TieBreak,
)

BY = WITHOUT_ROUNDS


def duel(one: str, other: str, *results: tuple[int, int]) -> Meeting:
    """Two that met, by the points of each game."""
    games = tuple(CountedGame((one, other), (1 + (a < b), 1 + (b < a)), (a, b)) for a, b in results)
    return Meeting((one, other), games)


def test_a_meeting_is_one_point_to_share() -> None:
    """Two games won are a point, one of two a half, ties half; of four the mean over the others."""
    assert duel("a", "b", (9, 3), (9, 3)).share("a") == 1
    assert duel("a", "b", (9, 3), (3, 9)).share("b") == 0.5
    assert duel("a", "b", (9, 3), (3, 3)).share("a") == 0.75
    four = Meeting(tuple("abcd"), (CountedGame(tuple("abcd"), (1, 2, 2, 4), (40, 30, 30, 20)),))
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
    table = {score.bot: score for score in scores("abcd", meetings, {}, BY)}
    assert [table[bot].points for bot in "abcd"] == [1, 1, 2, 0]
    assert table["a"].tie_breaks == {
        TieBreak.BUCHHOLZ: 3,
        TieBreak.SONNEBORN_BERGER: 1,
        TieBreak.MARGIN: 2.5,
    }
    assert table["b"].tie_breaks[TieBreak.BUCHHOLZ] == 1
    assert [score.bot for score in scores("abcd", meetings, {}, BY)] == ["c", "a", "b", "d"]
    assert [table[bot].place for bot in "cabd"] == [1, 2, 3, 4]


def test_a_bye_is_a_point_and_equals_share_a_place() -> None:
    """Who sat out is where a win would have put it."""
    table = scores("abc", [duel("a", "b", (3, 3))], {"c": [1]}, BY)
    assert [(score.bot, score.place, score.points) for score in table] == [
        ("c", 1, 1.0),
        ("a", 2, 0.5),
        ("b", 2, 0.5),
    ]
    assert table[0].byes == (1,)


def test_a_bye_counts_in_tie_breaks_as_an_opponent_with_the_same_points() -> None:
    """FIDE's article 16.4: but of at most half a point for each round, here 1.5."""
    met = [duel("a", "b", (9, 3)), duel("c", "a", (9, 3)), duel("b", "c", (3, 3))]
    meetings = [replace(one, round=number) for number, one in enumerate(met, 1)]
    byes = {"c": [1], "b": [2], "a": [3]}
    table = {score.bot: score for score in scores("abc", meetings, byes, BY, rounds=3)}
    assert [table[bot].points for bot in "abc"] == [2, 1.5, 2.5]
    assert table["a"].tie_breaks[TieBreak.BUCHHOLZ] == 1.5 + 2.5 + 1.5
    assert table["a"].tie_breaks[TieBreak.SONNEBORN_BERGER] == 1.5 + 1.5


def test_at_a_larger_table_a_forfeited_meeting_has_dummies_for_all_pairs() -> None:
    """`d` left: its points hardly help anybody, nor do the others' points help `c`."""
    bots = tuple("abcd")
    played = CountedGame(bots, (1, 2, 3, 4), (40, 30, 20, 10))
    meetings = [
        Meeting(bots, (played,), round=1),
        Meeting(bots, tuple(forfeit(bots, {"d"})), round=2),
    ]
    table = {score.bot: score for score in scores("abcd", meetings, {}, BY, rounds=2)}
    assert [table[bot].points for bot in bots] == pytest.approx([5 / 3, 4 / 3, 1, 0])
    buchholz = [table[bot].tie_breaks[TieBreak.BUCHHOLZ] for bot in "ac"]
    assert buchholz == pytest.approx([2 * (4 / 3 + 1), 5 / 3 + 4 / 3 + 1 + 1])


def test_of_tables_that_follow_from_the_field_each_opponent_counts_once() -> None:
    """Who met another twice in a round has half a point to win from each meeting."""
    meetings = [duel("a", "b", (9, 3)), duel("b", "a", (9, 3)), duel("a", "c", (9, 3))]
    table = {
        score.bot: score for score in scores("abc", meetings, {}, BY, every_round=EveryRound(1))
    }
    assert [table[bot].points for bot in "abc"] == [1.5, 0.5, 0]
    twice = {
        score.bot: score for score in scores("abc", meetings * 2, {}, BY, every_round=EveryRound(2))
    }
    assert [twice[bot].points for bot in "abc"] == [3, 1, 0]


def test_a_gauntlet_is_counted_against_the_challenger() -> None:
    """What the others do to each other at its tables is no point, nor is sitting down often."""
    three = Meeting(tuple("cab"), (CountedGame(tuple("cab"), (1, 2, 3), (9, 6, 3)),))
    meetings = [three, duel("c", "a", (3, 9))]
    table = {
        score.bot: score
        for score in scores("abc", meetings, {}, BY, every_round=EveryRound(1, "c"))
    }
    assert [table[bot].points for bot in "abc"] == [0.5, 0, 0.75]


def firsts(bots: int, players: int, events: int, how: str) -> dict[str, float]:
    """How often each of some equal bots was first or shared that place, by one over how many."""
    field, chance = [f"b{number}" for number in range(bots)], random.Random(1)
    found: defaultdict[str, float] = defaultdict(float)
    for _ in range(events):
        drawn = chance.sample(field, bots) if how == "swiss" else field
        best = _event(drawn, players, how, chance)
        for score in best:
            found[score.bot] += 1 / len(best)
    return found


def _event(field: list[str], players: int, how: str, chance: random.Random) -> list[Score]:
    """Who was first in an event of equals."""
    if how == "round robin":
        meetings = [_by_lot(table, chance) for table in round_robin(field, players, 1)]
        table = scores(field, meetings, {}, BY, every_round=EveryRound(1))
    else:
        meetings, points = [], dict.fromkeys(field, 0.0)
        byes: defaultdict[str, list[int]] = defaultdict(list)
        for number in range(1, 4):
            ranked = sorted(field, key=lambda bot: -points[bot])
            met = {frozenset((a, b)) for one in meetings for a in one.bots for b in one.bots}
            rested = {bot: len(of_bot) for bot, of_bot in byes.items()}
            now = swiss_round(ranked, points, met, rested, players)
            meetings += [_by_lot(one, chance) for one in now.tables]
            for bot in now.byes:
                byes[bot].append(number)
            table = scores(field, meetings, byes, BY)
            points = {score.bot: score.points for score in table}
    return [score for score in table if score.place == 1]


def _by_lot(bots: tuple[str, ...], chance: random.Random) -> Meeting:
    places = tuple(chance.sample(range(1, len(bots) + 1), len(bots)))
    return Meeting(bots, (CountedGame(bots, places, tuple(10 - place for place in places)),))


@pytest.mark.parametrize(
    ("bots", "players", "how"),
    [
        (5, 3, "round robin"),
        (6, 2, "round robin"),
        (9, 2, "swiss"),
    ],
)
def test_equals_are_first_equally_often(bots: int, players: int, how: str) -> None:
    """No schedule decides an event; tests/statistics tries larger fields."""
    demand_equal_chances(bots, players, how)


def demand_equal_chances(bots: int, players: int, how: str) -> None:
    """Equal bots win equally often, by chi-square at a level of one in a thousand."""
    events = 600
    found = firsts(bots, players, events, how)
    expected = events / bots
    square = sum((found[f"b{number}"] - expected) ** 2 / expected for number in range(bots))
    assert square < {5: 18.5, 6: 20.5, 9: 26.1, 10: 27.9, 13: 32.9}[bots]


@pytest.mark.parametrize(("bots", "players"), [(6, 3), (6, 4), (9, 4)])
def test_who_fills_tables_up_is_judged_by_as_much_as_the_others(bots: int, players: int) -> None:
    """Of the equals that a challenger meets, all come in first equally often, by chi-square."""
    field, chance = [f"b{number}" for number in range(bots)], random.Random(3)
    found: defaultdict[str, float] = defaultdict(float)
    events = 900
    for _ in range(events):
        meetings = [_by_lot(one, chance) for one in gauntlet("b0", field, players, 1)]
        every_round = EveryRound(1, "b0", most=1)
        table = scores(field, meetings, {}, WHERE_ALL_MEET, every_round=every_round)
        others = [score for score in table if score.bot != "b0"]
        best = [score for score in others if score.place == others[0].place]
        for score in best:
            found[score.bot] += 1 / len(best)
    expected = events / (bots - 1)
    square = sum((found[bot] - expected) ** 2 / expected for bot in field[1:])
    assert square < {6: 18.5, 9: 26.1}[bots]


def test_who_may_not_meet_all_has_as_many_points_to_win() -> None:
    """Two of one owner that beat everybody else are equal to whoever beat everybody."""
    field, kin = [f"b{number}" for number in range(5)], frozenset({"b0", "b1"})
    pairs = [pair for pair in combinations(field, 2) if frozenset(pair) != kin]
    won_all = [duel(*pair, (9, 3)) for pair in pairs]
    every_round = EveryRound(1, uncounted={kin})
    table = {one.bot: one for one in scores(field, won_all, {}, BY, every_round=every_round)}
    assert [table[bot].points for bot in field] == pytest.approx([4, 4, 2, 1, 0])
    their_own = [*won_all, duel("b0", "b1", (9, 3))]
    unrated = scores(field, their_own, {}, BY, every_round=every_round)
    assert {one.bot: one.points for one in unrated} == {bot: table[bot].points for bot in field}


def test_nobody_gains_when_its_kin_is_taken_out() -> None:
    """Who was not to meet it, and who had beaten it, have equally many points to win after that."""
    field, kin = ["a", "c", "d", "e"], frozenset({"a", "b"})
    meetings = [duel("a", "c", (3, 3)), duel("d", "e", (9, 3))]
    meetings += [duel(one, other, (9, 3)) for one in "ac" for other in "de"]
    every_round = EveryRound(1, field=field, uncounted={kin})
    table = {one.bot: one for one in scores("abcde", meetings, {}, BY, every_round=every_round)}
    assert [table[bot].points for bot in "abcde"] == [2.5, 0, 2.5, 1, 0]
    assert points_to_win("abcde", every_round) == 3


def test_games_among_kin_break_no_ties() -> None:
    """Else an owner would let one of its bots win them."""
    kin = {frozenset("ab"), frozenset("cd")}
    meetings = [duel("a", "b", (30, 3)), duel("c", "d", (3, 3))]
    meetings += [duel(one, other, (3, 3)) for one in "ab" for other in "cd"]
    every_round = EveryRound(1, uncounted=kin)
    table = scores("abcd", meetings, {}, WHERE_ALL_MEET, every_round=every_round)
    assert {score.place for score in table} == {1}


def test_in_a_gauntlet_of_equals_no_seat_at_the_table_is_better() -> None:
    """The others come in ahead of the challenger equally often, however often they sit down."""
    field, chance = [f"b{n}" for n in range(6)], random.Random(2)
    ahead = dict.fromkeys(field, 0.0)
    for _ in range(600):
        tables = gauntlet("b0", field, 4, 2)
        table = scores(
            field, [_by_lot(one, chance) for one in tables], {}, BY, every_round=EveryRound(2, "b0")
        )
        for score in table:
            ahead[score.bot] += score.points
    mean = sum(ahead.values()) / 6
    assert all(abs(points - mean) < 0.1 * mean for points in ahead.values())


def test_shares_of_equally_many_wins_are_equal_to_the_bit() -> None:
    """Whoever they were won against: else equals would not share a place, or a row of counts."""
    bots = tuple("abc")

    def met(*places: tuple[int, ...]) -> float:
        games = tuple(CountedGame(bots, one, (0, 0, 0)) for one in places)
        return Meeting(bots, games).share("a")

    of_one = met((2, 1, 3), (2, 1, 3), (2, 1, 2))
    of_both = met((1, 1, 2), (3, 1, 2), (2, 1, 3))
    assert of_one == of_both == 2.5 / 6


def test_who_comes_late_has_missed_what_was_before_and_not_what_came_after() -> None:
    """A bye is in its own round; a round whose meeting was annulled was not missed."""
    pairs = [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d"), ("a", "late"), ("b", "c")]
    meetings = [
        Meeting(bots, (CountedGame(bots, (1, 2), (9, 3)),), round=1 + number // 2)
        for number, bots in enumerate(pairs)
    ]
    four = {"late": [4], "d": [3]}

    def tie_breaks_of(bot: str, **more: object) -> dict[TieBreak, float]:
        table = scores(["a", "b", "c", "d", "late"], meetings, four, IN_A_SWISS, rounds=4, **more)  # type: ignore[arg-type]
        return dict({score.bot: score for score in table}[bot].tie_breaks)

    assert tie_breaks_of("late")[TieBreak.PROGRESSIVE] == 0 + 0 + 0 + 1
    plain, excused = tie_breaks_of("a"), tie_breaks_of("a", excused={"a": [4]})
    assert plain[TieBreak.BUCHHOLZ] - excused[TieBreak.BUCHHOLZ] == 2, "half a point a round"
