"""The table of a season: strengths and intervals from a whole season."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from saqqara_contest.ratings import ELO_PER_LOGIT, MEAN_ELO
from saqqara_contest.results import Result, retired
from saqqara_contest.seasons.fit import Fitted, season_fit
from tests.bench.ratings.sceptic import Case, season


def rows_of(results: list[Result]) -> dict[str, Fitted]:
    """The rows of a table by bot."""
    return {row.bot: row for row in season_fit(results).rows}


def shuffled(results: list[Result]) -> list[Result]:
    """The same in another order: strength that changes would be told."""
    return random.Random(1).sample(results, len(results))


def covered(case: Case, runs: int) -> tuple[float, float]:
    """Of some seasons that share no code with ours: the truths that lie in their intervals.

    All of them, and those of the strongest tenth of the field.
    """
    held, best = [], []
    for run in range(runs):
        played = season(case, run)
        results = [Result(tuple(map(str, g.bots)), g.places, g.block) for g in played.games]
        rows = rows_of(results)
        inside = np.array(
            [
                rows[str(bot)].interval.low < truth < rows[str(bot)].interval.high
                for bot, truth in enumerate(played.field)
            ]
        )
        held.append(inside.mean())
        best.append(inside[(-played.field).argsort()[: case.bots // 10]].mean())
    return float(np.mean(held)), float(np.mean(best))


HARD = {
    "ties": Case(matches=800, ties=0.7),
    "ties of four": Case(players=4, matches=400, ties=0.5),
    "a seat": Case(matches=800, seat=200),
    "a seat of four": Case(players=4, matches=400, seat=200),
    "deals": Case(matches=800, block=120),
    "deals of four": Case(players=4, matches=400, block=120),
    "normal luck": Case(players=4, matches=400, noise="normal"),
    "equals": Case(matches=800, spread=0),
    "rings": Case(matches=800, rings=200),
    "rings of four": Case(players=4, matches=400, rings=200),
    "wild and steady bots": Case(players=4, matches=400, wild=0.5),
}
"""What real games have and a simple model lacks; a few seasons of each, fewer matches than real."""


@pytest.mark.parametrize("case", HARD.values(), ids=HARD)
def test_intervals_hold_the_truth_of_seasons_that_are_not_simple(case: Case) -> None:
    """About 95 in 100 of the strengths in the field, and the strongest as often.

    The bounds are wide for so few seasons.
    """
    field, best = covered(case, 12)
    assert 0.89 <= field <= 0.995
    assert best >= 0.7


def test_two_bots_differ_as_their_score_says() -> None:
    """300 of 400 are 191 Elo around the mean, also if most of the games were ties."""
    won, lost = Result(("a", "b"), (1, 2)), Result(("a", "b"), (2, 1))
    tied = Result(("a", "b"), (1, 1))
    for results in ([won] * 300 + [lost] * 100, [won] * 200 + [tied] * 200):
        turned = [Result(one.bots[::-1], one.places[::-1]) for one in results[::2]]
        first, second = season_fit(shuffled(turned + results[1::2])).rows
        assert (first.bot, second.bot) == ("a", "b")
        assert first.elo == pytest.approx(MEAN_ELO + 191 / 2, abs=4)
        assert first.elo + second.elo == pytest.approx(2 * MEAN_ELO)
        assert first.interval.low < MEAN_ELO + 191 / 2 < first.interval.high


def test_ties_make_intervals_narrower() -> None:
    """They tell that two are equal more surely than wins of both do."""
    won, lost = Result(("a", "b"), (1, 2)), Result(("b", "a"), (1, 2))
    tied = Result(("a", "b"), (1, 1))
    by_wins, by_ties = (
        rows_of(shuffled(results))["a"].interval
        for results in (
            [won, lost, Result(("a", "b"), (2, 1)), Result(("b", "a"), (2, 1))] * 50,
            [won, lost, Result(("a", "b"), (2, 1)), Result(("b", "a"), (2, 1))] * 10
            + [tied, Result(("b", "a"), (1, 1))] * 80,
        )
    )
    assert by_ties.high - by_ties.low < 0.7 * (by_wins.high - by_wins.low)


def test_a_seat_is_nobodys_strength() -> None:
    """Who always had the good seat is not stronger than who won as often from the other one."""
    results = [Result(("a", "b"), (1, 2)), Result(("b", "a"), (1, 2))] * 60
    results += [Result(("a", "c"), (1, 2)), Result(("c", "b"), (1, 2))] * 60
    rows = rows_of(shuffled(results))
    assert abs(rows["a"].elo - rows["b"].elo) < 100


def test_games_of_a_block_that_end_alike_tell_less() -> None:
    """The same results in blocks whose games end alike make wider intervals."""
    games = drawn_season({"a": 0.3, "b": 0.0, "c": -0.3}, 2, 300)
    alone = [Result(one.bots, one.places, block) for block, one in enumerate(games)]
    twice = [Result(one.bots, one.places, block) for block, one in enumerate(games) for _ in "ab"]
    again = [Result(one.bots, one.places, block) for block, one in enumerate(games, len(games))]
    narrow = rows_of(alone + again)
    for bot, row in rows_of(twice).items():
        width, other = (one.interval.high - one.interval.low for one in (row, narrow[bot]))
        assert width > 1.2 * other


def test_who_won_everything_is_not_infinitely_strong() -> None:
    """A clean sheet has a strength that grows with the number of games, and an interval."""
    short, long = (season_fit([Result(("a", "b"), (1, 2))] * games).rows for games in (4, 40))
    assert MEAN_ELO < short[0].elo < long[0].elo < MEAN_ELO + 1000
    assert short[0].interval.high - short[0].interval.low > 100


def test_a_clean_sheet_is_compatible_with_what_may_well_give_one() -> None:
    """400 wins of 400 happen once in ten to who is 900 Elo stronger; once in 20,000 to 600."""
    results = [Result(("a", "b"), (1, 2)), Result(("b", "a"), (2, 1))] * 200
    best = rows_of(results)["a"]
    assert best.interval.low < MEAN_ELO + 900 / 2 < best.interval.high
    assert best.interval.low > MEAN_ELO + 500 / 2


def test_who_met_few_is_not_known_by_the_size_of_the_field() -> None:
    """A chain of bots that met one or two others each says hardly anything of any of them."""
    chain = [Result((f"b{one:02}", f"b{one + 1:02}"), (1, 2)) for one in range(60)]
    for row in season_fit(shuffled(chain)).rows:
        assert row.interval.high - row.interval.low > 600


def test_the_leader_of_a_small_field_is_not_pulled_below() -> None:
    """One that wins 19 of 20 against each of four equals is told as far ahead as that says."""
    results = []
    for rival in "bcde":
        results += [Result(("a", rival), (1, 2)), Result((rival, "a"), (2, 1))] * 20
        results += [Result(("a", rival), (2, 1)), Result((rival, "a"), (1, 2))]
    for one, other in ("bc", "de", "bd", "ce", "be", "cd"):
        for bots in ((one, other), (other, one)):
            results += [Result(bots, (1, 2)), Result(bots, (2, 1))] * 10
    best = season_fit(shuffled(results)).rows[0]
    assert best.elo - MEAN_ELO == pytest.approx(0.8 * 400 * np.log10(20), abs=35)


def test_who_has_not_played_is_listed_with_a_wide_interval() -> None:
    """A bot without a result has no place and a group of its own; nobody is an empty table."""
    fitted = season_fit([Result(("a", "b"), (1, 2))] * 40, bots=["new"]).rows
    new = next(row for row in fitted if row.bot == "new")
    assert new.elo == pytest.approx(MEAN_ELO)
    assert new.interval.high - new.interval.low > 1000
    assert (new.place, new.group) == (None, 1)
    assert season_fit([]).rows == ()
    assert [row.place for row in season_fit([], bots=["a", "b"]).rows] == [None, None]


def test_one_win_is_no_place() -> None:
    """Who won its only match is not ranked above those that played for weeks."""
    results = drawn_season({"a": 1.0, "b": 0.0, "c": -1.0}, 2, 120)
    results.append(Result(("new", "a"), (1, 2)))
    rows = rows_of(results)
    assert rows["new"].elo > rows["b"].elo
    assert [rows[bot].place for bot in ("new", "a", "b", "c")] == [None, 1, 2, 3]
    few = season_fit([Result(("a", "b"), (1, 2)), Result(("c", "a"), (2, 1))]).rows
    assert [row.place for row in few] == [1, 2, 2]


def test_a_crowd_of_newcomers_lets_nobody_in_early() -> None:
    """However many have played once, and however many versions are retired, ten are needed."""
    results = drawn_season({"a": 1.0, "b": 0.0, "c": -1.0}, 2, 135)
    results += [Result((f"new {at}", "a"), (1, 2)) for at in range(8)]
    placed = ("a", "b", "c")
    for out in ((), [f"new {at}" for at in range(1, 8)]):
        table = season_fit(results, retired=out).rows
        assert [row.bot for row in table if row.place is not None] == list(placed)
        assert np.mean([row.elo for row in table if row.bot in placed]) == pytest.approx(MEAN_ELO)


def test_the_only_bot_with_a_place_is_not_known_for_sure() -> None:
    """The mean of one bot is that bot, which would be 1500 without any error."""
    results = [Result(("old", "new"), (2, 1)), Result(("new", "old"), (2, 1))] * 30
    row = {row.bot: row for row in season_fit(results, retired=["old"]).rows}["new"]
    assert row.place == 1
    assert row.interval.high - row.interval.low > 20


def test_half_of_what_is_usual_is_enough_for_a_place() -> None:
    """Of a short season, and of a gauntlet, in which one bot plays far more than all others."""
    short = [Result(("a", "b"), (1, 2)), Result(("b", "c"), (1, 2))] * 4
    short += [Result(("c", "d"), (1, 2))]
    assert {row.bot: row.place for row in season_fit(short).rows}["d"] is None
    gauntlet = [Result(("challenger", f"b{at}"), (1, 2)) for at in range(20)] * 2
    assert all(row.place is not None for row in season_fit(gauntlet).rows)


def test_equal_results_share_a_place() -> None:
    """A name decides nothing; after two that share the first place comes the third."""
    once = [Result(("a", "b"), (1, 1)), Result(("b", "a"), (1, 1))]
    for bot in "ab":
        once += [Result((bot, "c"), (1, 2)), Result(("c", bot), (2, 1))]
    rows = rows_of(shuffled(once * 8))
    assert [rows[bot].place for bot in "abc"] == [1, 1, 3]


def test_bots_that_nothing_connects_are_ranked_apart() -> None:
    """Each group has its own mean and places; the larger one comes first."""
    results = drawn_season({"a": 1.0, "b": 0.0}, 2, 40) + drawn_season(
        {"x": 1.0, "y": 0.0, "z": -1.0}, 2, 60
    )
    table = season_fit(results).rows
    assert [(row.bot, row.group, row.place) for row in table] == [
        ("x", 0, 1),
        ("y", 0, 2),
        ("z", 0, 3),
        ("a", 1, 1),
        ("b", 1, 2),
    ]
    for group in (0, 1):
        elos = [row.elo for row in table if row.group == group]
        assert np.mean(elos) == pytest.approx(MEAN_ELO)


def test_neighbours_are_told_apart_by_their_difference() -> None:
    """Whether one is stronger than the next, and by how much that may be off."""
    rows = season_fit(drawn_season({"a": 1.0, "b": -0.5, "c": -0.5}, 2, 600, seed=2)).rows
    assert rows[0].next is not None
    assert rows[0].next.stronger > 0.999
    assert rows[1].next is not None
    assert 0.5 <= rows[1].next.stronger < 0.99
    assert 20 < rows[1].next.error < 120
    assert rows[2].next is None


def test_results_of_others_connect_bots_that_never_met() -> None:
    """Who beats one that beats another is stronger than both, at tables of any size."""
    results = drawn_season({"a": 1.0, "b": 0.0}, 2, 80, seed=1)
    results += drawn_season({"b": 0.0, "c": -1.0, "d": -1.0, "e": -1.0}, 4, 80, seed=2)
    assert [row.bot for row in season_fit(results).rows][:2] == ["a", "b"]


def test_a_bot_that_got_stronger_is_told_by_where_it_ended() -> None:
    """The table says by how much it changed, and of nobody else that it did."""
    case = Case(players=4, matches=2400, drift=300)
    played = season(case, 1)
    results = [Result(tuple(map(str, g.bots)), g.places, g.block) for g in played.games]
    rows = rows_of(results)
    assert rows["0"].change == pytest.approx(300, abs=170)
    assert rows["0"].interval.low < played.truth[0] < rows["0"].interval.high
    assert all(row.change is None for bot, row in rows.items() if bot != "0")


def test_a_large_season_is_fitted_in_seconds() -> None:
    """20 bots and 1,600 matches take little, 300 bots and 10,000 matches some seconds."""
    for bots, matches in ((20, 1600), (300, 10_000)):
        true = {f"b{place}": place / bots for place in range(bots)}
        results = drawn_season(true, 4, matches)
        began = time.process_time()
        assert len(season_fit(results).rows) == bots
        assert time.process_time() - began < 30


def drawn_season(true: dict[str, float], players: int, matches: int, seed: int = 0) -> list[Result]:
    """Matches of bots drawn at random, by Plackett and Luce's model."""
    draw, chance = random.Random(seed), np.random.default_rng(seed)
    bots = sorted(true)
    results = []
    for _ in range(matches):
        seats = tuple(draw.sample(bots, players))
        shown = np.array([true[bot] for bot in seats]) + chance.gumbel(size=players)
        places = (-shown).argsort().argsort() + 1
        results.append(Result(seats, tuple(places.tolist())))
    return results


def test_strengths_are_odds_of_who_comes_in_ahead() -> None:
    """A logit of the model that drew the games is as many Elo, at tables of four too."""
    rows = rows_of(drawn_season({"a": 1.0, "b": 0.0, "c": 0.0, "d": -1.0, "e": 0.0}, 4, 3000))
    assert rows["a"].elo - rows["d"].elo == pytest.approx(2 * ELO_PER_LOGIT, abs=25)


def test_only_the_version_that_played_last_has_a_place() -> None:
    """The best of many equal versions looks stronger than they are; its row stays all the same."""
    results = [Result(("a 1", "b 1"), (1, 2))] * 20 + [Result(("b 1", "a 2"), (1, 2))] * 20
    out = retired((name.split()[0], name) for one in results for name in one.bots)
    assert out == {"a 1"}
    places = {row.bot: row.place for row in season_fit(results, retired=out).rows}
    assert places == {"a 1": None, "b 1": 1, "a 2": 2}
    assert {row.bot: row.place for row in season_fit(results).rows}["a 1"] == 1
