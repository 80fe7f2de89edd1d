"""What the B sides of Temple, Burial Chamber and Obelisks do, and the Wrath of the Pharaoh.

These are the vectors T30 to T38, T44, T45, T63 and T64.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest

import pytest

from saqqara_engine.game import Json
from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.imhotep.flow import run
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.steps import CLEAR_ROUND, SCORE_ROUND, call_ships_back
from tests.engine.imhotep.table import Table, cards_of, finished, legal, pile, play, points

TEMPLE = Table(players=4, sides="AABAA", sled=(2, 3, 4, 4), sites={"temple": "32001"},
               deck=["statue", "lever"])  # fmt: skip


def scored_round(table: Table) -> State:
    """The table with its round over, as far as no seat is asked."""
    state = table.state()
    call_ships_back(state)
    state.steps = [CLEAR_ROUND, SCORE_ROUND]
    run(state)
    return state


def test_the_temple_gives_from_left_to_right() -> None:
    """Owners of visible stones are asked one by one (T30, H-41).

    Seats here: white 0, black 1, brown 2, grey 3.
    """
    state = scored_round(TEMPLE)
    assert IMHOTEP.to_act(state) == 3
    assert IMHOTEP.turn_seat(state) is None
    assert legal(state) == ["point", "stones"]
    state = play(state, "point")
    assert points(state, "temple") == [0, 0, 2, 1]
    assert IMHOTEP.to_act(state) == 0
    state = play(state, "stones")
    assert state.sled == [4, 3, 4, 4]
    assert cards_of(state.hands[0]) == ["lever"]
    assert IMHOTEP.to_act(state) == 1
    assert points(play(state, "point"), "temple") == [0, 1, 2, 1]


def test_only_the_topmost_stone_of_a_space_gets_its_bonus() -> None:
    """Later stones cover earlier ones, so the newest stones are not at the right end."""
    state = scored_round(replace(TEMPLE, sites={"temple": "1111102"}, sled=(5, 5, 5, 5)))
    assert points(state, "temple") == [1, 2, 2, 0]
    assert cards_of(state.hands[1]) == ["lever"]


def test_stones_fill_the_sled() -> None:
    """With room for one stone, one is taken, and no point is scored (T31)."""
    state = play(scored_round(replace(TEMPLE, sites={"temple": "3"})), "stones")
    assert state.sled[3] == 5
    assert points(state, "temple") == [0, 0, 0, 0]


def test_two_players_use_four_spaces() -> None:
    """The fifth space does not exist with two (T63)."""
    state = scored_round(replace(TEMPLE, players=2, sites={"temple": "00011"}, sled=(5, 5)))
    assert points(state, "temple") == [3, 1]
    assert cards_of(state.hands[1]) == ["lever"]


@pytest.mark.parametrize("table", [replace(TEMPLE, sites={"temple": "0"}, sled=(5, 3, 4, 5)),
                                   replace(TEMPLE, sites={"temple": "0"}, quarry=(0, 9, 9, 9))],
                         ids=["T64 full sled", "empty quarry"])  # fmt: skip
def test_without_stones_to_take_the_point_comes_unasked(table: Table) -> None:
    """There is no choice if nothing can be taken (T64)."""
    state = scored_round(table)
    assert points(state, "temple") == [1, 0, 0, 0]


def test_cards_drawn_at_the_temple_work_at_once() -> None:
    """A red card chains into Pyramids B, where no ship waits for a stone any more (H-46)."""
    table = replace(TEMPLE, sides="ABBAA", sites={"temple": "1111"}, sled=(2, 5, 4, 5),
                    deck=["entrance"], ships=("1...", "...", "..", ".."))  # fmt: skip
    state = scored_round(table)
    assert IMHOTEP.to_act(state) == 1
    assert legal(state) == ["build left", "build middle", "build right"]
    state = play(state, "build right")
    assert points(state, "pyramids") == [0, 1, 0, 0]
    assert not state.steps
    assert "entrance" in cards_of(state.discard)


def test_an_empty_deck_gives_no_card() -> None:
    """Drawing is compulsory but gives nothing when both piles are empty (H-36)."""
    state = scored_round(replace(TEMPLE, sites={"temple": "1111"}, sled=(2, 5, 4, 5), deck=[]))
    assert cards_of(state.hands[1]) == []
    assert points(state, "temple") == [0, 4, 0, 0]


def test_bonus_cards_come_from_the_other_end_of_the_pile() -> None:
    """So the cards of the next Market do not depend on bonuses."""
    state = scored_round(replace(TEMPLE, sites={"temple": "1111"}, sled=(2, 5, 4, 5),
                                 deck=["sail", "hammer", "chisel"]))  # fmt: skip
    assert cards_of(state.hands[1]) == ["chisel"]


@dataclass(frozen=True)
class Rows:
    """The rows of the Burial Chamber from the top, and the points for them by seat.

    In the numbered cases white is 0, black 1, brown 2, grey 3.
    """

    number: str
    players: int
    rows: tuple[str, str, str]
    points: list[int]


ROWS = [
    Rows("T32", 4, ("00023", "1111", "1111"), [8, 16, 3, 3]),
    Rows("T33", 4, ("1110", "2222", "2222"), [4, 8, 16, 0]),
    Rows("T34", 4, ("3333", "1111", "1111"), [0, 16, 0, 8]),
    Rows("T35", 4, ("00023", "1110", "3333"), [12, 8, 3, 11]),
    Rows("T36", 4, ("0011", "2222", "3333"), [6, 6, 8, 8]),
    Rows("fourth", 4, ("0000111223", "1" * 10, "1" * 10), [8, 4 + 16, 2, 1]),
    Rows("four tied", 4, ("0123", "1111", "1111"), [3, 3 + 16, 3, 3]),
    Rows("3 players", 3, ("000112", "2" * 6, "2" * 6), [8, 4, 2 + 16]),
    Rows("3 players, tie for second", 3, ("0012", "1111", "1111"), [8, 3 + 16, 3]),
    Rows("2 players", 2, ("0001", "1111", "1111"), [8, 4 + 16]),
    Rows("2 players, tie", 2, ("0011", "1111", "1111"), [6, 6 + 16]),
    Rows("empty", 2, ("", "", ""), [0, 0]),
]


@pytest.mark.parametrize("case", ROWS, ids=lambda case: case.number)
def test_rows_of_the_burial_chamber_are_ranked(case: Rows) -> None:
    """Each row ranks the seats by their stones in it, adjacent or not (H-04, H-44)."""
    stones = "".join(owner for column in zip_longest(*case.rows, fillvalue="") for owner in column)
    state = finished(Table(case.players, sites={"burial": stones}, sides="AAABA"))
    assert points(state, "burial") == case.points


def test_the_printed_burial_example_is_filled_column_by_column() -> None:
    """The order of arrival decides the rows (T35)."""
    state = finished(Table(4, sites={"burial": "013" * 3 + "203" + "3"}, sides="AAABA"))
    assert points(state, "burial") == [12, 8, 3, 11]


@dataclass(frozen=True)
class Arrived:
    """Stones that came to the Obelisks in this order, and the points before and at the end."""

    number: str
    stones: str
    at_once: list[int]
    final: list[int]


OBELISKS = [
    Arrived("T37", "111" + "00" + "102", [9, 12, 0], [9, 13, 1]),
    Arrived("T38", "11", [0, 0, 0], [0, 2, 0]),
    Arrived("all towers", "000" * 9, [12 + 9 + 7 + 6 + 5 + 4 + 3 + 3 + 3, 0, 0], [52, 0, 0]),
    Arrived("waiting apart", "001122", [0, 0, 0], [2, 2, 2]),
    Arrived("nothing", "", [0, 0, 0], [0, 0, 0]),
]


THREE = Table(players=3, sides="AAAAB", ships=("102.", "...", "..", "."))


def with_obelisks(stones: str, options: dict[str, Json]) -> State:
    """A table of three where these stones have arrived."""
    state = replace(THREE, options=options).state()
    for seat in map(int, stones):
        state.table.parts[SITES.index("obelisks")].unload(state, seat)
    return state


@pytest.mark.parametrize("case", OBELISKS, ids=lambda case: case.number)
def test_three_waiting_stones_become_the_best_tower(case: Arrived) -> None:
    """A tower scores at once, stones that still wait one each at the end (H-05)."""
    state = with_obelisks(case.stones, {})
    assert points(state, "obelisks") == case.at_once
    state.steps = []
    assert points(state, "obelisks") == case.final


@pytest.mark.parametrize("case", OBELISKS, ids=lambda case: case.number)
def test_towers_can_score_at_the_end_instead(case: Arrived) -> None:
    """The flag obeliskBPoints moves the points, and leaves their sum alone (X-07)."""
    state = with_obelisks(case.stones, {"obeliskBPoints": "end"})
    assert points(state, "obelisks") == [0, 0, 0]
    state.steps = []
    assert points(state, "obelisks") == case.final


def test_a_ship_builds_a_tower_while_the_others_wait() -> None:
    """The view tells the towers by owner, the highest value first (T37)."""
    state = play(with_obelisks("11100", {}), "sail 1 obelisks")
    assert points(state, "obelisks") == [9, 12, 0]
    towers = IMHOTEP.view(state, None).towers
    assert towers is not None
    assert towers.owners == (1, 0)


def test_decorations_count_every_stone_of_a_b_side() -> None:
    """Waiting stones and those in towers are at the site."""
    state = with_obelisks("000" + "11" + "2", {})
    state.hands[0] = pile(["obelisk-decoration"])
    state.steps = []
    assert points(state, "decorations") == [2, 0, 0]


@pytest.mark.parametrize(
    ("number", "sites", "fine"),
    [
        ("T44", {"pyramids": "0", "temple": "0", "obelisks": "0"}, -5),
        ("T45", {"pyramids": "0"}, -5),
        ("no stone at all", {}, -5),
        ("covered stones count", dict.fromkeys(("pyramids", "burial", "obelisks"), "0")
         | {"temple": "0" + "1" * 9}, 0),
    ],
)  # fmt: skip
def test_the_wrath_of_the_pharaoh_is_one_fine(
    number: str, sites: dict[str, str], fine: int
) -> None:
    """Five points once, however many monuments lack a stone; the Market is none."""
    table = Table(sites=sites, options={"wrath": True})
    state = finished(table)
    assert points(state, "wrath") == [fine, -5], number
    assert points(table.state(), "wrath") == [0, 0]
    assert points(finished(Table(sites=sites)), "wrath") == []
