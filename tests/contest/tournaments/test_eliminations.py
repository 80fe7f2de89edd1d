"""Eliminations: who has lost is out, at tables of any size, whoever leaves in between."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from saqqara_contest.tournaments.eliminations import (
    MOST_PLAYOFFS,
    Bracket,
    after,
    drawn,
    next_round,
)
from saqqara_contest.tournaments.meetings import CountedGame, Meeting


def met(bots: tuple[str, ...], places: tuple[int, ...], totals: tuple[int, ...] = ()) -> Meeting:
    return Meeting(bots, (CountedGame(bots, places, totals or tuple(-place for place in places)),))


def by_name(bots: tuple[str, ...]) -> Meeting:
    """The lower the number, the better."""
    order = sorted(bots, key=lambda bot: int(bot[1:]))
    return met(bots, tuple(1 + order.index(bot) for bot in bots))


class Event:
    """An elimination that is played to its end."""

    def __init__(self, field: int, players: int, lives: int) -> None:
        self.players, self.lives = players, lives
        self.bracket = drawn([f"b{number}" for number in range(field)])
        self.met: set[frozenset[str]] = set()
        self.repeats = 0
        self.byes: Counter[str] = Counter()
        self.rounds: list[tuple[tuple[str, ...], ...]] = []

    def play(self, of: Callable[[tuple[str, ...]], Meeting] = by_name) -> bool:
        """Play a round; False if there is none."""
        now = next_round(self.bracket, self.met, self.byes, self.players)
        if not now.tables:
            return False
        seated = [bot for table in now.tables for bot in table]
        assert len(seated) == len({*seated, *now.byes}) - len(now.byes)
        if not self.bracket.tied:
            assert {*seated, *now.byes} == {*self.bracket.alive}
        for table in now.tables:
            pairs = {frozenset(pair) for pair in combinations(table, 2)}
            self.repeats += len(pairs & self.met)
            self.met |= pairs
        self.byes.update(now.byes)
        self.rounds.append(now.tables)
        self.bracket = after(
            self.bracket, [of(table) for table in now.tables], (), self.players, self.lives
        )
        return True


@pytest.mark.parametrize("field", [2, 3, 5, 8, 13, 16, 33])
def test_a_single_elimination_of_two_seats_has_one_meeting_less_than_bots(field: int) -> None:
    """The first of the draw have byes in the first round only, and the best bot wins."""
    event = Event(field, 2, 1)
    while event.play():
        pass
    assert sum(map(len, event.rounds)) == field - 1
    assert len(event.rounds) == (field - 1).bit_length()
    assert event.bracket.alive == ["b0"]
    assert event.bracket.places["b0"] == 1
    assert sorted(event.bracket.places.values())[1] == 2
    assert all(count == 1 for count in event.byes.values())


@pytest.mark.parametrize("field", [2, 3, 4, 6, 8, 11, 16])
def test_a_double_elimination_takes_two_losses(field: int) -> None:
    """As many meetings as losses: two for each but the winner, who has none or one."""
    for number in range(20):
        chance = random.Random(number)
        event = Event(field, 2, 2)

        def by_lot(bots: tuple[str, ...], chance: random.Random = chance) -> Meeting:
            return met(bots, tuple(chance.sample((1, 2), 2)))

        while event.play(by_lot):
            pass
        (winner,) = event.bracket.alive
        losses = event.bracket.losses
        assert all(losses[bot] == 2 for bot in losses if bot != winner)
        assert sum(map(len, event.rounds)) == 2 * (field - 1) + losses[winner]


def test_the_last_of_both_brackets_meet_again_if_the_one_without_a_loss_is_beaten() -> None:
    """The final is played twice then, and once if the other loses."""
    event = Event(4, 2, 2)
    while len(event.bracket.alive) > 2:
        event.play()
    assert event.bracket.losses["b0"] == 0
    event.play(lambda bots: met(bots, tuple(1 + (bot == "b0") for bot in bots)))
    assert event.bracket.alive != ["b0"]
    assert len(event.bracket.alive) == 2
    event.play()
    assert event.bracket.alive == ["b0"]
    assert not event.play()


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize("field", [3, 4, 5, 6, 7, 9, 12, 16, 23, 40])
def test_larger_tables_end_in_one_that_decides(players: int, lives: int, field: int) -> None:
    """Whatever the field: so many are left for the last table, and it has a winner."""
    if field < players:
        pytest.skip("nobody can meet")
    event = Event(field, players, lives)
    while event.play():
        assert len(event.rounds) < 60
    assert event.bracket.alive == ["b0"]
    assert len(event.rounds[-1]) == 1
    assert len(event.rounds[-1][0]) == players
    places = event.bracket.places
    last = sorted(event.rounds[-1][0], key=lambda bot: int(bot[1:]))
    assert [places[bot] for bot in last] == list(range(1, players + 1))
    assert sorted(places) == sorted(f"b{number}" for number in range(field))


def test_a_tied_meeting_is_played_again_and_then_decided_by_points_and_draw() -> None:
    """The others wait; after two playoffs the margin decides, and if that is equal the draw."""
    event = Event(4, 2, 1)
    tied = lambda bots: met(bots, (1, 1), (7, 7)) if "b0" in bots else by_name(bots)  # noqa: E731
    event.play(tied)
    assert len(event.bracket.alive) == 3
    for number in range(MOST_PLAYOFFS):
        assert event.bracket.playoffs == number + 1
        event.play(tied)
        assert event.rounds[-1] == event.rounds[0][:1], "only the tied meeting is played again"
    assert event.bracket.playoffs == 0
    assert "b0" in event.bracket.alive, "by the draw"
    ahead = Bracket(("a", "b"), {"a": 0, "b": 0}, playoffs=MOST_PLAYOFFS)
    games = (CountedGame(("a", "b"), (1, 2), (5, 4)), CountedGame(("a", "b"), (2, 1), (3, 9)))
    assert after(ahead, [Meeting(("a", "b"), games)], (), 2, 1).alive == ["b"], "by the margin"


def test_who_leaves_has_lost_what_it_was_to_play() -> None:
    """Also without a game, also both of a table; and with a bye it is out as well."""
    start = drawn(["a", "b", "c", "d", "e"])
    played = [Meeting(("a", "b")), Meeting(("c", "d"))]
    found = after(start, played, {"a", "c", "d", "e"}, 2, 2)
    assert found.alive == ["b"]
    assert found.losses["b"] == 0
    assert not found.tied
    assert next_round(found, (), {}, 2).tables == ()
    assert set(found.out[-1]) | set(found.out[0]) == {"a", "c", "d", "e"}


def test_too_few_are_left_for_a_table_when_some_have_left() -> None:
    """Then it is over, and those that are left share the first place."""
    start = drawn([f"b{number}" for number in range(4)])
    found = after(start, [met(("b0", "b1", "b2"), (1, 2, 3))], {"b3", "b2"}, 3, 2)
    assert found.alive == ["b0", "b1"]
    assert next_round(found, (), {}, 3).tables == ()
    assert found.places == {"b0": 1, "b1": 1, "b2": 3, "b3": 3}


def test_where_somebody_left_a_tie_is_decided_at_once() -> None:
    """A playoff needs all of its bots: in a final of four the points decide between two."""
    bots = ("a", "b", "c", "d")
    games = (
        CountedGame(bots, (1, 2, 3, 4), (9, 8, 7, 6)),
        CountedGame(bots, (2, 1, 3, 4), (5, 7, 3, 2)),
    )
    found = after(drawn(bots), [Meeting(bots, games)], {"d"}, 4, 1)
    assert found.tied == ()
    assert found.alive == ["b"], "ahead by more points"
    assert found.places == {"b": 1, "a": 2, "c": 3, "d": 4}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("lives", [1, 2])
def test_whoever_leaves_whenever_it_ends_and_nobody_is_out_twice(players: int, lives: int) -> None:
    """Who is out never sits down again; every bot has one place."""
    for number in range(60):
        chance = random.Random(number)
        field = chance.randrange(players, 14)
        event, gone = Event(field, players, lives), set[str]()

        def by_lot(bots: tuple[str, ...], chance: random.Random = chance) -> Meeting:
            return met(bots, tuple(chance.choices(range(1, len(bots) + 1), k=len(bots))))

        for _ in range(200):
            now = next_round(event.bracket, event.met, event.byes, players)
            if not now.tables:
                break
            seated = {bot for table in now.tables for bot in table}
            assert seated <= {*event.bracket.alive}
            gone |= {bot for bot in event.bracket.seeds if chance.random() < 0.03}
            played = [
                Meeting(table) if gone & {*table} and chance.random() < 0.5 else by_lot(table)
                for table in now.tables
            ]
            event.bracket = after(event.bracket, played, gone, players, lives)
        else:
            raise AssertionError("it does not end")
        out = [bot for group in event.bracket.out for bot in group]
        assert len(out) == len({*out})
        assert {*out}.isdisjoint(event.bracket.alive)
        assert {*out, *event.bracket.alive} == {*event.bracket.seeds}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("field", range(5, 41))
def test_of_equals_a_higher_seed_is_never_worse_off(players: int, field: int) -> None:
    """Of two that are left, the higher one never played more, and each table loses as many.

    So the higher one's chance of winning is at least as great, whatever the results.
    """
    for number in range(10):
        chance = random.Random(number)
        event = Event(field, players, 1)

        def by_lot(bots: tuple[str, ...], chance: random.Random = chance) -> Meeting:
            return met(bots, tuple(chance.sample(range(1, len(bots) + 1), len(bots))))

        while True:
            before = {*event.bracket.alive}
            if not event.play(by_lot):
                break
            after_it = {*event.bracket.alive}
            lost = {len({*table} - after_it) for table in event.rounds[-1]}
            assert len(lost) == 1, (before, lost)
            rested = [event.byes[bot] for bot in event.bracket.alive]
            assert rested == sorted(rested, reverse=True)
            assert max(rested) - min(rested) <= 1


def test_equals_win_equally_often() -> None:
    """By chi-square at one in a thousand, the draw being by lot."""
    for players, lives, field in ((2, 1, 6), (2, 2, 5), (3, 1, 7), (4, 2, 9)):
        chance, wins = random.Random(3), Counter[str]()

        def by_lot(bots: tuple[str, ...], chance: random.Random = chance) -> Meeting:
            return met(bots, tuple(chance.sample(range(1, len(bots) + 1), len(bots))))

        for _ in range(600):
            seeds = chance.sample([f"b{number}" for number in range(field)], field)
            event = Event(field, players, lives)
            event.bracket = drawn(seeds)
            while event.play(by_lot):
                pass
            wins.update(event.bracket.alive)
        expected = 600 / field
        square = sum((wins[f"b{n}"] - expected) ** 2 / expected for n in range(field))
        assert square < {5: 18.5, 6: 20.5, 7: 22.5, 9: 26.1}[field], (players, lives, wins)
